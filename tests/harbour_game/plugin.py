"""Registers the game of harbours as a plugin."""

from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Harbours."""
    return Game("harbour", "Harbours", "harbour_game")
