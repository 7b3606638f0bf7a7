"""The rules of the L-game: moves, moves taken back, symmetry and the index.

The mover puts his L (four squares) into another of its 48 placements on the 4 x 4 board, on squares that are empty
or his own, and may then move one of the two neutral pieces to any empty square. Who cannot move has lost.

    key     bit 27                12 11        6 5         0       placement  0..47, see SQUARES
            | neutral pieces, mask  | opponent  | mover    |       mask       bit 4 * row + column, from the top left

    code    13 * new placement + choice
            choice  0 leaves the neutral pieces; 1 + 6 * piece + square moves the first or second piece (0, 1) to one
                    of the six squares that are empty by then (0..5)

Pieces and squares are counted in the order in which they lie on the board *after the symmetry that brings the new
placement to its canonical orientation*: so a code can be mirrored without knowing the position. An L has no symmetry of
its own: the 48 placements are 6 orbits of 8, no position is its own mirror image, and the canonical one of eight is
the one whose mover stands at the least placement of its orbit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE, ONGOING
from retro.game.bits import lowest, pdep, pext, popcount
from retro.indexing.dense import dense_index

FULL = 0xFFFF
PLACEMENTS = 48
CHOICES = 13

MAX_MOVES = 221
MAX_UNMOVES = 172
CODES = PLACEMENTS * CHOICES
GROUP = 8
COUNTED = "sides"


def _image_square(square: int, g: int) -> int:
    row, column = divmod(square, 4)
    if g & 1:
        column = 3 - column
    if g & 2:
        row = 3 - row
    if g & 4:
        row, column = column, row
    return 4 * row + column


SQUARE_IMAGE = np.array([_image_square(square, g) for g in range(GROUP) for square in range(16)])


def image_mask(mask: int, g: int) -> int:
    """Image of a set of squares."""
    result = 0
    while mask:
        result |= 1 << SQUARE_IMAGE[16 * g + lowest(mask)]
        mask &= mask - 1
    return result


def _placements() -> list[int]:
    upright = 0b11 << 8 | 1 << 4 | 1  # three squares down the left edge and a foot to the right
    fitting = [upright << 4 * row + column for row in range(2) for column in range(3)]
    return sorted({int(image_mask(mask, g)) for mask in fitting for g in range(GROUP)})


SQUARES = np.array(_placements())
_number = {int(mask): placement for placement, mask in enumerate(SQUARES)}
PLACEMENT_IMAGE = np.array([_number[int(image_mask(mask, g))] for g in range(GROUP) for mask in SQUARES])
_orbits = PLACEMENT_IMAGE.reshape(GROUP, PLACEMENTS)
TO_CANONICAL = _orbits.argmin(axis=0)
CANONICAL = np.array(sorted(set(_orbits.min(axis=0).tolist())))
ORBIT = np.searchsorted(CANONICAL, _orbits.min(axis=0))


def place(mover: int, opponent: int, neutrals: int) -> int:
    """The key of a position."""
    return mover | opponent << 6 | neutrals << 12


# The mover's L from b4 by c4 and c3 to c2, the opponent's from b3 by b2 and b1 to c1, neutral pieces on a4 and d1.
INITIAL = place(_number[0x0446], _number[0x6220], 0x8001)


def image(key: int, g: int) -> int:
    """Image of a position."""
    mover = PLACEMENT_IMAGE[PLACEMENTS * g + (key & 63)]
    opponent = PLACEMENT_IMAGE[PLACEMENTS * g + (key >> 6 & 63)]
    return place(mover, opponent, image_mask(key >> 12, g))


def image_code(code: int, g: int) -> int:
    """Image of a move."""
    return PLACEMENT_IMAGE[PLACEMENTS * g + code // CHOICES] * CHOICES + code % CHOICES


def _code(placement: int, neutrals: int, empty: int, start: int, end: int) -> int:
    """Code of the move to ``placement`` that takes a neutral piece from ``start`` to ``end`` (masks of one square)."""
    g = TO_CANONICAL[placement]
    piece = image_mask(start, g) > image_mask(neutrals ^ start, g)
    square = popcount(image_mask(empty, g) & (image_mask(end, g) - 1))
    return placement * CHOICES + 1 + 6 * piece + square


def moves(key: int, out: NDArray[np.int64]) -> int:
    """Every placement but the present one, each with the thirteen choices for the neutral pieces."""
    mover, opponent, neutrals = key & 63, key >> 6 & 63, key >> 12
    blocked = SQUARES[opponent] | neutrals
    n = 0
    for placement in range(PLACEMENTS):
        if placement == mover or SQUARES[placement] & blocked:
            continue
        out[n, 0], out[n, 1], out[n, 2] = place(opponent, placement, neutrals), placement * CHOICES, ONGOING
        n += 1
        empty = FULL ^ blocked ^ SQUARES[placement]
        pieces = neutrals
        while pieces:
            start = pieces & -pieces
            pieces ^= start
            ends = empty
            while ends:
                end = ends & -ends
                ends ^= end
                out[n, 0] = place(opponent, placement, neutrals ^ start ^ end)
                out[n, 1], out[n, 2] = _code(placement, neutrals, empty, start, end), ONGOING
                n += 1
    return n


def unmoves(key: int, out: NDArray[np.int64]) -> int:
    """Takes a neutral piece back to any square that was empty or leaves it, and the opponent's L to any placement."""
    mover, moved, neutrals = key & 63, key >> 6 & 63, key >> 12
    standing = SQUARES[mover] | SQUARES[moved]
    n = 0
    for placement in range(PLACEMENTS):
        if placement == moved or SQUARES[placement] & SQUARES[mover]:
            continue
        if not SQUARES[placement] & neutrals:
            out[n, 0], out[n, 1], out[n, 2] = place(placement, mover, neutrals), moved * CHOICES, NONE
            n += 1
        pieces = neutrals
        while pieces:
            end = pieces & -pieces
            pieces ^= end
            if SQUARES[placement] & (neutrals ^ end):
                continue
            starts = FULL & ~(standing | neutrals | SQUARES[placement])
            while starts:
                start = starts & -starts
                starts ^= start
                before = neutrals ^ end ^ start
                out[n, 0] = place(placement, mover, before)
                out[n, 1], out[n, 2] = _code(moved, before, FULL ^ standing ^ before, start, end), NONE
                n += 1
    return n


# The index: (orbit of the mover, opponent's placement, pair among the eight free squares), the two L's not overlapping.
PAIRS = 28
PAIR = np.array(sorted(1 << low | 1 << high for high in range(8) for low in range(high)))


def _valid(number: int) -> bool:
    orbit, opponent = divmod(number // PAIRS, PLACEMENTS)
    return not SQUARES[CANONICAL[orbit]] & SQUARES[opponent]


_RANGE = len(CANONICAL) * PLACEMENTS * PAIRS
SLOTS, squeeze, widen = dense_index(np.fromiter(map(_valid, range(_RANGE)), bool, _RANGE))


def rank(key: int) -> tuple[int, int, bool]:
    """Slot, the symmetry that brings the mover to its canonical placement, and never a stabiliser."""
    mover = key & 63
    g = TO_CANONICAL[mover]
    opponent = PLACEMENT_IMAGE[PLACEMENTS * g + (key >> 6 & 63)]
    free = FULL ^ SQUARES[CANONICAL[ORBIT[mover]]] ^ SQUARES[opponent]
    pair = pext(image_mask(key >> 12, g), free)
    high = lowest(pair & (pair - 1))
    number = (ORBIT[mover] * PLACEMENTS + opponent) * PAIRS + high * (high - 1) // 2 + lowest(pair)
    return squeeze(number), g, False


def unrank(index: int) -> int:
    """The canonical position of a slot; every slot holds one."""
    number = widen(index)
    opponent = number // PAIRS % PLACEMENTS
    mover = CANONICAL[number // (PAIRS * PLACEMENTS)]
    return place(mover, opponent, pdep(PAIR[number % PAIRS], FULL ^ SQUARES[mover] ^ SQUARES[opponent]))


SECTIONS = (("all", 0, SLOTS),)
