"""The players colour lines between POINTS points in turn; the player who first completes a triangle of his own loses.

key     lines of the mover, then those of the opponent, a bit for each line
code    the line that is coloured, as an index into LINES
"""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from retro.game import DRAW, LOSS, ONGOING
from retro.game.bits import lowest, popcount
from retro.indexing.images import set_images

from .options import POINTS

LINES = tuple(combinations(range(POINTS), 2))
COUNT = CODES = MAX_MOVES = len(LINES)
ALL = (1 << COUNT) - 1
INITIAL = 0


def line(one: int, other: int) -> int:
    """The line that joins two points, as an index."""
    return LINES.index((min(one, other), max(one, other)))


GROUP, image, image_code = set_images(
    [[line(order[one], order[other]) for one, other in LINES] for order in permutations(range(POINTS))], sets=2
)
BESIDE = tuple(
    tuple(1 << line(one, third) | 1 << line(other, third) for third in range(POINTS) if third not in (one, other))
    for one, other in LINES
)
"""For each line, the pairs of lines that make a triangle with it, as bits."""


def completes(number: int, lines: int) -> bool:
    """Whether a line makes a triangle with two of ``lines``."""
    for pair in BESIDE[number]:
        if lines & pair == pair:
            return True
    return False


def moves(key: int, out: NDArray[np.int64]) -> int:
    """Every line without a colour."""
    mine, theirs, n = key & ALL, key >> COUNT, 0
    free = ALL & ~(mine | theirs)
    while free:
        number = lowest(free)
        free &= free - 1
        out[n, 0], out[n, 1] = theirs | (mine | 1 << number) << COUNT, number
        out[n, 2] = LOSS if completes(number, mine) else ONGOING
        n += 1
    return n


def no_moves(key: int) -> int:
    """All lines have a colour, and there is no triangle."""
    return DRAW


def tier(key: int) -> int:
    """Lines without a colour; every move lowers it."""
    return COUNT - popcount(key)
