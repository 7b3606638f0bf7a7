"""Registers Ostle as a plugin: its options, which combinations make sense, and how its states are counted."""

from __future__ import annotations

from retro.game import Game, Option, OptionError
from retro.game.plugins import hookimpl

NOTES = (
    "A position is a board and the side to move, up to the eight symmetries and with the player to move as mover.",
    "A state is a position and the move that rule 8 forbids in it, if any; it is counted if some move leads to it, "
    "from a position in which a win was missed as well.",
    "rule8=paper: the forbidden move is the first one, in the order a1U a1D a1L a1R a2U ..., that leads to the board "
    "of two plies before or to one of its images. rule8=exact: the move that restores the very same board; states "
    "that are images of each other, board and forbidden move together, are one.",
    "Checkmate positions (the mover can win at once) are not among the counted states.",
    "DTM counts plies to the end of the game; table 2 of Takizawa (2023) counts plies to a checkmate position, "
    "one less than DTM.",
    "Giving up a piece that leaves too few is legal and loses at once. Repetition is a draw.",
)

MOST_MEN = 6
"""One more than a player has in the real game, to see what that would change; such a game has no start."""


def complete(given: dict[str, int | str]) -> dict[str, int | str]:
    """All options from those given; OptionError if they cannot go together."""
    size = int(given.get("size", 5))
    men = int(given.get("men", 5 if size == 5 else 2))
    left = int(given.get("left", max(0, min(3, men - 1) if size == 5 else men - 1)))
    pieces = int(given.get("pieces", 2 * men))
    most = MOST_MEN if size == 5 else size
    if men > most:
        raise OptionError(f"men={men} does not fit size={size}: a player has at most {most} pieces there")
    if left >= men:
        raise OptionError(f"left={left} must be less than men={men}, or the game is over before it begins")
    if not 2 * (left + 1) <= pieces <= 2 * men:
        fewest = 2 * (left + 1)
        raise OptionError(f"pieces={pieces} must be {fewest} to {2 * men} with men={men} and left={left}")
    return {"size": size, "men": men, "left": left, "pieces": pieces, "rule8": given.get("rule8", "paper")}


@hookimpl
def retro_game() -> Game:
    """Ostle."""
    return Game(
        name="ostle",
        title="Ostle",
        package="retro_ostle",
        options=(
            Option("size", 5, (3, 4, 5), "squares along a side of the board"),
            Option("men", 5, tuple(range(1, MOST_MEN + 1)), "most pieces of one player; 2 on boards smaller than 5"),
            Option(
                "left", 3, tuple(range(MOST_MEN)), "a player with so few pieces has lost; men - 1 on smaller boards"
            ),
            Option(
                "pieces",
                10,
                tuple(range(2, 2 * MOST_MEN + 1)),
                "most pieces of both players together; 2 * men if not given",
            ),
            Option("rule8", "paper", ("paper", "exact"), "what counts as the position of two plies before"),
        ),
        complete=complete,
        notes=NOTES,
        small={"size": "3"},
    )
