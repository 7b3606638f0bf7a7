"""Registers Squadro with retro."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl

NOTES = (
    "A position is the steps of all pieces and the player to move; the board has no symmetry.",
    "All arrangements without two pieces on a crossing count, whether or not they can be reached from a start.",
    "A player who has brought all pieces but one home has won; that position counts, too.",
)


@hookimpl
def retro_game() -> Game:
    """Squadro."""
    speeds = "steps of top's pieces on the way out; all others follow from these"
    return Game(
        name="squadro",
        title="Squadro",
        package="squadro",
        options=(Option("speeds", "13231", ("13231", "1321", "132", "13"), speeds),),
        notes=NOTES,
        small={"speeds": "13"},
    )
