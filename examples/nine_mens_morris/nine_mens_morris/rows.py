"""Sets of men by number, and those that are the smallest of their 16 images: the rows of the index.

The smallest image is the one with the smallest middle ring, then with the smallest union of the outer and the inner
ring, then with the smallest of these two rings. A table of the first two names the symmetries to try, nearly always
one. A bit for each set of men whose middle ring is the smallest of its images tells which are rows, and counts them, as
`retro.indexing.bitvector` does.

Sets of the same size, of some points, are numbered by how many men are on points 12 and above, then by which these are,
then by those below 12. A table of the sets of 12 points is enough for that.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from retro.game.bits import lowest, popcount

from .board import ALL, GROUP, IMAGE, POINTS
from .options import MEN

BOUNDS_CHECKED = False
LOW = 12
"""Points of the lower half of a set."""
SIZES = MEN + 1
FEWEST_FREE = POINTS - MEN

_ordered = sorted(range(1 << LOW), key=lambda half: (half.bit_count(), half))
HALVES = np.array(_ordered, np.int16)
"""The sets of LOW points by size."""
HALVES_FROM = np.cumsum([0, *(comb(LOW, size) for size in range(LOW))]).astype(np.int16)
"""Where the sets of each size begin in HALVES."""
NUMBER = np.empty(1 << LOW, np.int16)
"""Number of a set of LOW points among those of its size."""
NUMBER[HALVES] = np.arange(1 << LOW) - np.repeat(HALVES_FROM, [comb(LOW, size) for size in range(LOW + 1)])
WAYS = np.array([comb(LOW, size) for size in range(LOW + 1)], np.int16)
BEFORE = np.array(
    [
        sum(comb(points - LOW, above) * comb(LOW, size - above) for above in range(min(bound, size + 1)))
        for points in range(FEWEST_FREE, POINTS + 1)
        for size in range(SIZES)
        for bound in range(SIZES + 1)
    ],
    np.int32,
)
"""How many sets of a size, of some points, have fewer than ``bound`` men in the upper half."""


def number(men: int, points: int, size: int) -> int:
    """The number of a set of men among those of its size on 0..points-1."""
    above = popcount(men >> LOW)
    before = BEFORE[((points - FEWEST_FREE) * SIZES + size) * (SIZES + 1) + above]
    return int(before + NUMBER[men >> LOW & 4095] * WAYS[size - above] + NUMBER[men & 4095])


def subset(number: int, points: int, size: int) -> int:
    """The set of men with this number among those of its size on 0..points-1."""
    row = ((points - FEWEST_FREE) * SIZES + size) * (SIZES + 1)
    above = 0
    while BEFORE[row + above + 1] <= number:
        above += 1
    number -= BEFORE[row + above]
    upper = number // WAYS[size - above]
    lower = number - upper * WAYS[size - above]
    return int(HALVES[HALVES_FROM[above] + upper]) << LOW | int(HALVES[HALVES_FROM[size - above] + lower])


NUMBER_OF_RING = NUMBER[:256]
"""Number of a set of points of a ring among those of its size."""
RING_WAYS = np.array([comb(8, size) for size in range(9)], np.int16)


def _smallest_images(count: int, sets: NDArray[np.int64]) -> NDArray[np.uint8]:
    """A bit for each symmetry of the square that leads to the smallest image of a set of points of ``count`` rings."""
    images = np.zeros((8, len(sets)), np.int64)
    for ring in range(count):
        images |= IMAGE.reshape(8, 256)[:, sets >> 8 * ring & 255].astype(np.int64) << 8 * ring
    smallest: NDArray[np.uint8] = np.packbits(images == images.min(axis=0), axis=0, bitorder="little")[0]
    return smallest


SMALLEST = _smallest_images(2, np.arange(1 << 16))
"""The symmetries, a bit each, that make the middle ring, and then the outer and inner ring together, smallest."""
PAIRS_BEFORE = np.array(
    [
        sum(comb(8, inner) * comb(8, size - inner) for inner in range(min(bound, size + 1)))
        for size in range(SIZES)
        for bound in range(9)
    ],
    np.int16,
)
"""How many sets of a size on the outer and the inner ring have fewer than ``bound`` men on the inner one."""


_sizes = np.bitwise_count(np.arange(1 << 16))
_inner, _outer = np.arange(1 << 16) >> 8, np.arange(1 << 16) & 255
PAIRS = np.lexsort((NUMBER_OF_RING[_outer], NUMBER_OF_RING[_inner], np.bitwise_count(_inner), _sizes))
"""All sets of points of the outer and the inner ring, in order."""


def _rows_with(middle: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which of PAIRS make a row with a middle ring, and which of these have a symmetry."""
    is_row, has_symmetry = np.zeros(len(PAIRS), bool), np.zeros(len(PAIRS), bool)
    symmetries = SMALLEST[middle << 8 | (PAIRS >> 8 | PAIRS) & 255]
    places = np.flatnonzero((symmetries & 1 != 0) & (PAIRS >> 8 <= PAIRS & 255))
    pairs, least, fixed = PAIRS[places], np.ones(len(places), bool), np.zeros(len(places), bool)
    for g in range(1, GROUP):
        turned = IMAGE.reshape(8, 256)[g & 7].astype(np.int64)
        one, other = turned[pairs & 255], turned[pairs >> 8]
        image = one << 8 | other if g & 8 else other << 8 | one
        stays = symmetries[places] >> (g & 7) & 1 != 0
        least &= ~stays | (pairs <= image)
        fixed |= stays & (pairs == image)
    is_row[places], has_symmetry[places] = least, fixed
    return is_row, has_symmetry


def _rows() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """BITS_FROM, the bits as 0 and 1, and ROWS."""
    bits_from = np.full((SIZES, 256), -1)
    middles = np.flatnonzero(_smallest_images(1, np.arange(256)) & 1).tolist()
    of_size = [np.flatnonzero(_sizes[PAIRS] == size) for size in range(SIZES)]
    known = {middle: _rows_with(middle) for middle in middles}
    bits, rows, total = [], [], 0
    for size in range(SIZES):
        for middle in middles:
            if middle.bit_count() <= size:
                places = of_size[size - middle.bit_count()]
                is_row, has_symmetry = (flags[places] for flags in known[middle])
                bits_from[size, middle] = total
                total += len(places)
                bits.append(is_row)
                rows.append((middle << 16 | PAIRS[places] | has_symmetry << POINTS)[is_row])
    return bits_from.ravel(), np.concatenate(bits), np.concatenate(rows)


_from, _bits, _sets = _rows()
BITS_FROM = _from.astype(np.int32)
"""The first bit of the sets with a middle ring, at size * 256 + ring; -1 if the ring is not the smallest image."""
ROWS = _sets.astype(np.int32)
"""The sets of all rows, by size, with bit 24 for those that a symmetry maps to themselves."""
ROWS_FROM = np.searchsorted(np.bitwise_count(ROWS & ALL), np.arange(SIZES + 1))
WORDS = np.packbits(np.resize(np.append(_bits, np.zeros(63, bool)), (len(_bits) // 63 + 1, 63)), 1, "little").view(
    "<i8"
)[:, 0]
"""A bit for each set whose middle ring is the smallest of its images: whether it is a row. 63 bits in a word."""
ROWS_BEFORE = np.cumsum([0, *np.bitwise_count(WORDS)])[:-1].astype(np.int32)
"""Rows in all words before each."""


def bit_of(men: int, size: int) -> int:
    """The bit of a set of men whose middle ring is the smallest of its images."""
    middle, inner, outer = men >> 16 & 255, men >> 8 & 255, men & 255
    rest, above = size - popcount(middle), popcount(inner)
    number = PAIRS_BEFORE[rest * 9 + above] + NUMBER_OF_RING[inner] * RING_WAYS[rest - above] + NUMBER_OF_RING[outer]
    return int(BITS_FROM[size << 8 | middle] + number)


def row_of(men: int, size: int) -> int:
    """The row of a set of men that is the smallest of its images."""
    bit = bit_of(men, size)
    word = bit // 63
    return int(ROWS_BEFORE[word]) + popcount(int(WORDS[word]) & (1 << bit - word * 63) - 1)


def turning(men: int) -> int:
    """The symmetries that lead to the smallest image of a set of men, a bit each."""
    outer, inner = men & 255, men >> 8 & 255
    symmetries = int(SMALLEST[men >> 8 & 0xFF00 | outer | inner])
    least, turns = 1 << 16, 0
    while symmetries:
        turn = lowest(symmetries)
        symmetries &= symmetries - 1
        one, other = int(IMAGE[turn << 8 | outer]), int(IMAGE[turn << 8 | inner])
        image = min(other << 8 | one, one << 8 | other)
        by = (other <= one) << turn | (one <= other) << turn + 8
        if image < least:
            least, turns = image, by
        elif image == least:
            turns |= by
    return turns
