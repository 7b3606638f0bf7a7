"""Registers the endings with retro."""

from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """All endings of one piece against one."""
    return Game(
        name="draughts_endings",
        title="English draughts endings",
        package="draughts_endings",
        notes=(
            "A position is the two pieces, as the player to move sees the board; all count, also images of others.",
        ),
    )
