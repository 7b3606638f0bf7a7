"""Registers the L-game as a plugin."""

from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """The L-game; it has no options."""
    return Game(
        name="lgame",
        title="L-game",
        package="retro_lgame",
        notes=(
            "Every arrangement of the pieces counts as a position (18,368) and, with either player to move, as two "
            "states (36,736).",
            "The player who cannot move has lost: a loss in 0 plies.",
        ),
    )
