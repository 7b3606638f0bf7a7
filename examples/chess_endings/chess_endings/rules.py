"""Endings of White's king and a man against Black's king and at most one man; the moves of chess, without castling.

What becomes two bare kings, or a king with a bishop or a knight against a king, ends the game, a draw.

    code    the square that the king goes to; SQUARES + the square that the man goes to; for a pawn that promotes,
            2 * SQUARES + the new piece, as an index into NEW
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import DRAW, ONGOING, loss

from .board import NO_PIECE, PAWN, QUEEN, ROOK, SLIDES, SQUARES, STEP, UP, attacks, beside
from .options import SIZE
from .position import (
    GROUP,
    MATERIALS,
    SECTIONS,
    SLOTS,
    black_king,
    black_man,
    image,
    place,
    rank,
    side_to_move,
    tier,
    unrank,
    white_king,
    white_man,
)

__all__ = ["GROUP", "SECTIONS", "SLOTS", "image", "moves", "no_moves", "rank", "tier", "unrank"]

INITIAL = -1  # an ending has no start
NEW = ((QUEEN, NO_PIECE), (ROOK, NO_PIECE), (-1, -1), (-1, -1))
"""The men after a promotion to queen, rook, bishop and knight."""
CODES = 2 * SQUARES + len(NEW)
MAX_MOVES = 8 + 4 * (SIZE - 1)


def _tier_of(men: tuple[int, int]) -> int:
    return MATERIALS.index(men) if men in MATERIALS else -1


CAPTURE = tuple((_tier_of((white, NO_PIECE)), _tier_of((NO_PIECE, black))) for white, black in MATERIALS)
"""By tier, the tier after White has captured, and after Black has; -1 for a draw."""
PROMOTION = tuple(map(_tier_of, NEW))
"""The tier after a promotion; -1 for a draw."""


def moved(key: int, to: int, king: int, man: int, captured: bool) -> int:
    """The position of tier ``to`` in which the side that was to move has its king and its man on these squares."""
    if side_to_move(key) == 0:
        return place(to, 1, king, black_king(key), man, -1 if captured else black_man(key))
    return place(to, 0, white_king(key), king, -1 if captured else white_man(key), man)


def moves(key: int, out: NDArray[np.int64]) -> int:
    here, side, n = tier(key), side_to_move(key), 0
    king, man, piece = white_king(key), white_man(key), MATERIALS[here][0]
    other_king, other_man, other_piece = black_king(key), black_man(key), MATERIALS[here][1]
    if side == 1:
        king, man, piece, other_king, other_man, other_piece = other_king, other_man, other_piece, king, man, piece
    for direction in range(8):
        end = STEP[king, direction]
        if end < 0 or end == man or beside(end, other_king):
            continue
        captured = end == other_man
        if captured or not attacks(other_piece, other_man, end, man, other_king):
            to = CAPTURE[here][side] if captured else here
            out[n, 0] = moved(key, to, end, man, captured) if to >= 0 else 0
            out[n, 1], out[n, 2] = end, ONGOING if to >= 0 else DRAW
            n += 1
    if piece == PAWN:
        end = STEP[man, UP]
        if end in (king, other_king):
            return n
        if end // SIZE == SIZE - 1:
            for new in range(len(NEW)):
                to = PROMOTION[new]
                out[n, 0] = moved(key, to, king, end, False) if to >= 0 else 0
                out[n, 1], out[n, 2] = 2 * SQUARES + new, ONGOING if to >= 0 else DRAW
                n += 1
            return n
        out[n, 0], out[n, 1], out[n, 2] = moved(key, here, king, end, False), SQUARES + end, ONGOING
        n += 1
        end += SIZE
        if man // SIZE == 1 and end // SIZE < SIZE - 1 and end not in (king, other_king):
            out[n, 0], out[n, 1], out[n, 2] = moved(key, here, king, end, False), SQUARES + end, ONGOING
            n += 1
        return n
    for direction in range(SLIDES[piece]):
        end = STEP[man, direction]
        while end >= 0 and end not in (king, other_king):
            captured = end == other_man
            if captured or not attacks(other_piece, other_man, king, end, other_king):
                to = CAPTURE[here][side] if captured else here
                out[n, 0] = moved(key, to, king, end, captured)
                out[n, 1], out[n, 2] = SQUARES + end, ONGOING
                n += 1
            end = -1 if captured else STEP[end, direction]
    return n


def no_moves(key: int) -> int:
    """Checkmate or stalemate."""
    pieces = MATERIALS[tier(key)]
    if side_to_move(key) == 0:
        mate = attacks(pieces[1], black_man(key), white_king(key), white_man(key), black_king(key))
    else:
        mate = attacks(pieces[0], white_man(key), black_king(key), black_man(key), white_king(key))
    return loss(0) if mate else DRAW
