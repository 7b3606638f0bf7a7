"""Registers the game of pairs as a plugin."""

from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Pairs."""
    return Game("pairs", "Pairs", "pairs_game")
