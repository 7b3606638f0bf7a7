"""The dense index: removes the invalid numbers from a range, with a rank bitvector.

For games whose positions are easily written as a number below a few million (a digit for each piece's square) of which
only some are legal. The plugin passes a flag for each number. It gets plain functions with bound tables, which its
rules call and the engine compiles:

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

from retro.game.instances import instance
from retro.indexing import bitvector
from retro.indexing.table_limits import FROZEN_BYTES, INSTEAD
from retro.system.errors import GameError

MAX_NUMBERS = FROZEN_BYTES // bitvector.LINE_BYTES * bitvector.LINE - 1
"""The most numbers, valid or not, that a dense index can have."""

# Placeholders: `dense_index` gives them the values of each index.
LINES = np.zeros(0, np.int64)
SAMPLES = np.zeros(0, np.int64)
_bits_before = bitvector.rank
_place_of = bitvector.select


class DenseIndex(NamedTuple):
    """A perfect index of the valid numbers.

    slots    how many numbers are valid
    squeeze  valid number -> its index, 0 <= index < slots; the result for other numbers is undefined
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
    own = instance(__name__, {"LINES": vector.lines, "SAMPLES": vector.samples})
    return DenseIndex(vector.ones, own._squeeze, own._widen)


def check(count: int, what: str) -> None:
    """Raise GameError if a dense index cannot have ``count`` numbers; ``what`` ends the message with the remedy."""
    if count > MAX_NUMBERS:
        raise GameError(f"{count:,} numbers are too many for the index; it can have {MAX_NUMBERS:,} {what}")
