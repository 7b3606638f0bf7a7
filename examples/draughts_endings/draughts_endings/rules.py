"""English draughts (checkers) with one piece on each side: a capture wins, and who cannot move has lost.

    key     kind * 32**2 + square of the mover's piece * 32 + square of the opponent's
    kind    index into KINDS: the mover's piece and the opponent's
    square  the number that players use, less 1: from the top, where the mover's men become kings
    code    the square that the piece comes to

Fewer men come first, because the number of men, which no move raises, is the tier.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from retro.game import ONGOING, WIN
from retro.indexing.folding import legal_index

INITIAL = -1  # an ending has no start
SQUARES = CODES = 32
MAX_MOVES = 4
KING, MAN = range(2)
KINDS = ((KING, KING), (KING, MAN), (MAN, KING), (MAN, MAN))
NAMES = ("king against king", "king against man", "man against king", "man against man")
DIRECTIONS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
"""Files to the right and rows down; a man has the first two."""
REACH = (4, 2)
"""By piece, the number of its directions."""


def place(square: int) -> tuple[int, int]:
    """File from the left and row from the top."""
    row = square // 4
    return 2 * (square % 4) + 1 - row % 2, row


def _steps() -> NDArray[np.int8]:
    squares = {place(square): square for square in range(SQUARES)}
    table = np.full((SQUARES, len(DIRECTIONS)), -1, np.int8)
    for (file, row), square in squares.items():
        for direction, (right, down) in enumerate(DIRECTIONS):
            table[square, direction] = squares.get((file + right, row + down), -1)
    return table


STEP = _steps()
"""The next square in each direction; -1 beyond the edge."""


def legal(key: int) -> bool:
    """Whether the pieces are on two squares, and no man where he would be a king."""
    own_piece, other_piece = KINDS[key // SQUARES**2]
    own, other = key // SQUARES % SQUARES, key % SQUARES
    return own != other and (own_piece == KING or own >= 4) and (other_piece == KING or other < SQUARES - 4)


SLOTS, rank, unrank = legal_index(range(len(KINDS) * SQUARES**2), legal)


def _sections() -> tuple[tuple[str, int, int], ...]:
    counts = [sum(map(legal, range(kind * SQUARES**2, (kind + 1) * SQUARES**2))) for kind in range(len(KINDS))]
    bounds = [sum(counts[:number]) for number in range(len(counts) + 1)]
    return tuple((name, *each) for name, each in zip(NAMES, pairwise(bounds), strict=True))


SECTIONS = _sections()


def tier(key: int) -> int:
    own_piece, other_piece = KINDS[key // SQUARES**2]
    return own_piece + other_piece


def moves(key: int, out: NDArray[np.int64]) -> int:
    """Captures if there are any, otherwise steps; a man who comes to the first row becomes a king."""
    piece, other_piece = KINDS[key // SQUARES**2]
    own, other, n = key // SQUARES % SQUARES, key % SQUARES, 0
    for direction in range(REACH[piece]):
        if STEP[own, direction] == other and STEP[other, direction] >= 0:
            out[n, 0], out[n, 1], out[n, 2] = 0, STEP[other, direction], WIN
            n += 1
    if n:
        return n
    for direction in range(REACH[piece]):
        end = STEP[own, direction]
        if end >= 0 and end != other:
            new = KING if end < 4 else piece
            kind = 2 * other_piece + new
            out[n, 0] = (kind * SQUARES + SQUARES - 1 - other) * SQUARES + SQUARES - 1 - end
            out[n, 1], out[n, 2] = end, ONGOING
            n += 1
    return n
