"""A shard: some of the tiles of a game, and the half of the queue backend that touches records.

An engine (`retro.solving.engine`) drives one shard or several, here or on other machines, through the steps of
`retro.solving.loop`, or of `retro.reach.reach`, to which records are distances. A step is a method: it goes on until
nothing remains, outboxes are full, or `halt` was called, and yields the result of each task. Shards exchange updates:
those that one posted are applied by the owner of their tiles. Some are requests (REQUESTS): the owner of the tile
replaces them by the answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import add
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules
from retro.game.values import value_at
from retro.solving.below import Below, only_tier, sections_of
from retro.solving.counting_kernels import POSITIONS, TALLY, TALLY_SLOTS
from retro.solving.edges import NO_EDGES, NO_LISTS, Edges, Lists
from retro.solving.flags import Counters, Due, Flags
from retro.solving.outbox import Outbox, Parcel, clear, outboxes, waiting
from retro.solving.outbox_kernels import NEVER
from retro.solving.paged_values import PagedValues
from retro.solving.record import Records
from retro.solving.schedule import Unfinished
from retro.solving.stores import RecordPages, Store
from retro.solving.tier_errors import wrong_tier
from retro.system.checkpointing import in_order
from retro.system.ranges import grouped, ranges

TileUpdates = tuple[int, Sequence[Parcel]]
"""A tile, and the updates for it."""
Task = TypeVar("Task")
SMALL_LEVELS = 254
"""Levels of a small tier that are one step."""


@dataclass(frozen=True)
class TaskResult:
    """Result of a task: slots that are finished (0 if it is not), the kernels' counters, positions by section, and
    positions, or states, by the numbers of the kernel ``value_all``: twice their value, plus 1 without a move."""

    slots: int
    counters: Counters
    sections: dict[str, int] = field(default_factory=dict)
    values: dict[int, int] = field(default_factory=dict)

    def __add__(self, other: TaskResult) -> TaskResult:
        """Returns the result of two tasks together."""
        sections, values = _sum(self.sections, other.sections), _sum(self.values, other.values)
        return TaskResult(self.slots + other.slots, self.counters + other.counters, sections, values)

    def __neg__(self) -> TaskResult:
        """Returns what, added to this result, gives nothing."""
        sections = {name: -count for name, count in self.sections.items()}
        return TaskResult(-self.slots, -self.counters, sections, {name: -count for name, count in self.values.items()})


Name = TypeVar("Name", int, str)


def _sum(one: dict[Name, int], other: dict[Name, int]) -> dict[Name, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in one | other}


def tiles_of(slots: int, store: RecordPages, number: int, shards: int) -> range:
    """Returns the tiles of a shard, given its number among ``shards``."""
    return range(number, -(-slots >> store.bits), shards)


def pages_of(slots: int, store: RecordPages, number: int, shards: int) -> list[int]:
    """Returns the pages of a shard, given its number among ``shards``."""
    tiles = tiles_of(slots, store, number, shards)
    return [page for page, (start, _) in enumerate(store.pages) if start >> store.bits in tiles]


class Shard:
    """Every ``shards``-th tile from ``number`` on, of a tier, by default the whole game.

    ``flags`` has the flags of the whole game. A shard changes only the flags of its own tiles. ``paged`` has the values
    of finished tiers if they are in pages.
    """

    def __init__(
        self,
        rules: IndexedRules,
        module: ModuleType,
        store: Store,
        flags: Flags,
        pool: ThreadPoolExecutor,
        threads: int,
        number: int = 0,
        shards: int = 1,
        below: Below | None = None,
        paged: PagedValues | None = None,
    ) -> None:
        self.rules, self.module, self.store = rules, module, store
        self.slots = len(store)
        self._below, self._paged = below or only_tier(self.slots), paged
        self.pending, self.done, self.later = flags
        self._by_page, _, self._later_by_page = flags.by_page()
        self._pool, self._threads = pool, threads
        self.tiles = tiles_of(self.slots, store, number, shards)
        self._pages = pages_of(self.slots, store, number, shards)
        self._sizes = np.array([stop - start for start, stop in map(store.pages.__getitem__, self._pages)], np.int64)
        self._edges, self._budget = NO_EDGES, -1
        self._outboxes: list[Outbox] = []
        self._applied = self._every = range(-(-self.slots >> store.bits))
        """Tiles to which the updates of a round are applied, of all tiles that there are."""
        self._halted = np.zeros(1, np.bool_)

    def due(self) -> Due:
        """Returns the levels of which records of the shard have values that were not sent yet."""
        pending = self._by_page[:, self._pages].any(axis=2)
        by_page = self._later().min(axis=1, initial=NEVER)
        later = int(by_page.min(initial=NEVER))
        return Due(pending @ self._sizes, later, int(self._sizes[by_page == later].sum()))

    def _later(self) -> NDArray[np.int32]:
        """Returns the flags ``later`` of the chunks of each page."""
        return self._later_by_page[self._pages]

    def equip(self, edges: Edges, budget: int) -> None:
        """Allocates ``budget`` bytes for updates besides those of one batch a thread; sets the transposed edges.

        No updates may be under way. Memory that was allocated before remains, if it is about as much and no more.
        Without a budget, the buffers of the store are freed as well.
        """
        if edges is self._edges and self._budget <= budget <= self._budget + self._budget // 8:
            return
        self._budget = budget
        module, max_updates = self.module, self.module.MAX_UPDATES
        if module.TRANSPOSED:  # of a batch, and of all positions together
            max_updates = min(module.MAX_POSITIONS * edges.longest, edges.total)
        self._edges = edges
        self._outboxes.clear()  # frees their memory before more is allocated
        if not budget:
            self.store.free_buffers()
        bits, block = (self.store.bits, module.PAYLOAD_BITS), module.BLOCK_UPDATES
        arguments = self.slots, bits, block, budget, max_updates, self._halted, module.REQUESTS
        self._outboxes = outboxes(self._threads, *arguments)

    def halt(self) -> None:
        """Makes the step in progress end soon. The consumer of its results calls it."""
        self._halted[0] = True

    def first(self) -> Iterator[TaskResult]:
        """Fills in the first records of the pages that are not done."""

        def one(page: int) -> TaskResult:
            start, stop = self.store.pages[page]
            found = TaskResult(stop - start, self._no_counts())
            with self.store.opened(start, stop) as records:

                def fill(first: int, last: int, below: Below) -> TaskResult:
                    counters = self._no_counts()
                    values = self._fill(records[first - start : last - start], first, below, counters)
                    return TaskResult(0, counters, values=values)

                for name, first, last in sections_of(self.rules, self._below):
                    slots = max(first - self._below.first, start), min(last - self._below.first, stop)
                    if slots[0] < slots[1]:
                        filled = reduce(add, self._filled(*slots, fill))
                        found += replace(filled, sections={name: int(filled.counters[POSITIONS])})
            self.done[page] = True
            return found

        return self._each(one, self._undone())

    def _fill(self, records: Records, first: int, below: Below, counters: Counters) -> dict[int, int]:
        """Fills in the first records from number ``first`` on. Returns the values of `TaskResult`."""
        counts = self._edges.move_counts[first : first + len(records)]
        self._check(self.module.initialise(records, first, self.pending, self.later, below, counts, counters))
        return {}

    def _check(self, wrong: int | None) -> None:
        """Raises an error if a kernel returned a position that has no value, or -2 - n if a move enters tier n, which
        is not finished."""
        if wrong is not None and wrong < -1:
            raise Unfinished(self._below.number, -2 - wrong)
        if wrong is not None and wrong >= 0:
            raise self._wrong(wrong)

    def _wrong(self, key: int) -> Exception:
        """Returns the error of a position that has no value."""
        return wrong_tier(self.rules, self._below.number, key)

    def _filled(self, start: int, stop: int, fill: Callable[[int, int, Below], TaskResult]) -> list[TaskResult]:
        """Returns the results of ``fill``, called for ranges that make up start..stop-1."""
        if self._paged is None:
            return [fill(start, stop, self._below)]
        pieces = ranges(start, stop, self.store.sizes.task_slots)
        return [result for piece in pieces for result in self._paged.run(*piece, self._below, fill)]

    def expand(self, level: int) -> Iterator[TaskResult]:
        """Posts the updates that the states of ``level`` send to their predecessors.

        Pages with the most chunks come first, so that no thread works much longer than the others.
        """
        flagged = self._by_page[level & 3, self._pages] | (self._later() <= level)
        chunks = dict(zip(self._pages, flagged.sum(axis=1).tolist(), strict=True))
        pages = sorted((page for page in self._pages if chunks[page]), key=chunks.__getitem__, reverse=True)
        free = list(self._outboxes)

        def one(page: int) -> TaskResult:
            (start, stop), counters = self._slots_of(page), self._no_counts()
            outbox = free.pop()
            with self.store.live(start, stop, lambda: level - (not ended)) as records:
                ended = self.module.expand(records, start, level, *self._auxiliary(page), outbox, counters)
            free.append(outbox)
            return TaskResult(stop - start if ended else 0, counters)

        due = [chunks[page] for page in pages]
        return self._each(one, grouped(pages, due, self.store.sizes.task_chunks))

    def _slots_of(self, page: int) -> tuple[int, int]:
        """Returns the slots of a page that the kernel ``expand`` gets."""
        return self.store.pages[page]

    def expand_small(self, level: int) -> Iterator[TaskResult]:
        """Does all levels from ``level`` on, below SMALL_LEVELS, that records hold. The tier is one page.

        Values of the result have the states, if there is a repetition rule.
        """
        states, counters = np.zeros(2 * SMALL_LEVELS + 4, np.int64), self._no_counts()
        with self.store.live(0, self.slots) as records:
            self.module.expand_small(records, 0, level, *self._auxiliary(0), self._outboxes[0], states, counters)
        values = {
            2 * value_at(code, 0, self.module.TOP, self.module.PLY_BITS): int(states[code])
            for code in np.flatnonzero(states).tolist()
        }
        yield TaskResult(self.slots, counters, values=values)

    def _auxiliary(self, page: int) -> tuple[Any, ...]:
        """Arguments of the kernel ``expand`` for a page, between ``level`` and ``outbox``."""
        return self.pending, self.later, self._below, self._lists(self.store.pages[page][0])

    def _flags_from(self, chunk: int, level: int) -> tuple[NDArray[Any], ...]:
        """Arguments of the kernel ``apply`` for the tile that begins with a chunk: flags that it sets."""
        return self.pending[level & 3, chunk:], self.later[chunk:]

    def _lists(self, start: int) -> Lists:
        return self._edges.lists(start) if self._edges.slots else NO_LISTS

    def parcels(self) -> list[Parcel]:
        """Returns the updates in outboxes."""
        return waiting(self._outboxes)

    def apply(self, level: int, tiles: Iterable[TileUpdates]) -> Iterator[TaskResult]:
        """Applies updates to the records of the shard's tiles. It cannot be halted."""

        def one(updates: TileUpdates) -> TaskResult:
            tile, parcels = updates
            start, counters = tile << self.store.bits, self._no_counts()
            stop = min(start + (1 << self.store.bits), self.slots)
            flags = self._flags_from(start >> self.module.CHUNK_BITS, level + 1)
            with self.store.live(start, stop) as records:
                for parcel in parcels:
                    self.module.apply(records, parcel.outbox, parcel.blocks, level, *flags, counters)
            return TaskResult(0, counters)

        if isinstance(tiles, Sequence):  # all are known: those with the most updates come first, as in `expand`
            counts = {tile: sum(parcel.size for parcel in parcels) for tile, parcels in tiles}
            tiles = sorted(tiles, key=lambda updates: counts[updates[0]], reverse=True)
            sizes = [counts[tile] for tile, _ in tiles]
            return self._in_order(one, grouped(tiles, sizes, self.store.sizes.task_updates))
        return self._in_order(one, ([updates] for updates in tiles))

    def delivered(self) -> Iterator[TaskResult]:
        """Discards the updates that were applied."""
        clear(self._outboxes, self._applied)
        return iter(())

    def finish(self) -> Iterator[TaskResult]:
        """Fills in the final records of the pages that are not done."""

        def one(page: int) -> TaskResult:
            (start, stop), counters = self.store.pages[page], self._no_counts()
            with self.store.opened(start, stop) as records:
                values = self._completed(records, start, counters)
            self.done[page] = True
            return TaskResult(stop - start, counters, values=values)

        return self._each(one, self._undone())

    def _completed(self, records: Records, first: int, counters: Counters) -> dict[int, int]:
        """Makes records final. Returns the values of `TaskResult`."""
        if not self.rules.repetition:
            return self._tallied(self.module.value_all, records, first, self._below, counters)
        self.module.count_draws(records, first, self._below, counters)
        return {}

    def _tallied(
        self, kernel: Callable[..., Any], records: Records, first: int, below: Below, counters: Counters, *more: Any
    ) -> dict[int, int]:
        """Calls a kernel that makes records final and counts positions, or states, by value. Returns these numbers."""
        total = Counter[int]()
        for start, stop in ranges(0, len(records), TALLY_SLOTS):
            numbers, counts = np.zeros(TALLY, np.int64), np.zeros(TALLY, np.int64)
            self._check(kernel(records[start:stop], first + start, below, *more, numbers, counts, counters))
            present = np.flatnonzero(counts)
            total.update(dict(zip(numbers[present].tolist(), counts[present].tolist(), strict=True)))
        return dict(total)

    def _each(self, one: Callable[[int], TaskResult], groups: Sequence[Sequence[int]]) -> Iterator[TaskResult]:
        """Calls ``one`` for each number until the shard is halted, and yields the results in order; ``groups`` as for
        `_in_order`."""
        self._halted[0] = False

        def unless_halted(number: int) -> TaskResult:
            return TaskResult(0, self._no_counts()) if self._halted[0] else one(number)

        return self._in_order(unless_halted, groups)

    def _in_order(self, one: Callable[[Task], TaskResult], groups: Iterable[Sequence[Task]]) -> Iterator[TaskResult]:
        """Yields the results of tasks in order; one thread does a group.

        A long win has many levels of one position, and a game may have many tiers of few slots. The results of tasks
        of a group that are all finished, or all unfinished, are added up.
        """

        def each(group: Sequence[Task]) -> list[TaskResult]:
            results = [one(task) for task in group]
            alike = len({bool(result.slots) for result in results}) == 1
            return [reduce(add, results)] if alike else results

        for _, results in in_order(self._pool, 2 * self._threads, each, groups):
            yield from results

    def _undone(self) -> list[list[int]]:
        """Returns the pages that are not done; one thread does a group."""
        return self._grouped([page for page in self._pages if not self.done[page]])

    def _grouped(self, pages: Sequence[int]) -> list[list[int]]:
        sizes = (stop - start for start, stop in map(self.store.pages.__getitem__, pages))
        return grouped(pages, sizes, self.store.sizes.task_slots)

    def _no_counts(self) -> Counters:
        return np.zeros(self.module.COUNTERS, np.int64)


class Shards(NamedTuple):
    """What all shards of a run are: their class, their kernels, and their records.

    dtype      type of a record
    blank      the record of slots before the first step, None for no particular one
    splitting  kernels that split pages, if records are settled at different times (`retro.solving.splitting_kernels`)
    """

    shard: Callable[..., Shard]
    module: ModuleType
    dtype: np.dtype[Any]
    blank: int | None = None
    splitting: ModuleType | None = None


class Making(NamedTuple):
    """A function that returns what the shards of a game are, and its arguments besides the rules.

    It can be pickled and compared: workers on other machines compile kernels of their own, once.
    """

    function: Callable[..., Shards]
    arguments: tuple[Any, ...] = ()

    def __call__(self, rules: IndexedRules) -> Shards:
        return self.function(rules, *self.arguments)


Step = Callable[[Any], Iterator[TaskResult]]
"""A step of a shard: a method of its class that gets no more arguments. It can be pickled."""
