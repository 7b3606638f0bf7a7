"""The shards that search from the start (`retro.reach.reach`): the distances of positions, then the states."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

from retro.compiling.compile import explained
from retro.compiling.kernels import compiled_kernels
from retro.game.rules import IndexedRules
from retro.reach import reach_kernels, reach_states_kernels
from retro.solving.edges import Edges
from retro.solving.shard import Shard, Shards, TaskResult
from retro.storage.distances import type_of, unreached

MAX_COUNTED_BYTES = 2
"""Bytes of the widest distances where states are counted: each task has a counter for every distance."""
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
    constants = {"TRANSPOSED": False, "REQUESTS": False, "PAYLOAD_BITS": 0, "DISTANCE_BYTES": distance_bytes}
    with explained(rules):
        return compiled_kernels(rules, reach_kernels, constants)


def counting_kernels(rules: IndexedRules, distance_bytes: int = 1) -> ModuleType:
    constants = {"TRANSPOSED": False, "REQUESTS": True, "PAYLOAD_BITS": 0}
    constants["DISTANCE_BYTES"] = min(distance_bytes, MAX_COUNTED_BYTES)
    with explained(rules):
        return compiled_kernels(rules, reach_states_kernels, constants)


class SearchShard(Shard):
    """A shard whose positions send their distance to their successors.

    Nearly all of these updates would come too late: a position of Ostle has 29 moves. So if there is memory for it
    (`VISITED_SHARE`), a bit for each position of the game says whether this shard has sent it an update before. The
    bits are not saved: a resumed run sends some updates once more.
    """

    _visited = np.zeros(0, np.uint8)

    def equip(self, edges: Edges, budget: int) -> None:
        size = -(-self.rules.slots // 8)
        if not budget:
            self._visited = np.zeros(0, np.uint8)
        elif not len(self._visited) and budget >= VISITED_SHARE * size:
            self._visited = np.zeros(size, np.uint8)
        super().equip(edges, max(0, budget - len(self._visited)))

    def _auxiliary(self, page: int) -> tuple[Any, ...]:
        return self.pending, self._visited

    def first(self) -> Iterator[TaskResult]:
        """Gives the starts their distance, 0."""
        for home in set(self.rules.homes):
            if home >> self.store.bits in self.tiles:
                with self.store.opened(home, home + 1) as distance:
                    distance[:] = 0
                self.pending[0, home >> self.module.CHUNK_BITS] = True
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
