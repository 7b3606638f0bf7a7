"""Registers British Square as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl

NOTES = (
    "A state is a board and a turn, up to the eight symmetries. The start is turn 1, and a pass is a turn.",
    "A state in which neither player can put a piece is terminal: the game is over there, and nobody passes.",
    "Values are the final score under best play, the first player's pieces less the second player's, whoever is to "
    "move, less the option bias.",
    "centre=forbidden has no effect on a board of four by four squares, which has no centre.",
)


@hookimpl
def retro_game() -> Game:
    """British Square."""
    return Game(
        name="british_square",
        title="British Square",
        package="retro_british_square",
        options=(
            Option("size", 5, (3, 4, 5), "squares along a side of the board"),
            Option("centre", "forbidden", ("forbidden", "allowed"), "the first player's first piece on the centre"),
            Option("bias", 0, (0, 1, 2), "points given to the second player"),
        ),
        notes=NOTES,
        small={"size": "3"},
        heuristics=("greedy",),
    )
