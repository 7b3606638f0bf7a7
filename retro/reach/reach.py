"""How far from the start every state is: breadth-first search, algorithm 9 of Takizawa (2023), in a byte a position.

A move that takes the last one back never lies on a shortest way to a position, for it leads to one that was nearer. So
the distances of positions are the same whether a repetition rule is obeyed or not, and a state is one ply farther than
the nearest position from which a move leads to it. Like the published search this counts a state also where that last
move is one that the rule forbids; `retro.reach.path` finds the shortest game that obeys it.

Positions that are the same up to symmetry are one, and as far from the start as the nearest of them.

Distances lie in tiles, as records do while a game is solved (`retro.solving.tiles`, `retro.solving.shard`). First every
position tells its successors how far it is, level by level. Then all states ask how far the positions before them are:
as many questions as memory allows wait in outboxes, they are answered tile by tile, and whoever asked goes through the
answers in the order of its questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import explained
from retro.compiling.kernels import compiled_kernels
from retro.game.rules import IndexedRules
from retro.lookup import scan
from retro.reach import reach_kernels, reach_states_kernels
from retro.solving import audit, cost, transposed
from retro.solving.engine import Engine, Kept, Local
from retro.solving.plan import Plan, transposed_bytes
from retro.solving.process_memory import BUFFER_BYTES, COMPILED_MORE, cached, process_bytes
from retro.solving.sample import sampled
from retro.solving.shard import Act, Counters, Done, Part, Shard, Work
from retro.solving.tiles import KINDS, PLAIN, Tiles
from retro.solving.transposed import Edges
from retro.storage.distances import UNREACHED, Distances
from retro.system.checkpointing import NO_CHECKPOINT, Arrays, Checkpoint, Snapshot
from retro.system.errors import GameError
from retro.system.progress import Progress

FARTHEST = UNREACHED - 1

START, SPREAD, SPREAD_OUT, STATES, FOUND = "start", "search", "searched", "states", "found"
"""Phases; two of them are acts of shards."""
WHERE = ("phase", "level", "entered")
BYTE = np.dtype(np.uint8)
IN_MEMORY = Tiles(dtype=BYTE)
DISK_BYTES = 0.5
"""Of a slot's distance in the database or in a checkpoint, rather more than less; of all of Ostle 0.25."""
VISITED_SHARE = 4
"""So many times what a bit for each position takes there must be memory for updates, so that some is left for these in
the end: packed distances grow meanwhile."""


class Reachable(NamedTuple):
    """What a search from the start found; numbers are counted as the game counts them.

    store      the distance of every slot's position, UNREACHED for those that no game comes to
    positions  that a game comes to
    states     by distance, the start first
    snapshot   what a checkpoint saves of it
    written    bytes that were written to files of tiles
    """

    store: Kept
    positions: int
    states: list[int]
    snapshot: Snapshot
    written: int

    @property
    def distances(self) -> Distances:
        """Of all slots, in memory."""
        return self.store[:]


def work(rules: IndexedRules) -> Work:
    """What shards do to search."""
    acts = {SPREAD: Act(Spreading, _spreading(rules)), STATES: Act(Asking, _counting(rules))}
    return Work(acts, UNREACHED)


def search(
    rules: IndexedRules,
    threads: int,
    progress: Progress,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    tiles: Tiles = IN_MEMORY,
    engine: Engine | None = None,
) -> Reachable:
    """Find the distance of every position and count the states.

    Distances are where ``tiles`` says, and little else is in memory but the game's edges, where it has a repetition
    rule and cannot take moves back. An ``engine`` with shards of its own, none of which has begun, takes the place of
    ``tiles``; it must stay for as long as distances are read. GameError if the game has no start, or a position is
    farther than FARTHEST plies.
    """
    if rules.initial < 0:
        raise GameError(f"with these options {rules.game.name} has no start")
    try:
        with explained(rules), ThreadPoolExecutor(threads) as pool:
            engine = engine or Local(rules, work(rules), tiles, pool, threads)
            return _BreadthFirst(rules, engine, threads, progress, checkpoint).run()
    finally:
        progress.close()


def plans(rules: IndexedRules, threads: int, available: int, store: str = "auto") -> list[Plan]:
    """What a search takes with every store that there may be, the fastest first, as `retro.solving.plans` tells it.

    GameError for a store that the game cannot have.
    """
    sample, edges = sampled(rules), transposed_bytes(rules) if scan.built(rules) else 0
    modules = _spreading(rules), _counting(rules)
    kernels = next((each for each in modules if not cached(each)), modules[0])
    disk, others = int(rules.slots * DISK_BYTES), edges + COMPILED_MORE  # for the other kernels

    def plan(kind: str) -> Plan:
        rest = process_bytes(rules, "search", kernels, others + rules.slots, threads) - rules.slots
        tiles = Tiles.within(rules, kind, threads, available - rest - BUFFER_BYTES, sample.edges, BYTE)
        arrays = others + tiles.memory_bytes(rules, threads)
        memory = process_bytes(rules, "search", kernels, arrays, threads)
        forecast = cost.forecast(rules, sample, "search", threads, kernels, tiles)
        assumed = cost.assumed(sample, "search", tiles)
        return Plan("search", "", memory, disk, disk, forecast, assumed, tiles, tiles.scratch_bytes(rules))

    kinds = (PLAIN,) if edges else KINDS
    if store not in ("auto", *kinds):
        why = "because it cannot take moves back"
        raise GameError(f"{rules.game.name} needs all of its distances in memory, {why}: --store {PLAIN}")
    return [plan(kind) for kind in kinds if store in ("auto", kind)]


class Spreading(Shard):
    """A shard whose positions tell their successors how far they are.

    Nearly all of what they would tell was told before: a position of Ostle has 29 moves. So a bit for each position of
    the game says to whom this shard has told something, if there is memory for that (`VISITED_SHARE`). It is not saved:
    whoever goes on from a checkpoint tells some once more.
    """

    _visited = np.zeros(0, np.uint8)

    def equip(self, edges: Edges, budget: int, stowing: bool = False) -> None:
        size = -(-self.rules.slots // 8)
        if not budget:
            self._visited = np.zeros(0, np.uint8)
        elif not len(self._visited) and budget >= VISITED_SHARE * size:
            self._visited = np.zeros(size, np.uint8)
        super().equip(edges, max(0, budget - len(self._visited)), stowing)

    @property
    def _auxiliary(self) -> NDArray[np.uint8]:
        return self._visited

    def first(self) -> Iterator[Done]:
        """The start is there at once."""
        home = self.rules.home
        if home >> self.store.bits in self.tiles:
            with self.store.opened(home, home + 1) as distance:
                distance[:] = 0
            self.pending[0, home >> self.module.CHUNK_BITS] = True
        return iter(())


class Asking(Shard):
    """A shard whose states ask how far the positions before them are."""

    _last = False

    def first(self) -> Iterator[Done]:
        """All of them will."""
        self._by_page[0, self._pages] = True
        return iter(())

    def rest(self) -> Iterator[Done]:
        """Those for which the answers were not enough ask for all that they may have to know."""
        self._last = True

        def one(number: int) -> Done:
            counters = self._counters()
            ended = self.module.rest(self._edges, self._outboxes[number], counters)
            return Done(int(ended), counters)

        return self._each(one, list(range(len(self._outboxes))))

    def delivered(self) -> Iterator[Done]:
        """All questions were answered: count what that tells."""
        last, self._last = self._last, False

        def one(number: int) -> Done:
            counters = self._counters()
            self.module.hear(self._outboxes[number], last, counters)
            self._outboxes[number].clear()
            return Done(0, counters)

        return self._each(one, list(range(len(self._outboxes))))


def _spreading(rules: IndexedRules) -> ModuleType:
    """The compiled kernels that find distances."""
    with explained(rules):
        return compiled_kernels(rules, reach_kernels, {"BUILT": False, "ASKING": False, "TOLD_BITS": 0})


def _counting(rules: IndexedRules) -> ModuleType:
    """The compiled kernels that count states."""
    constants = {"BUILT": scan.built(rules), "ASKING": True, "TOLD_BITS": 0}
    with explained(rules):
        return compiled_kernels(rules, reach_states_kernels, constants)


class _BreadthFirst:
    """One search under way: ``phase`` and ``level`` say where it is, the marks of ``engine`` what is left there.

    ``entered`` says how many positions had a distance when the level began, ``found`` and ``counted`` what the kernels
    of each phase have counted.
    """

    def __init__(
        self, rules: IndexedRules, engine: Engine, threads: int, progress: Progress, checkpoint: Checkpoint
    ) -> None:
        self.rules, self.engine, self.threads, self.progress = rules, engine, threads, progress
        self.checkpoint = checkpoint
        self.spreading, self.counting = _spreading(rules), _counting(rules)
        self.phase, self.level, self.entered = START, 0, 1
        saved = checkpoint.resume("search", {"distances": engine.records})
        if saved is None:
            self.found = np.zeros(self.spreading.COUNTERS, np.int64)
            self.counted = np.zeros(self.counting.COUNTERS, np.int64)
        else:
            where, arrays = saved
            self.phase, self.level, self.entered = (where[name] for name in WHERE)
            self.found, self.counted = arrays["found"], arrays["counted"]
            if self.phase == STATES:
                engine.enter(STATES)
            engine.mark((arrays["pending"], arrays["done"]))

    @property
    def snapshot(self) -> Snapshot:
        """What the checkpoint keeps."""
        where = {name: getattr(self, name) for name in WHERE}
        pending, done = self.engine.marks()
        arrays: Arrays = {
            "distances": self.engine.records,
            "pending": pending,
            "done": done,
            "found": self.found,
            "counted": self.counted,
        }
        return "search", where, arrays

    def run(self) -> Reachable:
        if self.phase in (START, SPREAD):
            self._spread()
            self.phase, self.level = SPREAD_OUT, 0
        positions = self.found[:UNREACHED]
        if self.phase in (SPREAD_OUT, STATES) and self.rules.repetition:
            self._count_states()
        self.phase = FOUND
        states = self.counted[: self.counting.NOWHERE] if self.rules.repetition else positions
        found: list[int] = (self.rules.players * np.trim_zeros(states, "b")).tolist()
        return Reachable(self.engine.records, int(positions.sum()), found, self.snapshot, self.engine.written)

    def _spread(self) -> None:
        """Give every position its distance, one ply after another."""
        self.progress.phase("search", self.rules.slots, None)
        module, total, edges = self.spreading, self.found, transposed.no_edges(self.rules)
        if self.phase == START:
            self._through("first", total)
            self.phase = SPREAD
        while self.engine.waiting().any():
            left = True
            while left:
                self.engine.equip(edges, telling=True)  # what is packed has grown
                left = self._through("expand", total, module.EXPANDED)
            where = f"{self.level} plies from the start"
            audit.agree(int(total[module.EDGES]), int(total[module.APPLIED]), where, "edges were sent", "applied")
            audit.agree(int(total[module.EXPANDED]), self.entered, where, "positions were expanded", "found before")
            if self.level == FARTHEST and self.engine.waiting().any():
                raise GameError(f"{self.rules.game.name} has positions more than {FARTHEST} plies from the start")
            self.level, self.entered = self.level + 1, 1 + int(total[module.ENTERED])
        self.engine.equip(edges, telling=False)

    def _count_states(self) -> None:
        """Count the states by distance, those of all positions."""
        module, total = self.counting, self.counted
        if self.phase == SPREAD_OUT:
            self.engine.enter(STATES)
        self.engine.equip(self._turned(), telling=True)
        self.progress.phase("counting states", self.rules.slots, None)
        if self.phase == SPREAD_OUT:
            self._through("first", total)
            self.phase = STATES
        while self._through("expand", total):
            pass
        where = "counting states"
        audit.agree(int(total[module.EDGES]), int(total[module.APPLIED]), where, "questions were asked", "answered")

    def _through(self, part: Part, total: Counters, advancing: int | None = None) -> bool:
        """One round, and whether it leaves anything to do; saves, if it is time."""

        def count(done: Done, slots: bool = True) -> None:
            np.add(total, done.counters, out=total)
            if slots:
                self.progress.advance(done.slots if advancing is None else int(done.counters[advancing]), 0)

        left, due = self.engine.round(part, self.level, count, self.checkpoint)
        while total is self.counted and part == "expand":  # some have to ask for more before anything can be saved
            if not self.engine.round("rest", self.level, partial(count, slots=False), NO_CHECKPOINT)[0]:
                break
        if due:
            self.checkpoint.save(*self.snapshot)
        return left

    def _turned(self) -> Edges:
        """What counting states has to know of edges that the game does not take back."""
        if not scan.built(self.rules):
            return transposed.no_edges(self.rules)
        return transposed.transpose(
            self.rules, self.threads, self.progress, lookahead=False, checkpoint=self.checkpoint
        )
