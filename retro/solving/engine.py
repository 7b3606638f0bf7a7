"""Engines: they run the shards of a game, here or elsewhere, for the loop over levels (`retro.solving.loop`).

An engine has all shards do a step, brings the updates of each to the owners of their tiles, and gives access to records
and flags wherever these are. `Local` is a list of shards in this process.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from types import ModuleType
from typing import Protocol

from retro.game.rules import IndexedRules
from retro.solving import transposed
from retro.solving.below import Below, in_tiers
from retro.solving.edges import NO_EDGES
from retro.solving.flags import Counters, Due, Flags, cleared_flags
from retro.solving.outbox import by_tile
from retro.solving.paged_values import PagedValues
from retro.solving.record import Records
from retro.solving.shard import Making, Shard, Shards, Step, TaskResult, pages_of
from retro.solving.stores import RecordPages, Store
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.system import machine
from retro.system.checkpointing import Arrays, Checkpoint, ResumableRun
from retro.system.errors import ResourceError
from retro.system.progress import Progress


class Engine(Protocol):
    """Shards that together have all tiles of a tier; its methods are called from one thread.

    records  records of all slots
    module   the kernels of the shards
    """

    records: RecordPages
    module: ModuleType

    @property
    def written(self) -> int:
        """Bytes that were written to files of tiles so far."""

    def begin(self, making: Making, below: Below, paged: PagedValues | None = None) -> None:
        """Begins a tier, with new shards, empty records, and no flags.

        ``paged`` has the values of finished tiers if they are in pages.
        """

    def go_on(self, making: Making, convert: Callable[[Records], Records] | None = None) -> None:
        """Goes on with other shards on the same records and flags; no updates are under way.

        ``convert`` returns records in the type of the new shards; it can be pickled. Without it the type is the same.
        Raises ResourceError, before it changes anything, if there is not enough memory for wider records.
        """

    def transpose(self, lookahead: bool, progress: Progress, checkpoint: Checkpoint) -> None:
        """Gives shards the predecessor lists of their pages, for a game without ``unmoves``.

        See `retro.solving.transposed.transpose`. It is called once at most for each tier.
        """

    def equip(self, sending: bool) -> None:
        """Allocates the memory for updates of the next rounds, or frees it unless they are ``sending``.

        Packed records grow, so they leave less memory for each round than for the one before.
        """

    def round(
        self, step: Step, level: int, count: Callable[[TaskResult], None], checkpoint: Checkpoint
    ) -> tuple[bool, bool]:
        """Has each shard do a step, and apply the updates of all shards to its tiles.

        Returns whether anything remains to be done, and whether it is time to save; no updates are under way then. It
        calls ``count`` with the result of every task, at the latest when it returns.
        """

    def due(self) -> Due:
        """Returns the levels of which records have values that were not sent yet."""

    def flags(self) -> Flags:
        """Returns the flags of all shards."""

    def set_flags(self, flags: Flags) -> None:
        """Sets the flags of all shards."""


class Local(Engine):
    """Shards in this process, with one store and one pool of threads.

    shards  those with the ``numbers`` of as many as ``tiles`` says, by default all of them
    below   the tier
    edges   predecessor lists of their pages
    """

    records: Store

    def __init__(
        self, rules: IndexedRules, tiles: Tiles, pool: ThreadPoolExecutor, threads: int, numbers: range | None = None
    ) -> None:
        self._rules, self.tiles, self._threads, self._planned = rules, tiles, (pool, threads), tiles.record(rules)
        self._numbers = range(tiles.shards) if numbers is None else numbers
        self._made: Callable[[Making], Shards] = cache(lambda making: making(rules))
        self.transposing: Callable[[bool, bool], ModuleType] = cache(partial(transposed.kernels, rules))
        self.shards, self.edges, self._written_before = list[Shard](), NO_EDGES, 0

    def begin(self, making: Making, below: Below, paged: PagedValues | None = None) -> None:
        if self.shards:
            self._written_before = self.written
            self.shards.clear()
            self.records.clear()
            self.edges.storage.clear()
        made = self._made(making)
        self.below, self._paged, self.edges = below, paged, NO_EDGES
        self.records = self._store(made, below.slots)
        self._flags = cleared_flags(self.records)
        self._place(made)

    def go_on(self, making: Making, convert: Callable[[Records], Records] | None = None) -> None:
        made = self._made(making)
        self.shards.clear()  # frees their memory
        if convert is not None:
            before, of = self.records, self.tiles.shards
            self.records = self._store(made, len(before), before.dtype.itemsize)
            pages = [page for number in self._numbers for page in pages_of(len(before), before, number, of)]
            before.move(sorted(pages), self.records, convert)
        self._place(made)

    def _store(self, made: Shards, slots: int, held: int = 0) -> Store:
        """Returns a new store of as many slots, each of which has ``held`` bytes that will be free."""
        wider = made.dtype.itemsize > self._planned.itemsize
        own = slots * len(self._numbers) // self.tiles.shards
        missing = (made.dtype.itemsize - held) * own - machine.available_memory() if wider else 0
        if self.tiles.kind == PLAIN and missing > 0:
            why = f"a win takes so many plies that its records widen, and {missing:,} bytes of memory are missing"
            remedy = f"continue with more, or the backend queue with --store {PACKED} or {FILES}"
            raise ResourceError(f"{self._rules.game.name}: {why}; {remedy}")
        return self.tiles.store(slots, made.dtype, made.blank, made.splitting)

    def _place(self, made: Shards) -> None:
        """Creates the shards."""
        self.module = made.module
        arguments = self._rules, made.module, self.records, self._flags, *self._threads
        place = self.tiles.shards, self.below, self._paged
        self.shards += [made.shard(*arguments, number, *place) for number in self._numbers]

    @property
    def written(self) -> int:
        return self._written_before + (self.records.written if self.shards else 0)  # all tiers may be finished

    def transpose(self, lookahead: bool, progress: Progress, checkpoint: Checkpoint) -> None:
        arguments = self._rules, self._threads[1], progress, lookahead, checkpoint, self.tiles, self.below
        module, bits = self.transposing(lookahead, in_tiers(self._rules)), self.records.page.bit_length() - 1
        self.edges = transposed.transpose(*arguments, module, bits)
        if len(self.records.pages) > 1:  # of small tiers there may be thousands
            machine.return_freed_memory()  # that of rounds and runs, which left gaps

    def equip(self, sending: bool) -> None:
        budget = self.tiles.for_updates(self.records) if sending else 0
        if sending:
            self.edges = self.edges.without_counts()
        for shard in self.shards:
            shard.equip(self.edges, budget // len(self.shards))

    def round(
        self, step: Step, level: int, count: Callable[[TaskResult], None], checkpoint: Checkpoint
    ) -> tuple[bool, bool]:
        remaining = due = False
        for shard in self.shards:
            for result in step(shard):
                remaining |= not result.slots
                count(result)
                due = due or checkpoint.due()
                if due:
                    shard.halt()
        parcels = [parcel for shard in self.shards for parcel in shard.parcels()]
        for shard in self.shards if parcels else ():
            for result in shard.apply(level, by_tile(parcel for parcel in parcels if parcel.tile in shard.tiles)):
                count(result)
        for shard in self.shards:
            for result in shard.delivered():
                count(result)
        return remaining, due

    def due(self) -> Due:
        return Due.of_all([shard.due() for shard in self.shards])

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
    rules: IndexedRules
    engine: Engine
    progress: Progress
    totals: dict[str, Counters]

    def arrays(self) -> Arrays:
        pending, done, later = self.engine.flags()
        flags = {"pending": pending, "done": done, "later": later}
        return {self.records: self.engine.records, **flags, **self.totals}

    def restore(self) -> bool:
        """Fills records, flags and totals as they were saved. Returns whether anything was."""
        saved = self.resume({self.records: self.engine.records})
        if saved is not None:
            self.totals = {name: saved[name] for name in self.totals}
            self.engine.set_flags(Flags(saved["pending"], saved["done"], saved["later"]))
        return saved is not None

    def round(
        self, step: Step, count: Callable[[TaskResult], None], complete: Callable[[], None] = lambda: None
    ) -> bool:
        """Does one round of a step, and calls ``complete`` after it; saves the state if it is time.

        Returns whether anything remains to be done.
        """
        remaining, due = self.engine.round(step, self.level, count, self.checkpoint)
        complete()
        if due:
            self.save()
        return remaining
