"""Registers awari with retro."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Awari, all boards with at most so many stones."""
    return Game(
        name="awari",
        title="Awari",
        package="awari",
        options=(Option("stones", 12, tuple(range(1, 32)), "the most stones on the board"),),
        notes=(
            "All boards count, whether or not a game from the start reaches them.",
            "A value is what the player to move still captures, less what the other player does.",
        ),
        small={"stones": "4"},
    )
