"""In turn, the players draw a line between neighbouring dots; who completes a box gets it, and draws another line.

key     lines that are drawn, a bit for each
code    the line that is drawn, as an index into PLACES

Boxes that players have got are not in the key, because a value is what is still to be gained.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import AGAIN, ONGOING, gain, score
from retro.game.bits import popcount
from retro.indexing.images import set_images

from .options import HIGH, WIDE

SPAN, RISE = 2 * WIDE + 1, 2 * HIGH + 1
"""Columns and rows of a grid in which dots, lines and boxes alternate."""
PLACES = tuple((x, y) for y in range(RISE) for x in range(SPAN) if (x + y) % 2)
COUNT = CODES = MAX_MOVES = len(PLACES)
ALL = (1 << COUNT) - 1
INITIAL = 0
SCORES = "mover"
MOVES_AGAIN = True


def box(x: int, y: int) -> int:
    """The lines around a box, as bits."""
    return sum(1 << PLACES.index(each) for each in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)))


BOXES = tuple(box(x, y) for y in range(1, RISE, 2) for x in range(1, SPAN, 2))


def symmetries() -> list[list[int]]:
    """For each symmetry of the grid, the line that each line is mapped to; the identity first."""
    found: dict[tuple[int, ...], None] = {}
    for turned in (False, True) if WIDE == HIGH else (False,):
        for mirrored in (False, True):
            for upside_down in (False, True):
                places = [(SPAN - 1 - x if mirrored else x, RISE - 1 - y if upside_down else y) for x, y in PLACES]
                found[tuple(PLACES.index((y, x) if turned else (x, y)) for x, y in places)] = None
    return [list(each) for each in found]


GROUP, image, image_code = set_images(symmetries(), sets=1)


def moves(key: int, out: NDArray[np.int64]) -> int:
    """Every line that is not drawn. After the last one, no line is left to draw again."""
    n = 0
    for line in range(COUNT):
        if not key >> line & 1:
            after, boxes = key | 1 << line, 0
            for lines in BOXES:
                boxes += lines >> line & 1 and after & lines == lines
            out[n, 0], out[n, 1] = after, line
            out[n, 2] = gain(boxes) | AGAIN if boxes else ONGOING
            n += 1
    return n


def no_moves(key: int) -> int:
    """Nothing more is to be gained."""
    return score(0)


def tier(key: int) -> int:
    """Lines that are not drawn; every move lowers it."""
    return COUNT - popcount(key)
