"""Registers the game of springs as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    return Game("springs", "Springs", "springs_game", (Option("length", 40, (12, 40, 200), "places of the track"),))
