"""The record of a position while it is being solved: four fields in one word.

    high   best | second | slot | count   low

    best     value with nothing forbidden (0 = not known)
    second   value with the move `slot` forbidden (0 = not known)
    slot     code of the only best move; while neither value is known, the exclusive-or of all candidates' codes;
             all ones if forbidding a single move makes no difference
    count    candidates: moves not yet known to lose, without `slot` once that is known to win

A game without a repetition rule needs best and count only. Widths follow from what the game declares; 32 bits do for
Ostle (9 + 9 + 7 + 5), 64 for games with very many moves.
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
LEVELS = 254
"""Highest DTM that a record can hold."""

Records = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True)
class Layout:
    """Field widths of the records of one game, in bits."""

    slot_bits: int
    count_bits: int
    repetition: bool

    @classmethod
    def of(cls, rules: Rules) -> Layout:
        """The narrowest layout for a game."""
        slot_bits = rules.codes.bit_length() if rules.repetition else 0
        return cls(slot_bits, rules.max_moves.bit_length(), rules.repetition)

    @property
    def second_shift(self) -> int:
        return self.slot_bits + self.count_bits

    @property
    def best_shift(self) -> int:
        return self.second_shift + (VALUE_BITS if self.repetition else 0)

    @property
    def dtype(self) -> type[np.uint32] | type[np.uint64]:
        """The word that holds a record."""
        return np.uint32 if self.best_shift + VALUE_BITS <= 32 else np.uint64

    @property
    def no_slot(self) -> int:
        return (1 << self.slot_bits) - 1

    def constants(self) -> dict[str, Any]:
        """What the kernels need to know, by the names they use."""
        return {
            "SLOT_SHIFT": self.count_bits,
            "SECOND_SHIFT": self.second_shift,
            "BEST_SHIFT": self.best_shift,
            "LEVELS": LEVELS,
            "COUNT_MASK": (1 << self.count_bits) - 1,
            "NO_SLOT": self.no_slot,
            "VALUE_MASK": (1 << VALUE_BITS) - 1,
            "WORD": self.dtype,
        }

    def planes(self, records: Records) -> Planes:
        """best, second and slot (NONE where it makes no difference) of solved records."""
        mask = (1 << VALUE_BITS) - 1
        best = ((records >> self.best_shift) & mask).astype(np.uint16)
        if not self.repetition:
            return best, best, np.full(len(records), NONE, np.int16)
        second = ((records >> self.second_shift) & mask).astype(np.uint16)
        slot = ((records >> self.count_bits) & self.no_slot).astype(np.int16)
        none = (slot == self.no_slot) | ((best == 0) & (second == 0))
        slot[none] = NONE
        return best, np.where(none, best, second), slot


@dataclass(frozen=True)
class OfBlocks:
    """What a function makes of the planes of each ``size`` records, from a part's bytes: to be sent where these are."""

    function: Callable[[Planes], Any]
    size: int
    layout: Layout
    dtype: np.dtype[Any]

    def __call__(self, part: NDArray[np.uint8]) -> list[Any]:
        """In order."""
        records = part.view(self.dtype)
        blocks = (records[first : first + self.size] for first in range(0, len(records), self.size))
        return [self.function(self.layout.planes(each)) for each in blocks]
