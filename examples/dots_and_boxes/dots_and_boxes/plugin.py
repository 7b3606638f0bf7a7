"""Registers dots and boxes with retro."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Dots and boxes with up to three by three boxes."""
    return Game(
        name="dots_and_boxes",
        title="Dots and boxes",
        package="dots_and_boxes",
        options=(Option("wide", 3, (1, 2, 3), "boxes in a row"), Option("high", 3, (1, 2, 3), "rows of boxes")),
        notes=(
            "A value is the boxes that the player to move still gets, minus those that the opponent still gets.",
            "Positions that are equal up to symmetry count once.",
        ),
        small={"wide": "2", "high": "2"},
    )
