"""The numbers of packed values in a list of values: a table of small values, and rows of some of the others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

SMALL = 1 << 15
"""Values below this have a table of their own, which most games do not leave."""
ROW_BITS = 8
ROW = 1 << ROW_BITS


class ValueNumbers:
    """A number for each value; ``missing`` for values that have none."""

    def __init__(self, missing: int, dtype: Any) -> None:
        self.missing = missing
        self._small: NDArray[Any] = np.full(SMALL, missing, dtype)
        self._rows = np.zeros(0, np.int32)
        """By the high bits of a larger value, its row; the first row is that of values without a number."""
        self._numbers: NDArray[Any] = np.full((1, ROW), missing, dtype)
        self._used = 1

    def of(self, values: NDArray[np.unsignedinteger[Any]]) -> NDArray[Any]:
        """Returns the numbers of an array of values."""
        highest = int(values.max(initial=0))
        if highest < SMALL:
            return np.take(self._small, values)
        self._make_space(highest)
        numbers: NDArray[Any] = self._numbers[self._rows[values >> ROW_BITS], values & (ROW - 1)]
        return np.where(values < SMALL, self._small[np.minimum(values, SMALL - 1)], numbers)

    def put(self, values: list[int], first: int) -> None:
        """Gives the values the numbers from ``first`` on, in order."""
        self._make_space(max(values, default=0))
        for number, value in enumerate(values, first):
            if value < SMALL:
                self._small[value] = number
            else:
                row = self._row(value >> ROW_BITS)
                self._numbers[row, value & (ROW - 1)] = number

    def _row(self, high: int) -> int:
        """Returns the row of values with these high bits; a new one if there is none."""
        if not self._rows[high]:
            if self._used == len(self._numbers):
                more = np.full_like(self._numbers, self.missing)
                self._numbers = np.concatenate([self._numbers, more])
            self._rows[high] = self._used
            self._used += 1
        return int(self._rows[high])

    def _make_space(self, highest: int) -> None:
        """Makes the table of rows long enough for a value."""
        if (missing := (highest >> ROW_BITS) + 1 - len(self._rows)) > 0:
            self._rows = np.concatenate([self._rows, np.zeros(missing, np.int32)])
