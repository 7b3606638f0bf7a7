"""Registers the walking game as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """The walking game; its option chooses the graph."""
    seed = Option("seed", 0, tuple(range(100)), "which random graph")
    return Game("walking", "Walk", "walking_game", (seed,), notes=("Nodes count up to mirror images.",))
