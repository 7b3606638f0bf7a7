"""Registers the branching game as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    height = Option("height", 5, (*range(1, 255), 300), "steps from the start to the end")
    endings = Option("endings", 0, (0, 1), "whether moves can end the game")
    return Game("branching", "Branching", "branching_game", (height, endings))
