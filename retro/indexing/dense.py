"""The dense index: numbers that are easy to compute, with the invalid ones squeezed out by a rank bitvector.

For games whose positions are easily written as a number below a few million (so much for each piece's place) of which
only some are legal. The plugin says which; it gets plain functions with their tables bound as globals, to be called
from its rules, where the engine compiles them:

    _index = dense_index(np.fromiter((is_legal(number) for number in range(COUNT)), bool, COUNT))
    SLOTS, squeeze, widen = _index

    def rank(key):
        return squeeze(number_of(key)), 0, False
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.indexing import bitvector
from retro.indexing.binding import FROZEN_BYTES, INSTEAD, bound
from retro.system.errors import GameError

MOST = FROZEN_BYTES // bitvector.LINE_BYTES * bitvector.LINE - 1
"""Numbers that a dense index can hold, valid or not."""

# Stand-ins: `dense_index` binds each index's own tables under these names.
LINES = np.zeros(0, np.int64)
SAMPLES = np.zeros(0, np.int64)
_bits_before = bitvector.rank
_place_of = bitvector.select


class DenseIndex(NamedTuple):
    """A perfect index of the valid numbers.

    slots    how many numbers are valid
    squeeze  valid number -> its index, 0 <= index < slots; of other numbers nothing is promised
    widen    index -> number
    """

    slots: int
    squeeze: Callable[[int], int]
    widen: Callable[[int], int]


def _squeeze(number: int) -> int:
    return int(_bits_before(LINES, number))


def _widen(index: int) -> int:
    return int(_place_of(LINES, SAMPLES, index))


def dense_index(valid: NDArray[np.bool_]) -> DenseIndex:
    """The index of the numbers whose flag in ``valid`` is set; GameError if there are too many numbers for it."""
    check(len(valid), f"numbers, valid or not: use folded, whose slots are all numbers, or {INSTEAD}")
    vector = bitvector.Bitvector.from_flags(valid)
    squeeze, widen = bound((_squeeze, _widen), {"LINES": vector.lines, "SAMPLES": vector.samples})
    return DenseIndex(vector.ones, squeeze, widen)


def check(count: int, what: str) -> None:
    """GameError if ``count`` numbers are too many for a dense index; ``what`` they are and what there is instead."""
    if count > MOST:
        raise GameError(f"{count:,} numbers are too many for the index; it can have {MOST:,} {what}")
