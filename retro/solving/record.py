"""The record of a position while it is being solved: four fields in one word.

    high   best | second | only_move | count   low

    best       level and won with nothing forbidden (`retro.game.values.code_of`; 0 = not known)
    second     the same with `only_move` forbidden (0 = not known)
    only_move  code of the only best move; while neither value is known, the exclusive-or of all candidates' codes;
               all ones if forbidding a single move makes no difference
    count      candidates: moves not yet known to lose, without `only_move` once that is known to win

A game without a repetition rule has best and count only; in the end its records are values, less NO_VALUE. The widths
of the lower fields follow from the declarations of the game, and best and second share the bits of the word that
remain: Ostle's records have 32 bits (10 + 10 + 7 + 5), those of games with very many moves 64. Where a win is longer
than those of 32 bits hold, records widen to 64 bits (`Layout.wider`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE
from retro.game.rules import OUTCOME_PLY_BITS, Rules
from retro.game.values import NO_VALUE, WIN_POINTS, value_at
from retro.storage.solution import Planes

MIN_VALUE_BITS, MAX_VALUE_BITS = 9, 31
"""Bits of a code in the smallest word, and in any word."""
MIN_TABLE, TABLE = 1 << 10, 1 << 16
"""Codes below the second number are decoded by a table, which has as many entries as the first one, or more."""
WORDS: Mapping[type, int] = MappingProxyType({np.uint32: 32, np.uint64: 63})
"""Types of the word that holds a record, and its bits in use: records are non-negative in 64-bit signed arithmetic."""

Records = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True)
class Layout:
    """Field widths of the records of one game, in bits."""

    code_bits: int
    count_bits: int
    repetition: bool
    dtype: type[np.unsignedinteger[Any]]

    @classmethod
    def of(cls, rules: Rules) -> Layout:
        """Returns the layout of a game with the smallest word."""
        code_bits = rules.codes.bit_length() if rules.repetition else 0
        small = cls(code_bits, rules.max_moves.bit_length(), rules.repetition, np.uint32)
        highest = (rules.top << rules.kind.bits) - 1  # of the smallest difference of points
        min_value_bits = highest.bit_length() if rules.thresholds else MIN_VALUE_BITS
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

    def planes(self, records: Records) -> Planes:
        """Returns best, second and only_move (NONE where forbidding a move makes no difference) of final records."""
        if not self.repetition:
            best = (records.astype(np.int64) + NO_VALUE).astype(np.int32)
            return best, best, np.full(len(records), NONE, np.int16)
        positions = (records != 0).astype(self.dtype)
        best, second = (
            decoded(np.maximum(records >> shift & self.value_mask, positions), WIN_POINTS, OUTCOME_PLY_BITS)
            for shift in (self.best_shift, self.second_shift)
        )
        only_move = ((records >> self.count_bits) & self.no_move).astype(np.int16)
        none = (only_move == self.no_move) | ((best == 0) & (second == 0)) | (best == NO_VALUE)
        only_move[none] = NONE
        return best, np.where(none, best, second), only_move

    def applied(self, function: Callable[[Planes], Any], records: Records) -> Any:
        """Returns the result of a function of the `planes` of records."""
        return function(self.planes(records))

    def widened(self, records: Records) -> Records:
        """Returns records of this layout as those of the `wider` one."""
        wide = self.wider
        assert wide is not None
        fields = records.astype(np.int64)
        result = fields & ((1 << self.second_shift) - 1) | fields >> self.best_shift << wide.best_shift
        if self.repetition:
            result |= (fields >> self.second_shift & self.value_mask) << wide.second_shift
        return result.astype(wide.dtype)


def decoded(codes: NDArray[np.unsignedinteger[Any]], top: int, bits: int) -> NDArray[np.int32]:
    """Returns the values of codes where play without end is worth no points; NO_VALUE for the code 0."""
    highest = int(codes.max(initial=0))
    if highest < TABLE:
        return np.take(_table(max(1 << highest.bit_length(), MIN_TABLE), top, bits), codes)
    different, places = np.unique(codes, return_inverse=True)
    return np.array([_decoded(code, top, bits) for code in different.tolist()], np.int32)[places]


@cache
def _table(size: int, top: int, bits: int) -> NDArray[np.int32]:
    return np.array([_decoded(code, top, bits) for code in range(size)], np.int32)


def _decoded(code: int, top: int, bits: int) -> int:
    return value_at(code, 0, top, bits) if code else NO_VALUE
