"""Registers the wide game as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """The wide game; its option says how wide."""
    thousands = Option("thousands", 10, (10, 1000, 10_000, 20_000, 50_000), "positions, in thousands")
    return Game("wide", "Wide", "wide_game", (thousands,))
