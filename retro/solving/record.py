"""The record of a position while it is being solved: four fields in one word.

    high   best | second | only_move | count   low

    best       value with nothing forbidden (0 = not known)
    second     value with `only_move` forbidden (0 = not known)
    only_move  code of the only best move; while neither value is known, the exclusive-or of all candidates' codes;
               all ones if forbidding a single move makes no difference
    count      candidates: moves not yet known to lose, without `only_move` once that is known to win

A game without a repetition rule has best and count only. The widths of the lower fields follow from the declarations of
the game, and values share the bits of the word that remain: Ostle's records have 32 bits (10 + 10 + 7 + 5), those of
games with very many moves 64. Where a win is longer than the values of 32 bits hold, records widen to 64 bits
(`Layout.wider`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE
from retro.game.rules import Rules
from retro.storage.solution import MAX_VALUE, VALUES_OF_16_BITS, Planes, value_type

MIN_VALUE_BITS, MAX_VALUE_BITS = 9, MAX_VALUE.bit_length()
"""Bits of a value in the smallest word, and in any word."""
LEVELS_OF_SCORES, LEVELS_OF_DRAWS = 28, 23
"""Bits of a value that has the level of a threshold (`retro.solving.threshold_kernels`)."""
WORDS = {np.uint32: 32, np.uint64: 63}
"""Types of the word that holds a record, and its bits in use: records are non-negative in 64-bit signed arithmetic."""

Records = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True)
class Layout:
    """Field widths of the records of one game, in bits."""

    code_bits: int
    count_bits: int
    repetition: bool
    dtype: type[np.uint32] | type[np.uint64]
    thresholds: bool = False

    @classmethod
    def of(cls, rules: Rules) -> Layout:
        """Returns the layout of a game with the smallest word."""
        code_bits = rules.codes.bit_length() if rules.repetition else 0
        small = cls(code_bits, rules.max_moves.bit_length(), rules.repetition, np.uint32, rules.thresholds)
        min_value_bits = MIN_VALUE_BITS
        if rules.thresholds:  # in the end a record is a packed value, which takes all bits of the smallest word
            small = replace(small, count_bits=max(small.count_bits, WORDS[np.uint32] - MAX_VALUE_BITS))
            min_value_bits = LEVELS_OF_SCORES if rules.scores else LEVELS_OF_DRAWS
        return small if small.value_bits >= min_value_bits else replace(small, dtype=np.uint64)

    @property
    def wider(self) -> Layout | None:
        """The layout of the largest word, None if it gives values no more bits."""
        largest = replace(self, dtype=np.uint64)
        return largest if largest.value_bits > self.value_bits else None

    @property
    def value_bits(self) -> int:
        free = WORDS[self.dtype] - self.second_shift
        return min(MAX_VALUE_BITS, free // 2 if self.repetition else free)

    @property
    def max_dtm(self) -> int:
        """Highest DTM that a record holds, won or lost."""
        return (self.value_mask >> 1) - 1

    @property
    def value_mask(self) -> int:
        return (1 << self.value_bits) - 1

    @property
    def second_shift(self) -> int:
        return self.code_bits + self.count_bits

    @property
    def best_shift(self) -> int:
        return self.second_shift + (self.value_bits if self.repetition else 0)

    @property
    def no_move(self) -> int:
        return (1 << self.code_bits) - 1

    def constants(self) -> dict[str, Any]:
        """Returns the constants of the kernels, by name."""
        return {
            "MOVE_SHIFT": self.count_bits,
            "SECOND_SHIFT": self.second_shift,
            "BEST_SHIFT": self.best_shift,
            "COUNT_MASK": (1 << self.count_bits) - 1,
            "NO_MOVE": self.no_move,
            "VALUE_MASK": self.value_mask,
            "WORD": self.dtype,
        }

    def planes(self, records: Records, values: int = VALUES_OF_16_BITS) -> Planes:
        """Returns best, second and only_move (NONE where forbidding a move makes no difference) of solved records.

        All values are below ``values``.
        """
        mask, value = self.value_mask, value_type(values)
        if self.thresholds:
            best = records.astype(value)
            return best, best, np.full(len(records), NONE, np.int16)
        best = ((records >> self.best_shift) & mask).astype(value)
        if not self.repetition:
            return best, best, np.full(len(records), NONE, np.int16)
        second = ((records >> self.second_shift) & mask).astype(value)
        only_move = ((records >> self.count_bits) & self.no_move).astype(np.int16)
        none = (only_move == self.no_move) | ((best == 0) & (second == 0))
        only_move[none] = NONE
        return best, np.where(none, best, second), only_move

    def widened(self, records: Records) -> Records:
        """Returns records of this layout as those of the `wider` one."""
        wide = self.wider
        assert wide is not None
        fields = records.astype(np.int64)
        result = fields & ((1 << self.second_shift) - 1) | fields >> self.best_shift << wide.best_shift
        if self.repetition:
            result |= (fields >> self.second_shift & self.value_mask) << wide.second_shift
        return result.astype(wide.dtype)


@dataclass(frozen=True)
class OfBlocks:
    """A function of the bytes of a page: applies ``function`` to the planes of each block of ``size`` records,
    whose values are below ``values``.

    It can be pickled, so that it can run in the process that has the page.
    """

    function: Callable[[Planes], Any]
    size: int
    layout: Layout
    dtype: np.dtype[Any]
    values: int

    def __call__(self, page: NDArray[np.uint8]) -> list[Any]:
        """Returns the results in order."""
        records = page.view(self.dtype)
        blocks = (records[first : first + self.size] for first in range(0, len(records), self.size))
        return [self.function(self.layout.planes(each, self.values)) for each in blocks]
