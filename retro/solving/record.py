"""The record of a position while it is being solved: four fields in one word.

    high   best | second | only_move | count   low

    best       value with nothing forbidden (0 = not known)
    second     value with `only_move` forbidden (0 = not known)
    only_move  code of the only best move; while neither value is known, the exclusive-or of all candidates' codes;
               all ones if forbidding a single move makes no difference
    count      candidates: moves not yet known to lose, without `only_move` once that is known to win

A game without a repetition rule has best and count only. The widths of the fields follow from the declarations of the
game: Ostle's records have 32 bits (9 + 9 + 7 + 5), those of games with very many moves 64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE
from retro.game.rules import Rules
from retro.storage.solution import Planes

VALUE_BITS = 9
MAX_DTM = 254
"""Highest DTM that a record can hold."""

Records = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True)
class Layout:
    """Field widths of the records of one game, in bits."""

    code_bits: int
    count_bits: int
    repetition: bool

    @classmethod
    def of(cls, rules: Rules) -> Layout:
        """Returns the narrowest layout for a game."""
        code_bits = rules.codes.bit_length() if rules.repetition else 0
        return cls(code_bits, rules.max_moves.bit_length(), rules.repetition)

    @property
    def second_shift(self) -> int:
        return self.code_bits + self.count_bits

    @property
    def best_shift(self) -> int:
        return self.second_shift + (VALUE_BITS if self.repetition else 0)

    @property
    def dtype(self) -> type[np.uint32] | type[np.uint64]:
        """Type of the word that holds a record."""
        return np.uint32 if self.best_shift + VALUE_BITS <= 32 else np.uint64

    @property
    def no_move(self) -> int:
        return (1 << self.code_bits) - 1

    def constants(self) -> dict[str, Any]:
        """Returns the constants of the kernels, by name."""
        return {
            "MOVE_SHIFT": self.count_bits,
            "SECOND_SHIFT": self.second_shift,
            "BEST_SHIFT": self.best_shift,
            "MAX_DTM": MAX_DTM,
            "COUNT_MASK": (1 << self.count_bits) - 1,
            "NO_MOVE": self.no_move,
            "VALUE_MASK": (1 << VALUE_BITS) - 1,
            "WORD": self.dtype,
        }

    def planes(self, records: Records) -> Planes:
        """Returns best, second and only_move (NONE where forbidding a move makes no difference) of solved records."""
        mask = (1 << VALUE_BITS) - 1
        best = ((records >> self.best_shift) & mask).astype(np.uint16)
        if not self.repetition:
            return best, best, np.full(len(records), NONE, np.int16)
        second = ((records >> self.second_shift) & mask).astype(np.uint16)
        only_move = ((records >> self.count_bits) & self.no_move).astype(np.int16)
        none = (only_move == self.no_move) | ((best == 0) & (second == 0))
        only_move[none] = NONE
        return best, np.where(none, best, second), only_move


@dataclass(frozen=True)
class OfBlocks:
    """A function of the bytes of a page: applies ``function`` to the planes of each block of ``size`` records.

    It can be pickled, so that it can run in the process that has the page.
    """

    function: Callable[[Planes], Any]
    size: int
    layout: Layout
    dtype: np.dtype[Any]

    def __call__(self, page: NDArray[np.uint8]) -> list[Any]:
        """Returns the results in order."""
        records = page.view(self.dtype)
        blocks = (records[first : first + self.size] for first in range(0, len(records), self.size))
        return [self.function(self.layout.planes(each)) for each in blocks]
