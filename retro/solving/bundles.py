"""Bundles: small tiers that are solved together, because no move leads from one of them to another.

A small tier has less to do than steps to take: its levels keep one thread busy for a moment each. A bundle has the
levels of its longest tier, and all threads share each of them. It is solved like one tier: each of its tiers begins
with a tile of its own, so that every page lies in one tier.

Which tiers the moves of a tier enter is not known in advance. A few positions of each tier are drawn, and it is in a
bundle if their moves enter finished tiers only. A kernel that meets another move raises `Unfinished`, and the tier
waits for the one that the move enters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game.rules import IndexedRules, Tier
from retro.solving import bundle_kernels
from retro.solving.below import Below, only_tier
from retro.solving.outbox_kernels import CHUNK_BITS
from retro.system.sizes import PRODUCTION

MAX_SLOTS = 1 << 20
"""Records of a bundle. A tier with more than half of them is solved by itself."""
WINDOW = 256
"""Tiers, from the lowest that is not finished, among which a bundle is chosen."""


class Unfinished(Exception):
    """A move of tier ``number`` enters tier ``entered``, which is not finished."""

    def __init__(self, number: int, entered: int) -> None:
        super().__init__(number, entered)
        self.number, self.entered = number, entered


class TierPage(NamedTuple):
    """A page: records start..stop-1, all of one tier."""

    below: Below
    start: int
    stop: int


class Bundle(NamedTuple):
    """Tiers that are solved together, in order of their numbers, or one tier.

    bits  binary logarithm of the slots of a tile; None if the store chooses it
    """

    tiers: tuple[Below, ...]
    bits: int | None = None

    @property
    def records(self) -> int:
        """The number of records: those of all slots, and unused ones between tiers."""
        return self.tiers[-1].start + self.tiers[-1].slots

    @property
    def slots(self) -> int:
        """The number of slots of all tiers."""
        return sum(tier.slots for tier in self.tiers)

    def pages(self, ranges: Iterable[tuple[int, int]]) -> list[TierPage]:
        """Returns pages without unused records, given the ``ranges`` of all records of each, in order."""
        pages, tiers = list[TierPage](), iter(self.tiers)
        below = next(tiers)
        for start, stop in ranges:
            if start >= below.start + below.slots:
                below = next(tiers)
            pages.append(TierPage(below, start, min(stop, below.start + below.slots)))
        return pages


def one_tier(slots: int) -> Bundle:
    """Returns the only tier of a game with so many slots."""
    return Bundle((only_tier(slots),))


def bundle_bits(slots: int) -> int:
    """Returns the binary logarithm of the slots of a tile, given the slots of the first tier of a bundle."""
    return min(PRODUCTION.min_tile_bits, max(CHUNK_BITS, (slots - 1).bit_length()))


def aligned(record: int, bits: int) -> int:
    """Returns the first record from ``record`` on with which a tile begins."""
    return -(-record >> bits) << bits


def max_records(tiers: Sequence[Tier], bundling: bool) -> int:
    """Returns the largest number of slots of a bundle, or of a tier; other records are not used."""
    sizes = [tier.stop - tier.start for tier in tiers]
    return max(*sizes, min(MAX_SLOTS, sum(sizes)) if bundling else 0)


class Schedule:
    """The order in which tiers are solved. Tiers have their index among ``tiers``, the lowest first."""

    def __init__(self, rules: IndexedRules, tiers: Sequence[Tier], finished: Iterable[int], bundling: bool) -> None:
        """``finished`` tiers are not solved. Unless ``bundling``, each tier is solved by itself."""
        self._rules, self._tiers, self._bundling = rules, tiers, bundling
        self._numbers = np.array([tier.number for tier in tiers], np.int64)
        self._open = np.ones(len(tiers), np.bool_)
        self._open[list(finished)] = False
        self._lowest = 0
        self._waiting = dict[int, int]()
        """By tier, an unfinished one that its moves enter."""
        self._loaded: ModuleType | None = None

    def chosen(self) -> list[int]:
        """Returns the tiers to solve next, in order; the lowest unfinished one is the first. Empty if all are finished.

        Errors as from the functions of the game.
        """
        while self._lowest < len(self._tiers) and not self._open[self._lowest]:
            self._lowest += 1
        if self._lowest == len(self._tiers):
            return []
        chosen, records = [self._lowest], self._size(self._lowest)
        if not self._bundling or 2 * records > MAX_SLOTS:
            return chosen
        bits = bundle_bits(records)
        for each in range(self._lowest + 1, min(self._lowest + WINDOW, len(self._tiers))):
            if self._open[each]:
                longer = aligned(records, bits) + self._size(each)
                if longer <= MAX_SLOTS and not self._waits(each):
                    chosen.append(each)
                    records = longer
        return chosen

    def unfinished(self, tier: int) -> NDArray[np.int64]:
        """Returns the numbers of the unfinished tiers below a tier."""
        return self._numbers[self._lowest : tier][self._open[self._lowest : tier]]

    def wait(self, unfinished: Unfinished) -> None:
        """Has a tier wait for another one, which its moves enter."""
        tier, entered = np.searchsorted(self._numbers, [unfinished.number, unfinished.entered]).tolist()
        self._waiting[tier] = entered

    def finish(self, tiers: Sequence[int]) -> None:
        """Notes that tiers are finished."""
        self._open[list(tiers)] = False
        for each in tiers:
            self._waiting.pop(each, None)

    def _size(self, tier: int) -> int:
        return self._tiers[tier].stop - self._tiers[tier].start

    def _waits(self, tier: int) -> bool:
        entered = self._waiting.get(tier)
        if entered is not None and self._open[entered]:
            return True
        if self._loaded is None:
            self._loaded = compiled_kernels(self._rules, bundle_kernels)
        number, start, stop = self._tiers[tier]
        found = int(self._loaded.entered(start, stop, self.unfinished(tier)))
        if found >= 0:
            self.wait(Unfinished(number, found))
        return found >= 0
