"""Registers the heaps as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    heaps = Option("heaps", 6, (3, 4, 5, 6), "how many; 6, 24, 120 or 720 symmetries")
    wrong = Option("wrong", 0, (0, 1, 2, 3), "no symmetry, what image does, its codes, or that of one position")
    return Game("heaps", "Heaps", "heaps_game", (heaps, wrong))
