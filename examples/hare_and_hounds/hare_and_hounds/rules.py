"""Three hounds against a hare on a board of eleven points.

    key     points of the hounds, a bit for each; above them the hare's point as a number; above it 1 if he is to move
    code    of the hare: the point it goes to; of a hound: 16 * (1 + its point) + the point it goes to

        1 - 2 - 3
      / | \\ | / | \
    4 - 5 - 6 - 7 - 8
      \\ | / | \\ | /
        9 - 10- 11

Points are numbered from 0, so that point 1 of the diagram is bit 0. Hounds never move to the left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import LOSS, ONGOING, WIN
from retro.game.bits import lowest, popcount
from retro.indexing.folding import legal_index

POINTS = 11
BOARD = (1 << POINTS) - 1
COLUMN = (1, 2, 3, 0, 1, 2, 3, 4, 1, 2, 3)
LINES = (
    *((1, 2), (2, 3), (4, 5), (5, 6), (6, 7), (7, 8), (9, 10), (10, 11)),
    *((1, 5), (2, 6), (3, 7), (5, 9), (6, 10), (7, 11)),
    *((1, 4), (1, 6), (3, 6), (3, 8), (4, 9), (6, 9), (6, 11), (8, 11)),
)
"""Pairs of points that a line joins, as in the diagram: along rows, columns and diagonals."""
NEAR = tuple(
    sum(1 << other - 1 for pair in LINES for other in pair if point + 1 in pair and other != point + 1)
    for point in range(POINTS)
)
"""The points that lines join to each point, as bits."""
AHEAD = tuple(
    sum(1 << other for other in range(POINTS) if NEAR[point] >> other & 1 and COLUMN[other] >= COLUMN[point])
    for point in range(POINTS)
)
"""Those of them that a hound may go to."""
MIRRORED = (8, 9, 10, 3, 4, 5, 6, 7, 0, 1, 2)

CODES = 16 * (1 + POINTS)
MAX_MOVES = 15
GROUP = 2
COUNTED = "positions"


def place(hounds: int, hare: int, hare_moves: int) -> int:
    """The key of a position."""
    return hare_moves << 15 | hare << POINTS | hounds


INITIAL = place(1 << 0 | 1 << 3 | 1 << 8, 7, 0)


def hare_of(key: int) -> int:
    return key >> POINTS & 15


def hare_moves(key: int) -> int:
    """1 if the hare is to move, 0 if the hounds are."""
    return key >> 15


def moves(key: int, out: NDArray[np.int64]) -> int:
    """The moves of the side whose turn it is."""
    hounds, hare, n = key & BOARD, hare_of(key), 0
    if hare_moves(key):
        ends = NEAR[hare] & ~hounds
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            out[n, 0], out[n, 1], out[n, 2] = place(hounds, end, 0), end, ONGOING
            n += 1
        return n
    left = hounds
    while left:
        start = lowest(left)
        left &= left - 1
        ends = AHEAD[start] & ~hounds & ~(1 << hare)
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            out[n, 0], out[n, 1] = place(hounds ^ 1 << start ^ 1 << end, hare, 1), 16 * (1 + start) + end
            out[n, 2] = ONGOING
            n += 1
    return n


def endless(key: int) -> int:
    """If play goes on for ever, the hounds have not caught the hare: he has won."""
    return WIN if hare_moves(key) else LOSS


def image(key: int, g: int) -> int:
    """The position on a board whose upper and lower rows are exchanged."""
    if g == 0:
        return key
    hounds, left = 0, key & BOARD
    while left:
        hounds |= 1 << MIRRORED[lowest(left)]
        left &= left - 1
    return place(hounds, MIRRORED[hare_of(key)], hare_moves(key))


def image_code(code: int, g: int) -> int:
    if g == 0:
        return code
    return 16 * (1 + MIRRORED[(code >> 4) - 1]) + MIRRORED[code & 15] if code >= 16 else MIRRORED[code]


def legal(key: int) -> bool:
    """Whether a number is the key of a position."""
    hounds, hare = key & BOARD, hare_of(key)
    return popcount(hounds) == 3 and hare < POINTS and not hounds >> hare & 1


SLOTS, rank, unrank = legal_index(range(1 << 16), legal, image, GROUP)
