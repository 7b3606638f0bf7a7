"""Rules of thumb for British Square, to be tested against perfect play."""

from __future__ import annotations

from retro.game.bits import popcount

from .rules import BOARD, PASS, SQUARES, TURN, neighbours


def greedy(key: int, code: int, successor: int) -> int:
    """Claim as much territory as possible: how many squares the move newly closes to the opponent.

    These are the square itself and those next to it, without what was closed to the opponent before: squares of the
    mover and squares next to them. A pass closes none. So does the author of the published analysis measure it.
    """
    if code == PASS:
        return 0
    own = key >> (0 if key >> TURN & 1 else SQUARES) & BOARD
    claimed = 1 << code | neighbours(1 << code)
    return popcount(BOARD & claimed & ~(own | neighbours(own)))
