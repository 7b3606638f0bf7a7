"""Registers the stepping game as a plugin."""

from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    return Game("stepping", "Steps", "stepping_game")
