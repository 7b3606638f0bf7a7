"""The values of finished tiers, which the tiers above them look up.

A tier is solved with its own records, which are dropped when it is finished: what remains of a position is its value,
an index into the list of all values that occur, in one byte or two. With a repetition rule the second value and the
only move remain as well. A move that leaves the tier can never be taken back, so tiers above look up best values only.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE, UNKNOWN
from retro.game.rules import IndexedRules, Tier
from retro.indexing.tiers import tiers_of
from retro.solving.sample import sampled
from retro.storage.solution import VALUES_OF_16_BITS, Planes, Solution, value_type
from retro.system.checkpointing import PagedArray, paged
from retro.system.ranges import ranges

Indices = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]
WIDTHS = np.uint8, np.uint16, np.uint32
"""Types of indices: the narrowest that numbers all values."""
SLOTS_AT_ONCE = 1 << 20


class Below(NamedTuple):
    """The tier that is being solved, and the values of all below it, for kernels.

    number   the number of the tier
    first    its first slot
    slots    the number of its slots
    values   values of finished tiers, each once
    indices  by slot of the game, the index of its value in ``values``; empty if there is one tier only
    """

    number: int
    first: int
    slots: int
    values: NDArray[np.int64]
    indices: Indices

    @property
    def tier(self) -> Tier:
        """The tier that is being solved."""
        return Tier(self.number, self.first, self.first + self.slots)


def solved_tiers(rules: IndexedRules) -> tuple[Tier, ...]:
    """Returns the tiers that are solved one after the other, the lowest first: one of all slots, or those of the game.

    Two kinds of games are solved in one piece. If there is a repetition rule and no ``unmoves``, the states of a
    position depend on all moves into it, and transposed edges are those of one tier. And ``urgent`` counts moves
    whatever their tier.
    """
    if (rules.repetition and not rules.defines("unmoves")) or rules.defines("urgent"):
        return (whole(rules),)
    return tiers_of(rules)


def in_tiers(rules: IndexedRules) -> bool:
    """Whether a game has several tiers, which are solved one after the other."""
    return len(solved_tiers(rules)) > 1


def one_pass(rules: IndexedRules) -> bool:
    """Returns whether every move lowers the tier, as far as is known: tiers are then settled in one pass each.

    It is certain where values are scores, because no others can be computed, and otherwise follows from a sample.
    """
    return bool(rules.scores) or (in_tiers(rules) and not rules.repetition and sampled(rules).lowers_tier)


def finished_bytes(rules: IndexedRules) -> int:
    """Returns the bytes of memory that finished tiers take, with indices of one byte."""
    if not (in_tiers(rules) or rules.scores):
        return 0
    return rules.slots * (5 if rules.repetition else 1)


def takes_back(rules: IndexedRules) -> bool:
    """Returns whether ``unmoves`` lists every move inside a tier that is solved by itself.

    Where the slots of tiers are not neighbours, the whole game is solved as one tier, and edges are transposed.
    """
    return rules.unmoves_lists_all or (rules.defines("unmoves") and in_tiers(rules))


def whole(rules: IndexedRules) -> Tier:
    """Returns all slots as one tier."""
    return Tier(0, 0, rules.slots)


def largest_tier(rules: IndexedRules) -> int:
    """Returns the slots of the largest tier that is solved by itself."""
    return max(tier.stop - tier.start for tier in solved_tiers(rules))


def sections_of(rules: IndexedRules, below: Below) -> list[tuple[str, int, int]]:
    """Returns the sections that a tier has slots of: name, first slot, one past the last."""
    last = below.first + below.slots
    cut = [(name, max(start, below.first), min(stop, last)) for name, start, stop in rules.sections]
    return [section for section in cut if section[1] < section[2]]


def only_tier(slots: int) -> Below:
    """Returns the tier of a game that is one tier."""
    return Below(0, 0, slots, np.zeros(1, np.int64), np.zeros(0, np.uint8))


class FinishedTiers:
    """The values of the tiers that are finished, in memory.

    values  list of the values that occur; the first is UNKNOWN
    """

    def __init__(self, slots: int, repetition: bool) -> None:
        self.values = [UNKNOWN]
        self._numbers = np.zeros(VALUES_OF_16_BITS, np.int32)
        """By value, its index in ``values``."""
        self._indices: Indices = np.zeros(slots, np.uint8)
        self._second: NDArray[np.unsignedinteger[Any]] = np.zeros(slots if repetition else 0, np.uint16)
        self._only_move = np.full(slots if repetition else 0, NONE, np.int16)

    def below(self, tier: Tier) -> Below:
        """Returns what the kernels need to solve a tier."""
        values = np.array(self.values, np.int64)
        return Below(tier.number, tier.start, tier.stop - tier.start, values, self._indices)

    def add(self, tier: Tier, solution: Solution) -> None:
        """Adds the records of a tier."""
        for start, stop in ranges(0, tier.stop - tier.start, SLOTS_AT_ONCE):
            best, second, only_move = solution.planes(start, stop)
            self._extend(self._new(best))
            slots = slice(tier.start + start, tier.start + stop)
            self._indices[slots] = self._numbers[best]
            if len(self._second):
                self._extend(self._new(second))
                self._second[slots], self._only_move[slots] = second, only_move

    def planes(self, start: int, stop: int) -> Planes:
        """Returns the records of slots start..stop-1 of the game."""
        best = np.array(self.values, value_type(1 + max(self.values)))[self._indices[start:stop]]
        if not len(self._second):
            return best, best, np.full(len(best), NONE, np.int16)
        return best, self._second[start:stop].astype(best.dtype), self._only_move[start:stop]

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays that a checkpoint saves."""
        arrays: dict[str, NDArray[Any]] = {"indices": self._indices}
        if len(self._second):
            arrays |= {"second": self._second, "only move": self._only_move}
        return arrays

    @property
    def pages(self) -> dict[str, PagedArray]:
        """The same arrays, into which a checkpoint is read."""
        return {name: paged(array) for name, array in self.arrays.items()}

    def begin_with(self, values: list[int]) -> None:
        """Takes the values of a checkpoint, whose arrays are then read into `pages`."""
        self._extend(values[1:])

    def _new(self, best: NDArray[np.unsignedinteger[Any]]) -> list[int]:
        """Returns those of the values that are not listed yet, lowest first."""
        highest = int(best.max(initial=0))
        self._grow(highest)
        present = np.zeros(highest + 1, np.bool_)
        present[best] = True
        return [value for value in np.flatnonzero(present).tolist() if value and not self._numbers[value]]

    def _extend(self, new: list[int]) -> None:
        """Adds values to the list, and widens arrays that cannot hold them, or the indices of all."""
        self._grow(max(new, default=0))
        self._numbers[new] = np.arange(len(self.values), len(self.values) + len(new))
        self.values += new
        width = next(each for each in WIDTHS if len(self.values) <= 1 << 8 * np.dtype(each).itemsize)
        if np.dtype(width).itemsize > self._indices.itemsize:
            self._indices = self._indices.astype(width)  # type: ignore[assignment]
        second_type = value_type(1 + max(self.values))
        if second_type.itemsize > self._second.itemsize:
            self._second = self._second.astype(second_type)

    def _grow(self, highest: int) -> None:
        """Makes space for the numbers of all values up to ``highest``."""
        if highest >= len(self._numbers):
            self._numbers = np.concatenate([self._numbers, np.zeros(2 * highest - len(self._numbers), np.int32)])
