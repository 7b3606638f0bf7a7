"""Tags of Ostle's moves: a piece of either player falls, or the hole moves."""

from __future__ import annotations

from retro.game import LOSS, WIN
from retro.game.bits import popcount

from .board import ALL, HOLE, SQUARES

TAGS = ("captures", "sacrifices", "hole")
CAPTURES, SACRIFICES, HOLE_MOVES = 1, 2, 4


def tags(key: int, code: int, successor: int, outcome: int) -> int:
    """A bit for each of: a piece of the opponent falls, a piece of the mover falls, the hole moves.

    At most one piece falls in a move. A move that wins removes a piece of the opponent, one that loses at once a piece
    of the mover. Mover and opponent change places in the successor.
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
