"""Registers the endings with retro."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """All endings of one man against one."""
    return Game(
        name="antichess",
        title="Antichess endings",
        package="antichess",
        options=(Option("size", 8, (4, 5, 8), "squares along a side of the board"),),
        notes=(
            "A position is the two men and the player to move; exchanging left and right gives the same position.",
            "Positions in which a pawn can be captured en passant are a section of their own.",
        ),
        small={"size": "4"},
    )
