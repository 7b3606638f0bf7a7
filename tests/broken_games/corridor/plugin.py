"""Registers the corridor as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """The corridor."""
    fuel = Option("fuel", 3, (1, 2, 3), "fuel at the start")
    return Game("corridor", "Corridor", __package__, (fuel,), small={"fuel": "1"})
