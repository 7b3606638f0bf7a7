"""What a move of British Square does besides taking a square."""

from __future__ import annotations

from .rules import BOARD, PASS, SQUARES, TURN, neighbours

TAGS = ("passes", "joins")
PASSES, JOINS = 1, 2


def tags(key: int, code: int, successor: int, outcome: int) -> int:
    """Nothing is placed; the piece stands next to another one of the mover's."""
    if code == PASS:
        return PASSES
    own = key >> (0 if key >> TURN & 1 else SQUARES) & BOARD
    return JOINS if neighbours(1 << code) & own else 0
