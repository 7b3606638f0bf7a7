"""Registers fox and hounds with retro."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Fox and hounds on a board of any even size up to ten."""
    return Game(
        name="fox_and_hounds",
        title="Fox and hounds",
        package="fox_and_hounds",
        options=(Option("size", 8, (4, 6, 8, 10), "squares along a side of the board"),),
        notes=("A position in which the fox has escaped is final, and counts.",),
        small={"size": "4"},
    )
