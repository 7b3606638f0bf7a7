"""Registers the chain as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    return Game("chain", "Chain", "chain_game", (Option("length", 254, tuple(range(1, 70_001)), "steps to the end"),))
