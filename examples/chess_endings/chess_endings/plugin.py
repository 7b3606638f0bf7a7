"""Registers the endings with retro."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """An ending by its material, with every ending that it can become."""
    return Game(
        name="chess_endings",
        title="Chess endings",
        package="chess_endings",
        options=(
            Option("material", "KQvKR", ("KRvK", "KPvK", "KQvKR"), "White's men, and Black's after the v"),
            Option("size", 8, (4, 8), "squares along a side of the board"),
        ),
        notes=(
            "All legal positions count, once with all their images: two with a pawn, otherwise eight.",
            "Two bare kings, and a king with a bishop or a knight against a king, are drawn and no positions here.",
        ),
        small={"material": "KPvK", "size": "4"},
    )
