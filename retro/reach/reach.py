"""Search from the start: the distance of every state, by breadth-first search (algorithm 9 of Takizawa, 2023).

A distance takes one byte, or two or four in a game with positions farther than 254 plies. A move that takes the last
one back is never on a shortest way to a position, because it leads to a position that was nearer. So the distances of
positions are the same whether a repetition rule is obeyed or not, and a state is one ply farther than the nearest
position from which a move leads to it. So the last move of the way to a state may be one that the rule forbids, as in
the published search; `retro.reach.path` finds the shortest game that obeys the rule.

Positions that are equal up to symmetry count as one, whose distance is that of the nearest.

Distances are in tiles, as records are while a game is solved (`retro.solving.tiles`, `retro.solving.shard`). First
every position sends its distance to its successors, level by level. Then the states are counted: every position
requests the distances of its predecessors. As many requests as memory allows wait in outboxes and are answered tile by
tile, and each position reads the answers in the order of its requests.

No move raises the tier, so a search goes down the tiers: when it comes to a tier, the distances at which higher ones
enter it are known. Tiers that follow each other are one to it, all of them if their distances are in memory as they
are, otherwise those that fit there unpacked. A game without tiers is one tier. In a tier, positions of the lowest
distance come first: those that were entered at this distance, and those that moves inside the tier lead to.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules
from retro.indexing.tiers import tiers_of
from retro.lookup import scan
from retro.reach import shards
from retro.reach.shards import MAX_COUNTED_BYTES, CountingShard, SearchShard, counting_kernels, search_kernels
from retro.solving import audit
from retro.solving.below import only_tier
from retro.solving.engine import Engine, EngineRun, Local
from retro.solving.outbox_kernels import NEVER
from retro.solving.shard import Making, TaskResult
from retro.solving.state_bits import StateBits
from retro.solving.stores import RecordPages
from retro.solving.tiles import Tiles
from retro.storage.distances import DISTANCE_BYTES, Distances, SlotDistances, converted, type_for, type_of
from retro.system.checkpointing import NO_ARRAYS, NO_CHECKPOINT, Checkpoint, PagedArray, Snapshot
from retro.system.errors import GameError
from retro.system.progress import Progress

BYTE = type_of(1)
DISTANCES_IN_MEMORY = Tiles(dtype=BYTE)


class Phase(StrEnum):
    """Phases of a search, in order. States are counted only if the game has a repetition rule."""

    START = "start"
    SPREAD = "search"
    SPREAD_OUT = "searched"
    STATES = "states"
    DONE = "found"


class Reachable(NamedTuple):
    """Result of a search from the start; numbers are counted as the game counts them.

    store      distance of every slot's position, `unreached` for those that no game reaches
    positions  number of positions that a game reaches
    states     number of states by distance, the start first
    snapshot   state of the run, for `Checkpoint.save`
    written    bytes that were written to files of tiles
    """

    store: SlotDistances
    positions: int
    states: list[int]
    snapshot: Snapshot
    written: int

    @property
    def distances(self) -> Distances:
        """Distances of all slots, in memory."""
        return self.store[:]

    @property
    def distance_bytes(self) -> int:
        """Bytes of a distance."""
        return int(self.store.dtype.itemsize)


def search(
    rules: IndexedRules,
    threads: int,
    progress: Progress,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    tiles: Tiles = DISTANCES_IN_MEMORY,
    engine: Engine | None = None,
) -> Reachable:
    """Finds the distance of every position and counts the states.

    Distances are in the store that ``tiles`` describes. A game with a repetition rule and without ``unmoves`` also
    takes the memory of the bits of its states (`retro.solving.state_bits`). An ``engine`` whose shards have not begun
    replaces ``tiles``; it must stay open while distances are read. Raises GameError if the game has no start, or has a
    repetition rule and a position that is farther than two bytes can say.
    """
    if not rules.starts:
        raise GameError(f"with these options {rules.game.name} has no start")
    try:
        with ThreadPoolExecutor(threads) as pool:
            engine = engine or Local(rules, tiles, pool, threads)
            return _ReachRun(rules, engine, progress, checkpoint, threads, tiles.unpacked).run()
    finally:
        progress.close()


def _at_distance(engine: Engine, distance: int, start: int, stop: int) -> NDArray[np.bool_]:
    """Returns which of a range of slots have a distance from the start."""
    there: NDArray[np.bool_] = engine.records.read(start, stop) == distance
    return there


class _Narrowest:
    """The distances of a store in the narrowest type that has all of them."""

    def __init__(self, store: RecordPages, dtype: np.dtype[Any]) -> None:
        self._store, self.dtype = store, dtype

    def __len__(self) -> int:
        return len(self._store)

    def __getitem__(self, slots: slice) -> Distances:
        return converted(self._store[slots], self.dtype)


class _ReachRun(EngineRun):
    """A search in progress, in ``phase`` and ``level``; the engine flags the positions that remain to be done in it.

    done, upto     slots of the highest tiers: of those that were searched, and of these and the tier in progress
    counts         positions by distance, as the game counts them
    width          bytes of a distance
    search_totals  counters of the kernels that search; checkpoints call them ``found``
    state_totals   counters of the kernels that count states; checkpoints call them ``counted``
    """

    name = "search"
    phase: Phase
    state = ("phase", "done", "upto", "level", "counts", "width")
    records = "distances"

    def __init__(
        self,
        rules: IndexedRules,
        engine: Engine,
        progress: Progress,
        checkpoint: Checkpoint,
        threads: int,
        unpacked: int = 0,
    ) -> None:
        tiers, self._threads, self._unpacked = tiers_of(rules), threads, unpacked
        self._ends = np.cumsum([stop - start for _, start, stop in tiers[::-1]])
        """By tier, the highest first: the slots of it and of those above it."""
        self._rising = tiers[0].start == 0
        self.phase, self.done, self.upto, self.counts = Phase.START, 0, 0, list[int]()
        self.rules, self.engine, self.progress, self.checkpoint = rules, engine, progress, checkpoint
        self.width = checkpoint.state(self.name).get("width", DISTANCE_BYTES[0])
        engine.begin(Making(shards.searching, (self.width,)), only_tier(rules.slots))
        self.spreading, self.counting = search_kernels(rules, self.width), counting_kernels(rules, self.width)
        modules = {"found": self.spreading, "counted": self.counting}
        self.totals = {name: np.zeros(module.COUNTERS, np.int64) for name, module in modules.items()}
        self.restore()
        self.search_totals, self.state_totals = self.totals.values()

    def resume(self, into: Mapping[str, PagedArray] = NO_ARRAYS) -> dict[str, NDArray[Any]] | None:
        saved = super().resume(into)
        if self.phase == Phase.STATES:
            self.engine.go_on(Making(shards.counting, (self.width,)))
        return saved

    def run(self) -> Reachable:
        """Returns the result of the search."""
        if self.phase in (Phase.START, Phase.SPREAD):
            self._spread()
            self.phase, self.level = Phase.SPREAD_OUT, 0
        if self.phase in (Phase.SPREAD_OUT, Phase.STATES) and self.rules.repetition:
            if not scan.has_state_bits(self.rules):
                self._count_states()
        self.phase = Phase.DONE
        states = self.counts
        if scan.has_state_bits(self.rules):
            states = self._counted_forwards()
        elif self.rules.repetition:
            states = np.trim_zeros(self.state_totals[: self.counting.NOWHERE], "b").tolist()
        by_distance = [self.rules.players * count for count in states]
        distances = _Narrowest(self.engine.records, type_for(len(self.counts) - 1))
        return Reachable(distances, sum(self.counts), by_distance, self.snapshot, self.engine.written)

    def _spread(self) -> None:
        """Gives every position its distance, in one tier after another."""
        total, module = self.search_totals, self.spreading
        if self.phase == Phase.START:
            self.round(SearchShard.first, self._count)
            self.phase = Phase.SPREAD
        while self.done < self.rules.slots:
            resumed = self.upto > self.done
            if not resumed:
                self.level, self.upto = 0, self._next_tiers()
            if self.upto - self.done < self.rules.slots:
                number = int(np.searchsorted(self._ends, self.done, "right")) + 1
                self.progress.tier(f"tier {number:,} of {len(self._ends):,}", self.done / self.rules.slots)
            self.progress.phase("search", self.upto - self.done, None)
            self._begin(resumed)
            self._spread_tier()
            self.round(SearchShard.end, self._count)
            self.done = self.upto
            where = f"in the highest {self.done:,} slots"
            audit.agree(int(total[module.EDGES]), int(total[module.APPLIED]), where, "edges were sent", "applied")
        entered = len(set(self.rules.homes)) + int(total[module.ENTERED])
        audit.agree(int(total[module.EXPANDED]), entered, "in the end", "positions were expanded", "found before")
        self.progress.tier("", 1.0)
        self.engine.equip(sending=False)

    @property
    def _room(self) -> int:
        """Slots whose distances may be left unpacked, besides two tiles that are parts of the tier."""
        return int(self._unpacked // self.width - (2 << self.engine.records.bits))

    def _next_tiers(self) -> int:
        """Returns how many slots the next tier ends with, or the last of the next tiers that have room together."""
        room = self._room if self._unpacked else self.rules.slots
        following, last = np.searchsorted(self._ends, (self.done, self.done + room), "right").tolist()
        return int(self._ends[max(following, last - 1)])

    def _begin(self, resumed: bool) -> None:
        """Has the shards begin the tier, or go on with it."""
        slots = self.rules.slots
        tier, entered = range(self.done, self.upto), range(self.done, slots)
        if self._rising:
            tier, entered = range(slots - self.upto, slots - self.done), range(slots - self.done)
        unpacked = len(tier) <= self._room
        begin = partial(SearchShard.begin, tier=tier, entered=entered, unpacked=unpacked, resumed=resumed)
        self.round(begin, self._count)

    def _spread_tier(self) -> None:
        """Has the positions of each distance, in ascending order, send it to their successors."""
        while (following := self.engine.due().first(0)) < NEVER:
            self.level, remaining = max(self.level, following), True
            if self.level + 1 >= self.spreading.CONTENT:
                self._widen()
            while remaining:
                self.engine.equip(sending=True)  # packed distances have grown
                remaining = self.round(partial(SearchShard.expand, level=self.level), self._count)

    def _count(self, result: TaskResult) -> None:
        np.add(self.search_totals, result.counters, out=self.search_totals)
        if expanded := int(result.counters[self.spreading.EXPANDED]):
            self.counts += [0] * (self.level + 1 - len(self.counts))
            self.counts[self.level] += int(result.counters[self.spreading.COUNTED])
            self.progress.advance(expanded, 0)

    def save(self) -> None:
        if self.phase == Phase.SPREAD:
            self.engine.round(SearchShard.deliver, self.level, self._count, NO_CHECKPOINT)
        super().save()

    def _widen(self) -> None:
        """Goes on with distances of twice as many bytes; they do not change otherwise."""
        widest = MAX_COUNTED_BYTES if self.rules.repetition else DISTANCE_BYTES[-1]
        if self.width == widest:
            farthest = self.spreading.CONTENT - 1
            raise GameError(f"{self.rules.game.name} has positions more than {farthest:,} plies from the start")
        self.save()  # there may be too little memory for wider distances, except in another store
        self.round(SearchShard.end, self._count)
        self.width *= 2
        wider = type_of(self.width)
        self.engine.go_on(Making(shards.searching, (self.width,)), partial(converted, dtype=wider))
        self.spreading, self.counting = search_kernels(self.rules, self.width), counting_kernels(self.rules, self.width)
        self.totals["counted"] = self.state_totals = np.zeros(self.counting.COUNTERS, np.int64)
        self._begin(resumed=True)

    def _count_states(self) -> None:
        module, total = self.counting, self.state_totals
        if self.phase == Phase.SPREAD_OUT:
            self.engine.go_on(Making(shards.counting, (self.width,)))
        self.engine.equip(sending=True)
        self.progress.phase("counting states", self.rules.slots, None)

        def count(result: TaskResult) -> None:
            np.add(total, result.counters, out=total)
            self.progress.advance(result.slots, 0)

        def count_rest(result: TaskResult) -> None:
            np.add(total, result.counters, out=total)

        def send_rest() -> None:
            """Sends the remaining requests, which a checkpoint does not hold."""
            while self.engine.round(CountingShard.rest, self.level, count_rest, NO_CHECKPOINT)[0]:
                pass

        if self.phase == Phase.SPREAD_OUT:
            self.round(CountingShard.first, count)
            self.phase = Phase.STATES
        while self.round(partial(CountingShard.expand, level=self.level), count, send_rest):
            pass
        where = "counting states"
        audit.agree(int(total[module.EDGES]), int(total[module.APPLIED]), where, "requests were sent", "answered")

    def _counted_forwards(self) -> list[int]:
        """Returns the states by distance: those to which moves lead from positions one ply nearer, and none before."""
        bits = StateBits(self.rules, self._threads)
        self.progress.phase("counting states", self.rules.slots * len(self.counts), None)
        states = [bits.enter_starts()]
        for level in range(len(self.counts)):
            nearest = partial(_at_distance, self.engine, level)
            states.append(bits.enter(self.progress, self.checkpoint, nearest))
        return states[: len(states) - (states[-1] == 0)]
