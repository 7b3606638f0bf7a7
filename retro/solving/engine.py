"""Engines: they run the shards of a game, here or elsewhere, for the loop over levels (`retro.solving.levels`).

An engine has all shards do a step of a phase, brings the updates of each to the owners of their tiles, and gives access
to records and flags wherever these are. `Local` is a list of shards in this process.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Protocol

from retro.game.rules import IndexedRules
from retro.solving import edge_memory, transposed
from retro.solving.below import Below, in_tiers, only_tier
from retro.solving.edges import NO_EDGES
from retro.solving.flags import Counters, Due, Flags, cleared_flags
from retro.solving.outbox import by_tile
from retro.solving.paged_values import PagedValues
from retro.solving.record import Records
from retro.solving.shard import Step, TaskResult
from retro.solving.stages import Work, widened
from retro.solving.tiles import FILES, Tiles
from retro.system import machine
from retro.system.checkpointing import Arrays, Checkpoint, PagedArray, ResumableRun
from retro.system.progress import Progress


class RecordPages(PagedArray, Protocol):
    """The records of all shards, page by page."""

    def read(self, start: int, stop: int) -> Records:
        """Returns the records of slots start..stop-1, which the caller must not change."""

    def __len__(self) -> int: ...

    def __getitem__(self, slots: slice) -> Records: ...


class Engine(ABC):
    """Shards that together have all tiles of a tier; its methods are called from one thread.

    records  records of all slots
    slots    the number of slots
    """

    records: RecordPages
    slots: int

    @property
    @abstractmethod
    def written(self) -> int:
        """Bytes that were written to files of tiles so far."""

    @abstractmethod
    def begin_tier(self, below: Below, paged: PagedValues | None) -> None:
        """Makes shards begin another tier, with empty records of the first width, and no flags.

        ``paged`` has the values of finished tiers if they are in pages.
        """

    @abstractmethod
    def begin_stage(self, name: str) -> None:
        """Makes shards begin another stage, with the same records and flags; no updates are under way."""

    @abstractmethod
    def widen(self, converting: bool) -> None:
        """Makes records wider, as the `Widening` of the work says; no updates are under way.

        The flags remain. Unless ``converting``, records are empty, because they are going to be restored.
        """

    @abstractmethod
    def transpose(self, lookahead: bool, progress: Progress, checkpoint: Checkpoint) -> None:
        """Gives shards the predecessor lists of their pages, for a game without ``unmoves``.

        See `retro.solving.transposed.transpose`. It is called once at most for each tier.
        """

    @abstractmethod
    def equip(self, sending: bool) -> None:
        """Allocates the memory for updates of the next rounds, or frees it unless they are ``sending``.

        Packed records grow, so they leave less memory for each round than for the one before.
        """

    @abstractmethod
    def round(
        self, step: Step, level: int, count: Callable[[TaskResult], None], checkpoint: Checkpoint
    ) -> tuple[bool, bool]:
        """Has each shard do a step of a phase, and apply the updates of all shards to its tiles.

        Returns whether anything remains to be done, and whether it is time to save; no updates are under way then. It
        calls ``count`` with the result of every task, at the latest when it returns.
        """

    @abstractmethod
    def clear_done(self) -> None:
        """Clears the flags of pages that are done."""

    @abstractmethod
    def due(self) -> Due:
        """Returns the levels of which records have values that were not sent yet."""

    @abstractmethod
    def flags(self) -> Flags:
        """Returns the flags of all shards."""

    @abstractmethod
    def set_flags(self, flags: Flags) -> None:
        """Sets the flags of all shards."""


class Local(Engine):
    """Shards in this process, as many as ``tiles`` says, with one store and one pool of threads.

    They begin with a tier, by default the whole game.
    """

    def __init__(
        self,
        rules: IndexedRules,
        work: Work,
        tiles: Tiles,
        pool: ThreadPoolExecutor,
        threads: int,
        below: Below | None = None,
        paged: PagedValues | None = None,
    ) -> None:
        self._rules, self._first, self._threads = rules, (work, tiles), (pool, threads)
        self._written_before = 0
        self._transposing = cache(partial(transposed.kernels, rules))
        self._begin(below or only_tier(rules.slots), paged)

    def begin_tier(self, below: Below, paged: PagedValues | None) -> None:
        self._written_before = self.written
        self._shards.clear()
        self._store.clear()
        self._edges.storage.clear()
        self._begin(below, paged)

    def _begin(self, below: Below, paged: PagedValues | None) -> None:
        (self._work, self._tiles), self._below, self._edges = self._first, (below, paged), NO_EDGES
        work, self.slots = self._work, below.slots
        self.records = self._store = self._tiles.store(self._rules, below.slots, work.blank, work.splitting)
        first = next(iter(self._work.stages))
        self._flags = cleared_flags(self._store, self._work.stages[first].module)
        self.begin_stage(first)

    def widen(self, converting: bool) -> None:
        self._shards.clear()  # frees their memory
        arguments = self._rules, self._tiles, self._work, self._store
        self._tiles, self._work, self._store = widened(*arguments, range(len(self._store.pages)), converting)
        self.records = self._store
        self.begin_stage(next(iter(self._work.stages)))

    @property
    def written(self) -> int:
        return self._written_before + self._store.written

    def begin_stage(self, name: str) -> None:
        shard, module = self._work.stages[name]
        arguments, shards = (self._rules, module, self._store, self._flags, *self._threads), self._tiles.shards
        self._shards = [shard(*arguments, number, shards, *self._below) for number in range(shards)]

    def transpose(self, lookahead: bool, progress: Progress, checkpoint: Checkpoint) -> None:
        tiles = self._tiles
        directory, limit = tiles.scratch if tiles.kind == FILES else None, edge_memory.round_limit(tiles)
        bits = self._store.page.bit_length() - 1
        module = self._transposing(lookahead, in_tiers(self._rules))
        arguments = self._rules, self._threads[1], progress, lookahead, checkpoint
        self._edges = transposed.transpose(*arguments, directory, limit, self._below[0], module, bits, tiles.sizes)
        if len(self._store.pages) > 1:  # of small tiers there may be thousands
            machine.return_freed_memory()  # that of rounds and runs, which left gaps

    def equip(self, sending: bool) -> None:
        budget = self._tiles.for_updates(self._store) if sending else 0
        if sending:
            self._edges = self._edges.without_counts()
        for shard in self._shards:
            shard.equip(self._edges, budget // len(self._shards))

    def round(
        self, step: Step, level: int, count: Callable[[TaskResult], None], checkpoint: Checkpoint
    ) -> tuple[bool, bool]:
        remaining = due = False
        for shard in self._shards:
            for result in shard.do(step, level):
                remaining |= not result.slots
                count(result)
                due = due or checkpoint.due()
                if due:
                    shard.halt()
        parcels = [parcel for shard in self._shards for parcel in shard.parcels()]
        for shard in self._shards:
            for result in shard.apply(level, by_tile(parcel for parcel in parcels if parcel.tile in shard.tiles)):
                count(result)
        for shard in self._shards:
            for result in shard.delivered():
                count(result)
        return remaining, due

    def clear_done(self) -> None:
        self._flags[1][:] = False

    def due(self) -> Due:
        return Due.of_all([shard.due() for shard in self._shards])

    def flags(self) -> Flags:
        return self._flags

    def set_flags(self, flags: Flags) -> None:
        for own, saved in zip(self._flags, flags, strict=True):
            own[:] = saved


class EngineRun(ResumableRun):
    """A run whose records are in the shards of an engine.

    records  name under which they are saved
    level    the level in progress
    totals   sums of the kernels' counters, by name; they are saved
    """

    records = "records"
    level = 0

    def __init__(
        self,
        rules: IndexedRules,
        engine: Engine,
        progress: Progress,
        checkpoint: Checkpoint,
        totals: dict[str, Counters],
    ) -> None:
        self.rules, self.engine, self.progress, self.checkpoint, self.totals = (
            rules,
            engine,
            progress,
            checkpoint,
            totals,
        )
        saved = self.resume({self.records: engine.records})
        if saved is not None:
            self.totals = {name: saved[name] for name in totals}
            engine.set_flags((saved["pending"], saved["done"], saved["later"]))

    def arrays(self) -> Arrays:
        pending, done, later = self.engine.flags()
        flags = {"pending": pending, "done": done, "later": later}
        return {self.records: self.engine.records, **flags, **self.totals}

    def round(
        self, step: Step, count: Callable[[TaskResult], None], complete: Callable[[], None] = lambda: None
    ) -> bool:
        """Does one round of a phase, and calls ``complete`` after it; saves the state if it is time.

        Returns whether anything remains to be done.
        """
        remaining, due = self.engine.round(step, self.level, count, self.checkpoint)
        complete()
        if due:
            self.save()
        return remaining
