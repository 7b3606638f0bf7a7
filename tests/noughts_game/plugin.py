"""Registers tic-tac-toe as a plugin."""

from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Tic-tac-toe."""
    return Game("noughts", "Tic-tac-toe", "noughts_game")
