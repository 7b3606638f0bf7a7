"""Registers sliding as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Sliding."""
    size = Option("size", 4, (4, 5), "squares along a side: a hundred and fifty thousand positions, or 3.4 millions")
    return Game("sliding", "Sliding", "sliding_game", (size,))
