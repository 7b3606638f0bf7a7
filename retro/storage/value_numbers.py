"""The numbers of values in a list of values: rows for those that occur."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game.values import NO_VALUE
from retro.storage.solution import Values

ROW_BITS = 12
ROW = 1 << ROW_BITS


class ValueNumbers:
    """A number for each value; ``missing`` for values that have none."""

    def __init__(self, missing: int, dtype: Any) -> None:
        self.missing = missing
        self._rows: NDArray[np.int32] = np.zeros(1 << 32 - ROW_BITS, np.int32)
        """By the high bits of a value, its row; the first row is that of values without a number."""
        self._numbers: NDArray[Any] = np.full((1, ROW), missing, dtype)
        self._used = 1

    def of(self, values: Values) -> NDArray[Any]:
        """Returns the numbers of an array of values."""
        places = values.view(np.uint32) ^ np.uint32(1 << 31)  # in the same order, from NO_VALUE on
        rows = np.take(self._rows, places >> ROW_BITS)
        return np.take(self._numbers, (rows << ROW_BITS) + (places & (ROW - 1)).view(np.int32))

    def put(self, values: list[int], first: int) -> None:
        """Gives the values the numbers from ``first`` on, in order."""
        for number, value in enumerate(values, first):
            high, low = divmod(value - NO_VALUE, ROW)
            row = self._row(high)
            self._numbers[row, low] = number

    def _row(self, high: int) -> int:
        """Returns the row of values with these high bits; a new one if there is none."""
        if not self._rows[high]:
            if self._used == len(self._numbers):
                more = np.full_like(self._numbers, self.missing)
                self._numbers = np.concatenate([self._numbers, more])
            self._rows[high] = self._used
            self._used += 1
        return int(self._rows[high])
