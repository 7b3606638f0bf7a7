"""The shards that search from the start (`retro.reach.reach`): the distances of positions, then the states."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import kernels_of
from retro.game import NONE
from retro.game.rules import IndexedRules
from retro.reach import reach_kernels, reach_states_kernels
from retro.solving.edges import Edges
from retro.solving.outbox import Parcel
from retro.solving.outbox_kernels import NEVER
from retro.solving.shard import Shard, Shards, TaskResult
from retro.solving.tier_errors import wrong_tier
from retro.storage.distances import type_of, unreached

MAX_COUNTED_BYTES = 2
"""Bytes of the widest distances where states are counted: each task has a counter for every distance."""
MAX_PAYLOAD_BITS = 24
"""Bits of the largest distance that an update holds, which also limits the distances of a game."""
VISITED_SHARE = 4
"""Bits of visited positions are used if the memory for updates is at least this many times as large. Packed distances
grow, and some memory has to remain for updates at the end."""


def searching(rules: IndexedRules, distance_bytes: int) -> Shards:
    """Returns what shards are that search for distances of so many bytes."""
    dtype = type_of(distance_bytes)
    return Shards(SearchShard, search_kernels(rules, distance_bytes), dtype, unreached(dtype))


def counting(rules: IndexedRules, distance_bytes: int) -> Shards:
    """Returns what shards are that count states, whose positions have distances of so many bytes."""
    dtype = type_of(distance_bytes)
    return Shards(CountingShard, counting_kernels(rules, distance_bytes), dtype, unreached(dtype))


def search_kernels(rules: IndexedRules, distance_bytes: int = 1) -> ModuleType:
    constants = {"TRANSPOSED": False, "REQUESTS": False, "DISTANCE_BYTES": distance_bytes}
    constants["PAYLOAD_BITS"] = min(8 * distance_bytes, MAX_PAYLOAD_BITS)
    return kernels_of(rules, reach_kernels, constants)


def counting_kernels(rules: IndexedRules, distance_bytes: int = 1) -> ModuleType:
    constants = {"TRANSPOSED": False, "REQUESTS": True, "PAYLOAD_BITS": 0}
    constants["DISTANCE_BYTES"] = min(distance_bytes, MAX_COUNTED_BYTES)
    return kernels_of(rules, reach_states_kernels, constants)


class SearchShard(Shard):
    """A shard whose positions send their distance to their successors, tier after tier.

    Updates for lower tiers wait in outboxes until these are full, or the tier ends, because packed tiles should not be
    opened in every level of the tiers above them.

    Nearly all updates would come too late: a position of Ostle has 29 moves. So if there is memory for it
    (`VISITED_SHARE`), a bit for each position of the game says whether this shard has sent it an update before, in this
    tier. The bits are not saved: a resumed run sends some updates once more.
    """

    _visited = np.zeros(0, np.uint8)
    _tier, _own, _waiting = range(0), range(0), False
    """The slots of the tier, its tiles, and whether updates for others wait in outboxes."""

    def begin(self, tier: range, entered: range, unpacked: bool, resumed: bool) -> Iterator[TaskResult]:
        """Begins a tier, or goes on with it; its moves may lead to the slots ``entered``.

        If it is ``unpacked``, its tiles are left open until it ends.
        """
        self._tier, size, bits = tier, self.store.page, self.module.CHUNK_BITS
        self._bounds, self._visited[:] = np.array([entered.start, entered.stop, NONE]), 0
        self._own = range(tier.start >> self.store.bits, ((tier.stop - 1) >> self.store.bits) + 1)
        pages = range(tier.start // size, -(-tier.stop // size))
        self._pages = [page for page in pages if page * size >> self.store.bits in self.tiles]
        self._sizes = np.array([stop - start for start, stop in map(self._slots_of, self._pages)], np.int64)
        self.store.leave_open(tile for tile in self._own if unpacked and tile in self.tiles)
        for chunk in () if resumed else {tier.start >> bits, tier[-1] >> bits}:  # what has slots of higher tiers, too
            start, stop = max(tier.start, chunk << bits), min(tier.stop, (chunk + 1) << bits)
            if start >> self.store.bits in self.tiles:
                nearest = int(self.store.read(start, stop).min())
                self.later[chunk] = nearest if nearest < self.module.UNREACHED else NEVER
        return iter(())

    def end(self) -> Iterator[TaskResult]:
        """Ends the tier: packs its tiles, and has all updates applied."""
        self.store.leave_open(())
        return self.deliver()

    def deliver(self) -> Iterator[TaskResult]:
        """Has all updates applied, also those that wait."""
        self.halt()
        return iter(())

    def expand(self, level: int) -> Iterator[TaskResult]:
        yield from super().expand(level)
        if (slot := int(self._bounds[self.module.WRONG])) != NONE:
            key = self.rules.unrank(slot)
            raise wrong_tier(self.rules, self.rules.tier(key), key)

    def _later(self) -> NDArray[np.int32]:
        later, bits = super()._later(), self.module.CHUNK_BITS
        if len(later):  # the first page and the last one may have chunks of other tiers
            first, last = (page * later.shape[1] for page in (self._pages[0], self._pages[-1]))
            later[0, : max(0, (self._tier.start >> bits) - first)] = NEVER
            later[-1, max(0, ((self._tier.stop - 1) >> bits) + 1 - last) :] = NEVER
        return later

    def _slots_of(self, page: int) -> tuple[int, int]:
        start, stop = self.store.pages[page]
        return max(start, self._tier.start), min(stop, self._tier.stop)

    def _auxiliary(self, page: int) -> tuple[Any, ...]:
        return self.later, self._visited, self._bounds

    def equip(self, edges: Edges, budget: int) -> None:
        if self._waiting:
            return
        size = -(-self.rules.slots // 8)
        if not budget:
            self._visited = np.zeros(0, np.uint8)
        elif not len(self._visited) and budget >= VISITED_SHARE * size:
            self._visited = np.zeros(size, np.uint8)
        super().equip(edges, max(0, budget - len(self._visited)))

    def parcels(self) -> list[Parcel]:
        parcels = super().parcels()
        self._applied = self._every if self._halted[0] else self._own
        applied = [parcel for parcel in parcels if parcel.tile in self._applied]
        self._waiting = len(applied) < len(parcels)
        return applied

    def first(self) -> Iterator[TaskResult]:
        """Gives the starts their distance, 0."""
        for home in set(self.rules.homes):
            if home >> self.store.bits in self.tiles:
                with self.store.opened(home, home + 1) as distance:
                    distance[:] = 0
                self.later[home >> self.module.CHUNK_BITS] = 0
        return iter(())


class CountingShard(Shard):
    """A shard that counts the states of its positions, which request the distances of their predecessors."""

    _last = False

    def _auxiliary(self, page: int) -> tuple[Any, ...]:
        return (self.pending,)

    def first(self) -> Iterator[TaskResult]:
        """Flags all positions as pending."""
        self._by_page[0, self._pages] = True
        return iter(())

    def rest(self) -> Iterator[TaskResult]:
        """Posts the remaining requests of positions for which the first answers were not enough."""
        self._last = True

        def one(number: int) -> TaskResult:
            counters = self._no_counts()
            ended = self.module.rest(self._outboxes[number], counters)
            return TaskResult(int(ended), counters)

        return self._each(one, [(number,) for number in range(len(self._outboxes))])

    def delivered(self) -> Iterator[TaskResult]:
        """Counts the states of the positions whose requests were answered."""
        last, self._last = self._last, False

        def one(number: int) -> TaskResult:
            counters = self._no_counts()
            self.module.count_states(self._outboxes[number], last, counters)
            return TaskResult(0, counters)

        yield from self._each(one, [(number,) for number in range(len(self._outboxes))])
        yield from super().delivered()
