"""Registers hare and hounds with retro."""

from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Hare and hounds on the board of eleven points."""
    return Game(
        name="hare_and_hounds",
        title="Hare and hounds",
        package="hare_and_hounds",
        notes=("All arrangements of the three hounds and the hare count, with either side to move.",),
    )
