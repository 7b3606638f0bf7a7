"""Registers the stairs as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    tokens = Option("tokens", 2, (2, 3, 4), "how many; 10,000 positions, 512,000 or 12,960,000")
    return Game("stairs", "Stairs", "stairs_game", (tokens, Option("sly", 0, (0, 1), "whether a move keeps the tier")))
