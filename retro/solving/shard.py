"""Some of the tiles of a game, and what is done with them: the half of the queue backend that touches records.

`retro.solving.queue` drives one shard or several through the phases, `retro.analysis.reach` one, whose records are
distances. Each method does a part of a phase: it goes on until nothing is left, outboxes are full, or the shard was
asked to `halt`, and it tells of each task as it ends. What shards know of each other are updates: what one posted, the
owner of their tiles applies.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.rules import IndexedRules
from retro.saver import Saver, in_order
from retro.solving.outbox import Outbox
from retro.solving.reverse import Edges
from retro.solving.tiles import Store

Counters = NDArray[np.int64]


@dataclass(frozen=True)
class Done:
    """What a task did: so many slots, 0 if it is not at its end; what kernels counted, and positions of each tier."""

    slots: int
    counters: Counters
    tiers: dict[str, int] = field(default_factory=dict)


class Parcel(NamedTuple):
    """Updates of an outbox for one tile: some of its blocks."""

    tile: int
    outbox: Outbox
    blocks: NDArray[np.int64]


class Shard:
    """Every ``shards``-th tile from ``number`` on.

    ``pending`` says by level (modulo 4) and chunk where something got a value of a level, ``done`` which pages the
    phases before and after levels have done with; both are of the whole game, and changed for these tiles only.
    """

    def __init__(
        self,
        rules: IndexedRules,
        module: ModuleType,
        store: Store,
        marks: tuple[NDArray[np.bool_], NDArray[np.bool_]],
        pool: ThreadPoolExecutor,
        threads: int,
        number: int = 0,
        shards: int = 1,
    ) -> None:
        self.rules, self.module, self.store = rules, module, store
        self.pending, self.done = marks
        self._pool, self._threads = pool, threads
        self.tiles = range(number, -(-rules.slots >> store.bits), shards)
        self._pages = [page for page, (start, _) in enumerate(store.pages) if start >> store.bits in self.tiles]
        self._edges: Edges
        self._outboxes: list[Outbox] = []
        self._halted = np.zeros(1, np.bool_)

    def equip(self, edges: Edges, budget: int) -> None:
        """Outboxes of ``budget`` bytes in all, or as many as one batch takes; edges, if they are turned around."""
        module, most = self.module, self.module.MOST
        if module.BUILT:  # of a batch as of all positions together
            most = min(module.TOGETHER * int(np.diff(edges.first).max(initial=0)), len(edges.sources))
        each = self.rules, self.store.bits, module.BLOCK, budget // self._threads, most, self._halted
        self._edges = edges
        self._outboxes.clear()  # their memory is asked for again
        self._outboxes = [Outbox.empty(*each, module.TOLD_BITS, module.ASKING) for _ in range(self._threads)]

    def halt(self) -> None:
        """To be called by whoever looks at what a method tells: it is to come to an end soon."""
        self._halted[0] = True

    def first(self) -> Iterator[Done]:
        """First records of the pages that have none."""
        initialise = self.module.initialise

        def one(page: int) -> Done:
            start, stop = self.store.pages[page]
            counters, tiers = self._counters(), {}
            with self.store.opened(start, stop) as records:
                for name, first, last in self.rules.tiers:
                    first, last = max(first, start), min(last, stop)
                    if first < last:
                        before = int(counters[self.module.POSITIONS])
                        initialise(records[first - start : last - start], first, self.pending, counters)
                        tiers[name] = int(counters[self.module.POSITIONS]) - before
            self.done[page] = True
            return Done(stop - start, counters, tiers)

        return self._each(one, self._undone())

    def expand(self, level: int) -> Iterator[Done]:
        """Post what the states of ``level`` tell their predecessors."""
        chunks = self.store.page >> self.module.CHUNK_BITS
        pages = [page for page in self._pages if self.pending[level & 3, page * chunks : (page + 1) * chunks].any()]
        free = list(self._outboxes)

        def one(page: int) -> Done:
            (start, stop), counters = self.store.pages[page], self._counters()
            outbox = free.pop()
            with self.store.opened(start, stop) as records:
                ended = self.module.expand(records, start, level, self.pending, self._edges, outbox, counters)
            free.append(outbox)
            return Done(stop - start if ended else 0, counters)

        return self._each(one, pages)

    def parcels(self) -> list[Parcel]:
        """What is on its way."""
        return [Parcel(tile, outbox, blocks) for outbox in self._outboxes for tile, blocks in outbox.waiting().items()]

    def apply(self, level: int, parcels: Sequence[Parcel]) -> Iterator[Done]:
        """Bring updates to the records of their tiles, which are this shard's."""
        by_tile = defaultdict(list)
        for parcel in parcels:
            by_tile[parcel.tile].append(parcel)

        def one(tile: int) -> Done:
            start, counters = tile << self.store.bits, self._counters()
            stop = min(start + (1 << self.store.bits), self.rules.slots)
            pending = self.pending[(level + 1) & 3, start >> self.module.CHUNK_BITS :]
            with self.store.opened(start, stop) as records:
                for _, outbox, blocks in by_tile[tile]:
                    self.module.apply(records, outbox, blocks, level, pending, counters)
            return Done(stop - start, counters)

        return self._each(one, sorted(by_tile))

    def delivered(self) -> None:
        """All parcels were applied."""
        for outbox in self._outboxes:
            outbox.clear()

    def finish(self) -> Iterator[Done]:
        """Last records of the pages that have none."""

        def one(page: int) -> Done:
            (start, stop), counters = self.store.pages[page], self._counters()
            with self.store.opened(start, stop) as records:
                self.module.finish(records, start, self._edges, counters)
            self.done[page] = True
            return Done(stop - start, counters)

        return self._each(one, self._undone())

    def _each(self, one: Callable[[int], Done], numbers: list[int]) -> Iterator[Done]:
        """Do this for each of some numbers, until somebody asks to halt."""
        self._halted[0] = False

        def unless_halted(number: int) -> Done:
            return Done(0, self._counters()) if self._halted[0] else one(number)

        return (done for _, done in in_order(self._pool, 2 * self._threads, unless_halted, numbers))

    def _undone(self) -> list[int]:
        return [page for page in self._pages if not self.done[page]]

    def _counters(self) -> Counters:
        return np.zeros(self.module.COUNTERS, np.int64)


def in_round(
    shards: Sequence[Shard],
    part: Callable[[Shard], Iterator[Done]],
    level: int,
    count: Callable[[Done], None],
    saver: Saver,
) -> tuple[bool, bool]:
    """One round of a phase: each shard does a part of it, and applies what it and the others have for its tiles.

    Whether anything is left to do, and whether it is time to save: nothing is on its way then. ``count`` is told of
    every task.
    """
    left = due = False
    for shard in shards:
        for done in part(shard):
            left |= not done.slots
            count(done)
            due = due or saver.due()
            if due:
                shard.halt()
    parcels = [parcel for shard in shards for parcel in shard.parcels()]
    for shard in shards:
        for done in shard.apply(level, [parcel for parcel in parcels if parcel.tile in shard.tiles]):
            count(replace(done, slots=0))
    for shard in shards:
        shard.delivered()
    return left, due
