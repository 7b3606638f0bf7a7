"""Search from the start: the distance of every state, by breadth-first search (algorithm 9 of Takizawa, 2023).

A distance takes one byte. A move that takes the last one back is never on a shortest way to a position, because it
leads to a position that was nearer. So the distances of positions are the same whether a repetition rule is obeyed or
not, and a state is one ply farther than the nearest position from which a move leads to it. So the last move of the way
to a state may be one that the rule forbids, as in the published search; `retro.reach.path` finds the shortest game that
obeys the rule.

Positions that are equal up to symmetry count as one, whose distance is that of the nearest.

Distances are in tiles, as records are while a game is solved (`retro.solving.tiles`, `retro.solving.shard`). First
every position sends its distance to its successors, level by level. Then the states are counted: every position
requests the distances of its predecessors. As many requests as memory allows wait in outboxes and are answered tile by
tile, and each position reads the answers in the order of its requests.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import explained
from retro.compiling.kernels import compiled_kernels
from retro.game.rules import IndexedRules
from retro.lookup import scan
from retro.reach import reach_kernels, reach_states_kernels
from retro.solving import audit, cost, edge_memory
from retro.solving.edges import Edges
from retro.solving.engine import Engine, EngineRun, Local, RecordPages
from retro.solving.plan import Plan
from retro.solving.process_memory import BUFFER_BYTES, COMPILED_MORE, cached, process_bytes
from retro.solving.sample import sampled
from retro.solving.shard import Shard, TaskResult
from retro.solving.stages import Stage, Work
from retro.solving.tiles import KINDS, PLAIN, Tiles
from retro.storage.distances import UNREACHED, Distances
from retro.system.checkpointing import NO_ARRAYS, NO_CHECKPOINT, Checkpoint, PagedArray, Snapshot
from retro.system.errors import GameError
from retro.system.progress import Progress

FARTHEST = UNREACHED - 1

START, SPREAD, SPREAD_OUT, STATES, DONE = "start", "search", "searched", "states", "found"
"""Phases; SPREAD and STATES are also the stages of shards."""
BYTE = np.dtype(np.uint8)
DISTANCES_IN_MEMORY = Tiles(dtype=BYTE)
DISK_BYTES = 0.5
"""Bytes of a slot's distance in the database or in a checkpoint, a high estimate: for all of Ostle it is 0.25."""
VISITED_SHARE = 4
"""Bits of visited positions are used if the memory for updates is at least this many times as large. Packed distances
grow, and some memory has to remain for updates at the end."""


class Reachable(NamedTuple):
    """Result of a search from the start; numbers are counted as the game counts them.

    store      distance of every slot's position, UNREACHED for those that no game reaches
    positions  number of positions that a game reaches
    states     number of states by distance, the start first
    snapshot   state of the run, for `Checkpoint.save`
    written    bytes that were written to files of tiles
    """

    store: RecordPages
    positions: int
    states: list[int]
    snapshot: Snapshot
    written: int

    @property
    def distances(self) -> Distances:
        """Distances of all slots, in memory."""
        return self.store[:]


def work(rules: IndexedRules) -> Work:
    """Returns the stages of shards that search: the distances of positions, then the states."""
    stages = {
        SPREAD: Stage(SearchShard, _search_kernels(rules)),
        STATES: Stage(CountingShard, _counting_kernels(rules)),
    }
    return Work(stages, UNREACHED)


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
    takes the memory of its transposed edges. An ``engine`` whose shards have not begun replaces ``tiles``; it must stay
    open while distances are read. Raises GameError if the game has no start, or a position is farther than FARTHEST
    plies.
    """
    if not rules.starts:
        raise GameError(f"with these options {rules.game.name} has no start")
    try:
        with explained(rules), ThreadPoolExecutor(threads) as pool:
            engine = engine or Local(rules, work(rules), tiles, pool, threads)
            return _ReachRun(rules, engine, progress, checkpoint).run()
    finally:
        progress.close()


def plans(rules: IndexedRules, threads: int, available: int, store: str = "auto") -> list[Plan]:
    """Returns the plan of a search with every possible store, the fastest first, as `retro.solving.plans` does.

    Raises GameError for a store that the game cannot have.
    """
    sample, edges = sampled(rules), edge_memory.lists_bytes(rules) if scan.transposes(rules) else 0
    modules = _search_kernels(rules), _counting_kernels(rules)
    kernels = next((each for each in modules if not cached(each)), modules[0])
    disk, others = int(rules.slots * DISK_BYTES), edges + COMPILED_MORE  # for the other kernels

    def plan(kind: str) -> Plan:
        rest = process_bytes(rules, "search", kernels, others + rules.slots, threads) - rules.slots
        tiles = Tiles.within(rules, kind, threads, available - rest - BUFFER_BYTES, sample.edges, BYTE)
        arrays = others + tiles.memory_bytes(rules, threads)
        memory = process_bytes(rules, "search", kernels, arrays, threads)
        forecast = cost.forecast(rules, sample, "search", threads, kernels, tiles)
        assumed = cost.assumed("search", tiles)
        return Plan("search", "", memory, disk, disk, forecast, assumed, tiles, tiles.scratch_bytes(rules))

    kinds = (PLAIN,) if edges else KINDS
    if store not in ("auto", *kinds):
        why = "because it cannot take moves back"
        raise GameError(f"{rules.game.name} needs all of its distances in memory, {why}: --store {PLAIN}")
    return [plan(kind) for kind in kinds if store in ("auto", kind)]


class SearchShard(Shard):
    """A shard whose positions send their distance to their successors.

    Nearly all of these updates would come too late: a position of Ostle has 29 moves. So if there is memory for it
    (`VISITED_SHARE`), a bit for each position of the game says whether this shard has sent it an update before. The
    bits are not saved: a resumed run sends some updates once more.
    """

    _visited = np.zeros(0, np.uint8)

    def equip(self, edges: Edges, budget: int, compressing: bool = False) -> None:
        size = -(-self.rules.slots // 8)
        if not budget:
            self._visited = np.zeros(0, np.uint8)
        elif not len(self._visited) and budget >= VISITED_SHARE * size:
            self._visited = np.zeros(size, np.uint8)
        super().equip(edges, max(0, budget - len(self._visited)), compressing)

    def _auxiliary(self, start: int) -> tuple[Any, ...]:
        return self.pending, self._visited

    def _flags_from(self, chunk: int, level: int) -> tuple[NDArray[Any], ...]:
        return (self.pending[level & 3, chunk:],)

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

    def _auxiliary(self, start: int) -> tuple[Any, ...]:
        return self.pending, self._edges.whole

    def _flags_from(self, chunk: int, level: int) -> tuple[NDArray[Any], ...]:
        return (self.pending[level & 3, chunk:],)

    def first(self) -> Iterator[TaskResult]:
        """Flags all positions as pending."""
        self._by_page[0, self._pages] = True
        return iter(())

    def rest(self) -> Iterator[TaskResult]:
        """Posts the remaining requests of positions for which the first answers were not enough."""
        self._last = True

        def one(number: int) -> TaskResult:
            counters = self._no_counts()
            ended = self.module.rest(self._edges.whole, self._outboxes[number], counters)
            return TaskResult(int(ended), counters)

        return self._each(one, list(range(len(self._outboxes))))

    def delivered(self) -> Iterator[TaskResult]:
        """Counts the states of the positions whose requests were answered."""
        last, self._last = self._last, False

        def one(number: int) -> TaskResult:
            counters = self._no_counts()
            self.module.count_states(self._outboxes[number], last, counters)
            self._outboxes[number].clear()
            return TaskResult(0, counters)

        return self._each(one, list(range(len(self._outboxes))))


def _search_kernels(rules: IndexedRules) -> ModuleType:
    with explained(rules):
        return compiled_kernels(rules, reach_kernels, {"TRANSPOSED": False, "REQUESTS": False, "PAYLOAD_BITS": 0})


def _counting_kernels(rules: IndexedRules) -> ModuleType:
    constants = {"TRANSPOSED": scan.transposes(rules), "REQUESTS": True, "PAYLOAD_BITS": 0}
    with explained(rules):
        return compiled_kernels(rules, reach_states_kernels, constants)


class _ReachRun(EngineRun):
    """A search in progress, in ``phase`` and ``level``; the engine flags the positions that remain to be done in it.

    entered        number of positions that had a distance when the level began
    search_totals  counters of the kernels that search; checkpoints call them ``found``
    state_totals   counters of the kernels that count states; checkpoints call them ``counted``
    """

    name = "search"
    state = ("phase", "level", "entered")
    records = "distances"

    def __init__(self, rules: IndexedRules, engine: Engine, progress: Progress, checkpoint: Checkpoint) -> None:
        self.spreading, self.counting = _search_kernels(rules), _counting_kernels(rules)
        self.phase, self.entered = START, len(set(rules.homes))
        modules = {"found": self.spreading, "counted": self.counting}
        totals = {name: np.zeros(module.COUNTERS, np.int64) for name, module in modules.items()}
        super().__init__(rules, engine, progress, checkpoint, totals)
        self.search_totals, self.state_totals = self.totals.values()

    def resume(self, into: Mapping[str, PagedArray] = NO_ARRAYS) -> dict[str, NDArray[Any]] | None:
        saved = super().resume(into)
        if self.phase == STATES:
            self.engine.begin_stage(STATES)
        return saved

    def run(self) -> Reachable:
        """Returns the result of the search."""
        if self.phase in (START, SPREAD):
            self._spread()
            self.phase, self.level = SPREAD_OUT, 0
        positions = self.search_totals[:UNREACHED]
        if self.phase in (SPREAD_OUT, STATES) and self.rules.repetition:
            self._count_states()
        self.phase = DONE
        states = self.state_totals[: self.counting.NOWHERE] if self.rules.repetition else positions
        by_distance: list[int] = (self.rules.players * np.trim_zeros(states, "b")).tolist()
        return Reachable(self.engine.records, int(positions.sum()), by_distance, self.snapshot, self.engine.written)

    def _spread(self) -> None:
        """Gives every position its distance, one ply after another."""
        self.progress.phase("search", self.rules.slots, None)
        module, total = self.spreading, self.search_totals

        def count(result: TaskResult) -> None:
            np.add(total, result.counters, out=total)
            self.progress.advance(int(result.counters[module.EXPANDED]), 0)

        if self.phase == START:
            self.round("first", count)
            self.phase = SPREAD
        while self.engine.due().slots.any():
            remaining = True
            while remaining:
                self.engine.equip(sending=True)  # packed distances have grown
                remaining = self.round("expand", count)
            where = f"{self.level} plies from the start"
            audit.agree(int(total[module.EDGES]), int(total[module.APPLIED]), where, "edges were sent", "applied")
            audit.agree(int(total[module.EXPANDED]), self.entered, where, "positions were expanded", "found before")
            if self.level == FARTHEST and self.engine.due().slots.any():
                raise GameError(f"{self.rules.game.name} has positions more than {FARTHEST} plies from the start")
            self.level += 1
            self.entered = len(set(self.rules.homes)) + int(total[module.ENTERED])
        self.engine.equip(sending=False)

    def _count_states(self) -> None:
        module, total = self.counting, self.state_totals
        if self.phase == SPREAD_OUT:
            self.engine.begin_stage(STATES)
        if scan.transposes(self.rules):
            self.engine.transpose(False, self.progress, self.checkpoint)
        self.engine.equip(sending=True)
        self.progress.phase("counting states", self.rules.slots, None)

        def count(result: TaskResult) -> None:
            np.add(total, result.counters, out=total)
            self.progress.advance(result.slots, 0)

        def count_rest(result: TaskResult) -> None:
            np.add(total, result.counters, out=total)

        def send_rest() -> None:
            """Sends the remaining requests, which a checkpoint does not hold."""
            while self.engine.round("rest", self.level, count_rest, NO_CHECKPOINT)[0]:
                pass

        if self.phase == SPREAD_OUT:
            self.round("first", count)
            self.phase = STATES
        while self.round("expand", count, send_rest):
            pass
        where = "counting states"
        audit.agree(int(total[module.EDGES]), int(total[module.APPLIED]), where, "requests were sent", "answered")
