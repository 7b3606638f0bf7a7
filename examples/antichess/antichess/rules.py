"""Antichess with one man on each side: who has no men, or cannot move, has won. Captures are compulsory.

A capture takes the opponent's last man, so the player who must capture has lost. Pawns may become kings, too.

    code    the piece that arrives * SQUARES + the square that it comes to
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import LOSS, ONGOING, win

from .options import SIZE
from .position import (
    BISHOP,
    EN_PASSANT,
    GROUP,
    KIND,
    OTHER,
    OWN,
    PAWN,
    QUEEN,
    SECTIONS,
    SLOTS,
    SQUARES,
    image,
    rank,
    tier,
    unrank,
)

__all__ = ["GROUP", "SECTIONS", "SLOTS", "image", "moves", "no_moves", "rank", "tier", "unrank"]

INITIAL = -1  # an ending has no start
CODES = 6 * SQUARES
MAX_MOVES = 4 * SIZE
STEPS = (
    *((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)),
    *((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
)
"""Directions of pieces, as files to the right and rows up: of a rook, of a bishop, of a knight."""
FIRST, LAST = (0, 0, 0, 4, 8), (8, 8, 4, 8, 16)
"""By piece, its directions, an interval of STEPS."""


def _reach() -> NDArray[np.int8]:
    table = np.full((SQUARES, len(STEPS)), -1, np.int8)
    for square in range(SQUARES):
        for direction, (right, up) in enumerate(STEPS):
            file, row = square % SIZE + right, square // SIZE + up
            if 0 <= file < SIZE and 0 <= row < SIZE:
                table[square, direction] = SIZE * row + file
    return table


STEP = _reach()
"""The next square in each direction; -1 beyond the edge."""


def slides(piece: int) -> bool:
    return QUEEN <= piece <= BISHOP


def captures(piece: int, own: int, other: int) -> bool:
    """Whether a man on the square ``own`` can capture on the square ``other``."""
    if piece == PAWN:
        return other // SIZE == own // SIZE + 1 and abs(other % SIZE - own % SIZE) == 1
    for direction in range(FIRST[piece], LAST[piece]):
        end = STEP[own, direction]
        while end >= 0 and end != other and slides(piece):
            end = STEP[end, direction]
        if end == other:
            return True
    return False


def flipped(square: int) -> int:
    """A square as the other player sees it."""
    return square % SIZE + SIZE * (SIZE - 1 - square // SIZE)


def after(kind: int, end: int, other: int) -> int:
    """The position of a kind after a move to the square ``end``; the man on ``other`` moves next."""
    return (kind * SQUARES + flipped(other)) * SQUARES + flipped(end)


def _pawn_moves(kind: int, own: int, other: int, out: NDArray[np.int64]) -> int:
    """Moves that capture nothing: one step, two steps from the second row, promotions."""
    piece, end, n = OTHER[kind], own + SIZE, 0
    if end == other:
        return 0
    promotes = end // SIZE == SIZE - 1
    for new in range(PAWN if promotes else 1):
        arriving = new if promotes else PAWN
        out[n, 0], out[n, 1] = after(KIND[6 * piece + arriving], end, other), arriving * SQUARES + end
        out[n, 2] = ONGOING
        n += 1
    end += SIZE
    if own // SIZE == 1 and end // SIZE < SIZE - 1 and end != other:
        beside = piece == PAWN and end // SIZE == other // SIZE and abs(end - other) == 1
        out[n, 0], out[n, 1] = after(EN_PASSANT if beside else KIND[6 * piece + PAWN], end, other), PAWN * SQUARES + end
        out[n, 2] = ONGOING
        n += 1
    return n


def moves(key: int, out: NDArray[np.int64]) -> int:
    kind, own, other, n = key // SQUARES**2, key // SQUARES % SQUARES, key % SQUARES, 0
    piece = OWN[kind]
    if kind == EN_PASSANT:
        out[n, 0], out[n, 1], out[n, 2] = 0, PAWN * SQUARES + other + SIZE, LOSS
        return 1
    if captures(piece, own, other):
        promotes = piece == PAWN and other // SIZE == SIZE - 1
        for new in range(PAWN if promotes else 1):
            out[n, 0], out[n, 1], out[n, 2] = 0, (new if promotes else piece) * SQUARES + other, LOSS
            n += 1
        return n
    if piece == PAWN:
        return _pawn_moves(kind, own, other, out)
    for direction in range(FIRST[piece], LAST[piece]):
        end = STEP[own, direction]
        while end >= 0:
            out[n, 0] = after(KIND[6 * OTHER[kind] + piece], end, other)
            out[n, 1], out[n, 2] = piece * SQUARES + end, ONGOING
            n += 1
            end = STEP[end, direction] if slides(piece) else -1
    return n


def no_moves(key: int) -> int:
    """A player who cannot move has won."""
    return win(0)
