"""Registers Reversi on 4 x 4 with retro."""

from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Reversi on 4 x 4 squares."""
    return Game(
        name="reversi4",
        title="Reversi on 4 x 4",
        package="reversi4",
        notes=(
            "A value is the discs of the player to move, minus those of the opponent, at the end of the game.",
            "Positions that are equal up to symmetry count once.",
        ),
    )
