"""Tags of Ostle's moves: a piece of either player falls, or the hole moves."""

from __future__ import annotations

from retro.game import LOSS, WIN
from retro.game.bits import popcount

from .board import ALL, HOLE, SQUARES

TAGS = ("captures", "sacrifices", "hole")
CAPTURES, SACRIFICES, HOLE_MOVES = 1, 2, 4


def tags(key: int, code: int, successor: int, outcome: int) -> int:
    """An opponent's piece falls, one of the mover's own falls, the hole moves. At most one piece falls in a move.

    A move that wins removes an opponent's piece, one that loses at once an own one. In the successor the mover is the
    opponent.
    """
    if outcome == WIN:
        return CAPTURES
    if outcome == LOSS:
        return SACRIFICES
    if code >> 2 == key >> HOLE:
        return HOLE_MOVES
    if popcount(successor & ALL) < popcount((key >> SQUARES) & ALL):
        return CAPTURES
    if popcount((successor >> SQUARES) & ALL) < popcount(key & ALL):
        return SACRIFICES
    return 0
