"""Some of the tiles of a game, and what is done with them: the half of the queue backend that touches records.

An engine (`retro.solving.engine`) drives one shard or several, here or on other machines, through the phases of
`retro.solving.queue`, or of `retro.reach.reach`, to which records are distances. Each method does a part of a
phase: it goes on until nothing is left, outboxes are full, or the shard was asked to `halt`, and it tells of each task
as it ends. What shards know of each other are updates: what one posted, the owner of their tiles applies. Some are
questions (ASKING): their owner writes the answers in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from types import ModuleType
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules
from retro.solving.compressed_updates import Stowage, Stowed, room
from retro.solving.outbox import Outbox, Parcel, least_blocks, update_type
from retro.solving.stores import Plain, Store
from retro.solving.transposed import Edges, max_edges_to_one_slot, no_edges
from retro.system.checkpointing import in_order

Counters = NDArray[np.int64]
Marks = tuple[NDArray[np.bool_], NDArray[np.bool_]]
"""``pending`` says by level (modulo 4) and chunk where something got a value of a level, ``done`` which pages the
phases before and after levels have done with."""
Part = Literal["first", "expand", "rest", "finish"]
"""The method of a shard that does its part of a phase."""


@dataclass(frozen=True)
class Done:
    """What a task did: so many slots, 0 if it is not at its end; what kernels counted, positions by section."""

    slots: int
    counters: Counters
    sections: dict[str, int] = field(default_factory=dict)


Visit = tuple[int, Sequence[Parcel | Stowed]]
"""A tile, and what is on its way there."""


class Act(NamedTuple):
    """What shards do for a while: their class, and the kernels that it calls."""

    kind: type[Shard]
    module: ModuleType


class Work(NamedTuple):
    """What shards are there for: acts by name, one after the other on the same records, beginning with the first.

    ``blank`` is what slots have before, by default anything; ``parting`` has kernels that part records, if
    some are settled before others (`retro.solving.splitting_kernels`).
    """

    acts: Mapping[str, Act]
    blank: int | None = None
    parting: ModuleType | None = None


def unmarked(store: Store, module: ModuleType) -> Marks:
    """Marks of the whole game that say that nothing was begun."""
    pages = len(store.pages)
    return np.zeros((4, pages * store.page >> module.CHUNK_BITS), np.bool_), np.zeros(pages, np.bool_)


def tiles_of(slots: int, store: Store, number: int, shards: int) -> range:
    """The tiles of a shard of so many."""
    return range(number, -(-slots >> store.bits), shards)


def pages_of(slots: int, store: Store, number: int, shards: int) -> list[int]:
    """Their pages."""
    tiles = tiles_of(slots, store, number, shards)
    return [page for page, (start, _) in enumerate(store.pages) if start >> store.bits in tiles]


class Shard:
    """Every ``shards``-th tile from ``number`` on; ``marks`` are of the whole game, and changed for these alone."""

    def __init__(
        self,
        rules: IndexedRules,
        module: ModuleType,
        store: Store,
        marks: Marks,
        pool: ThreadPoolExecutor,
        threads: int,
        number: int = 0,
        shards: int = 1,
    ) -> None:
        self.rules, self.module, self.store = rules, module, store
        self.pending, self.done = marks
        self._pool, self._threads = pool, threads
        self.tiles = tiles_of(rules.slots, store, number, shards)
        self._pages = pages_of(rules.slots, store, number, shards)
        self._edges, self._budget = no_edges(rules), -1
        self._outboxes: list[Outbox] = []
        self._stowage: Stowage | None = None
        self._halted = np.zeros(1, np.bool_)

    @property
    def marks(self) -> Marks:
        """Those of its pages, page by page."""
        return self._by_page[:, self._pages], self.done[self._pages]

    def mark(self, marks: Marks) -> None:
        """Take up `marks` again."""
        self._by_page[:, self._pages], self.done[self._pages] = marks

    def waiting(self) -> Counters:
        """By level (modulo 4), the slots of its pages in which something got a value of that level."""
        sizes = [stop - start for start, stop in (self.store.pages[page] for page in self._pages)]
        some = self._by_page[:, self._pages].any(axis=2)
        return np.array(some @ np.array(sizes, np.int64), np.int64)

    def equip(self, edges: Edges, budget: int, stowing: bool = False) -> None:
        """Room for updates, ``budget`` bytes in all, or as many as one batch takes; edges, if they are transposed.

        What there is stays, if it has about as many and no more: nothing may be on its way. Part of the room is for
        `stow`, if somebody is going to call that and it is of use.
        """
        if edges is self._edges and self._budget <= budget <= self._budget + self._budget // 8:
            return
        self._budget = budget
        module, most = self.module, self.module.MOST
        if module.BUILT:  # of a batch as of all positions together
            most = min(module.TOGETHER * max_edges_to_one_slot(edges), len(edges.sources))
        self._edges, self._stowage, packed = edges, None, 0
        self._outboxes.clear()  # their memory is asked for again
        bits, block = (self.store.bits, module.TOLD_BITS), module.BLOCK
        dtype = update_type(*bits)
        if stowing and not isinstance(self.store, Plain) and dtype == np.uint32 and not module.ASKING:
            blocks = least_blocks(-(-self.rules.slots >> self.store.bits), block, most)
            packed = room(budget, self._threads * blocks * block * dtype.itemsize)
            self._stowage = Stowage(packed, *bits)
        each = self.rules, self.store.bits, block, (budget - packed) // self._threads, most, self._halted
        self._outboxes = [Outbox.empty(*each, module.TOLD_BITS, module.ASKING) for _ in range(self._threads)]

    def halt(self) -> None:
        """To be called by whoever looks at what a method tells: it is to come to an end soon."""
        self._halted[0] = True

    def do(self, part: Part, level: int) -> Iterator[Done]:
        """Its part of a phase."""
        done: Iterator[Done] = self.expand(level) if part == "expand" else getattr(self, part)()
        return done

    def first(self) -> Iterator[Done]:
        """First records of the pages that have none."""
        initialise = self.module.initialise

        def one(page: int) -> Done:
            start, stop = self.store.pages[page]
            counters, sections = self._counters(), {}
            with self.store.opened(start, stop) as records:
                for name, first, last in self.rules.sections:
                    first, last = max(first, start), min(last, stop)
                    if first < last:
                        before = int(counters[self.module.POSITIONS])
                        initialise(records[first - start : last - start], first, self.pending, counters)
                        sections[name] = int(counters[self.module.POSITIONS]) - before
            self.done[page] = True
            return Done(stop - start, counters, sections)

        return self._each(one, self._undone())

    def expand(self, level: int) -> Iterator[Done]:
        """Post what the states of ``level`` tell their predecessors."""
        chunks = self.store.page >> self.module.CHUNK_BITS
        pages = [page for page in self._pages if self.pending[level & 3, page * chunks : (page + 1) * chunks].any()]
        free = list(self._outboxes)

        def one(page: int) -> Done:
            (start, stop), counters = self.store.pages[page], self._counters()
            outbox = free.pop()
            with self.store.live(start, stop, lambda: level - (not ended)) as records:
                ended = self.module.expand(records, start, level, self.pending, self._auxiliary, outbox, counters)
            free.append(outbox)
            return Done(stop - start if ended else 0, counters)

        return self._each(one, pages)

    @property
    def _auxiliary(self) -> Edges | NDArray[np.uint8]:
        """What ``expand`` asks besides records: edges, if they are transposed."""
        return self._edges

    def parcels(self) -> list[Parcel]:
        """What is on its way."""
        return [parcel for outbox in self._outboxes for parcel in outbox.waiting()]

    @property
    def stowed(self) -> list[Stowed]:
        """What is on its way, packed."""
        return [] if self._stowage is None else self._stowage.parcels

    def stow(self) -> bool:
        """Pack what is in outboxes, if there is room for that: then there is for more."""
        if self._stowage is None or not self._stowage.take(self.parcels(), self._pool, self._threads):
            return False
        for outbox in self._outboxes:
            outbox.clear()
        return True

    def apply(self, level: int, visits: Iterable[Visit]) -> Iterator[Done]:
        """Bring updates to the records of their tiles, which are this shard's; nobody can halt that."""

        def one(visit: Visit) -> Done:
            tile, parcels = visit
            start, counters = tile << self.store.bits, self._counters()
            stop = min(start + (1 << self.store.bits), self.rules.slots)
            pending = self.pending[(level + 1) & 3, start >> self.module.CHUNK_BITS :]
            with self.store.live(start, stop) as records:
                for parcel in parcels:
                    self.module.apply(records, *parcel.opened(), level, pending, counters)
            return Done(0, counters)

        return (done for _, done in in_order(self._pool, 2 * self._threads, one, visits))

    def delivered(self) -> Iterator[Done]:
        """All parcels were applied; what that tells."""
        for outbox in self._outboxes:
            outbox.clear()
        if self._stowage is not None:
            self._stowage.clear()
        return iter(())

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

    @property
    def _by_page(self) -> NDArray[np.bool_]:
        return self.pending.reshape(4, len(self.store.pages), -1)

    def _undone(self) -> list[int]:
        return [page for page in self._pages if not self.done[page]]

    def _counters(self) -> Counters:
        return np.zeros(self.module.COUNTERS, np.int64)
