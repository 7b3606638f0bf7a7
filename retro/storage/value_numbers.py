"""The numbers of packed values in a list of values, by value: rows of neighbouring values, as few as there are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game.endless import HIGHEST

ROW_BITS = 15
ROW = 1 << ROW_BITS


class ValueNumbers:
    """A number for each value; ``missing`` for values that have none."""

    def __init__(self, missing: int, dtype: Any) -> None:
        self.missing = missing
        self._rows = np.zeros((HIGHEST >> ROW_BITS) + 1, np.uint16)
        """By the high bits of a value, its row; the first row is that of values without a number."""
        self._numbers: NDArray[Any] = np.full((1, ROW), missing, dtype)

    def of(self, values: NDArray[np.unsignedinteger[Any]]) -> NDArray[Any]:
        """Returns the numbers of an array of values."""
        if int(values.max(initial=0)) < ROW:
            return np.take(self._numbers[self._rows[0]], values)
        result: NDArray[Any] = self._numbers[self._rows[values >> ROW_BITS], values & (ROW - 1)]
        return result

    def put(self, values: list[int], first: int) -> None:
        """Gives the values the numbers from ``first`` on, in order."""
        for number, value in enumerate(values, first):
            row = value >> ROW_BITS
            if not self._rows[row]:
                self._rows[row] = len(self._numbers)
                new = np.full((1, ROW), self.missing, self._numbers.dtype)
                self._numbers = np.concatenate([self._numbers, new])
            self._numbers[self._rows[row], value & (ROW - 1)] = number
