"""How far from the start every state is: breadth-first search, algorithm 9 of Takizawa (2023), in a byte a position.

A move that takes the last one back never lies on a shortest way to a position, for it leads to one that was nearer. So
the distances of positions are the same whether a repetition rule is obeyed or not, and a state is one ply farther than
the nearest position from which a move leads to it. Like the published search this counts a state also where that last
move is one that the rule forbids; `retro.analysis.path` finds the shortest game that obeys it.

Positions that are the same up to symmetry are one, and as far from the start as the nearest of them.

Distances lie in tiles, as records do while a game is solved (`retro.solving.tiles`, `retro.solving.shard`). First every
position tells its successors how far it is, level by level. Then all states ask how far the positions before them are:
as many questions as memory allows wait in outboxes, they are answered tile by tile, and whoever asked goes through the
answers in the order of its questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from retro import compile as compiling
from retro.analysis import scan
from retro.game import GameError
from retro.progress import Progress
from retro.rules import IndexedRules
from retro.saver import NO_SAVER, Arrays, Saver, Snapshot
from retro.solving import audit, cost, reverse
from retro.solving.footprint import BUFFER_BYTES, COMPILED_MORE, cached, process_bytes
from retro.solving.plan import Plan, turned_around_bytes
from retro.solving.reverse import Edges
from retro.solving.sample import sampled
from retro.solving.shard import Counters, Done, Marks, Shard, in_round
from retro.solving.tiles import KINDS, PLAIN, Store, Tiles
from retro.storage.distances import UNREACHED, Distances

COMMON = ("retro.solving.symmetry_kernels", "retro.solving.outbox_kernels")
SPREADING, COUNTING = (*COMMON, "retro.analysis.reach_kernels"), (*COMMON, "retro.analysis.reach_states_kernels")
FARTHEST = UNREACHED - 1

SOURCES = (*SPREADING, COUNTING[-1], __name__)
"""Modules that make and change what a saver saves, with all that they import."""
SPREAD, STATES, FOUND = "search", "states", "found"
"""Phases."""
WHERE = ("phase", "level", "entered")
BYTE = np.dtype(np.uint8)
IN_MEMORY = Tiles(dtype=BYTE)
DISK_BYTES = 0.5
"""Of a slot's distance in the database or in a checkpoint, rather more than less; of all of Ostle 0.25."""


class Reachable(NamedTuple):
    """What a search from the start found; numbers are counted as the game counts them.

    store      the distance of every slot's position, UNREACHED for those that no game comes to
    positions  that a game comes to
    states     by distance, the start first
    snapshot   what a saver saves of it
    """

    store: Store
    positions: int
    states: list[int]
    snapshot: Snapshot

    @property
    def distances(self) -> Distances:
        """Of all slots, in memory."""
        return self.store[:]


def search(
    rules: IndexedRules, threads: int, progress: Progress, saver: Saver = NO_SAVER, tiles: Tiles = IN_MEMORY
) -> Reachable:
    """Find the distance of every position and count the states.

    Distances are where ``tiles`` says, and little else is in memory but the game's edges, where it has a repetition
    rule and cannot take moves back. GameError if the game has no start, or a position is farther than FARTHEST plies.
    """
    if rules.initial < 0:
        raise GameError(f"with these options {rules.game.name} has no start")
    try:
        with compiling.explained(rules), ThreadPoolExecutor(threads) as pool:
            return _BreadthFirst(rules, threads, pool, progress, saver, tiles).run()
    finally:
        progress.close()


def plans(rules: IndexedRules, threads: int, available: int, store: str = "auto") -> list[Plan]:
    """What a search takes with every store that there may be, the fastest first, as `retro.solving.plans` tells it.

    GameError for a store that the game cannot have.
    """
    sample, edges = sampled(rules), turned_around_bytes(rules) if scan.built(rules) else 0
    modules = [_kernels(rules, templates) for templates in (SPREADING, COUNTING)]
    kernels = next((each for each in modules if not cached(each)), modules[0])
    disk, others = int(rules.slots * DISK_BYTES), edges + COMPILED_MORE  # for the other kernels

    def plan(kind: str) -> Plan:
        rest = process_bytes(rules, "search", kernels, others + rules.slots, threads) - rules.slots
        tiles = Tiles.within(rules, kind, threads, available - rest - BUFFER_BYTES, sample.edges, BYTE)
        arrays = others + tiles.memory_bytes(rules, threads)
        memory = process_bytes(rules, "search", kernels, arrays, threads)
        seconds = cost.seconds(rules, sample, "search", threads, kernels)
        seconds += cost.packing(rules, sample, "search", tiles, threads)
        assumed = cost.assumed(sample, "search", tiles)
        return Plan("search", "", memory, disk, disk, seconds, assumed, tiles, tiles.scratch_bytes(rules))

    kinds = (PLAIN,) if edges else KINDS
    if store not in ("auto", *kinds):
        why = "because it cannot take moves back"
        raise GameError(f"{rules.game.name} needs all of its distances in memory, {why}: --store {PLAIN}")
    return [plan(kind) for kind in kinds if store in ("auto", kind)]


class Asking(Shard):
    """A shard whose states ask how far the positions before them are; ``total`` is what the kernels count."""

    def __init__(self, total: Counters, *more: Any) -> None:
        super().__init__(*more)
        self.total, self._last = total, False

    @property
    def kept(self) -> bool:
        """Whether the answers that came were not enough for somebody."""
        return any(outbox.log[self.module.KEPT] > 0 for outbox in self._outboxes)

    def rest(self) -> Iterator[Done]:
        """Ask for all that these may have to know; they get the answers with the next delivery."""
        self._last = True

        def one(number: int) -> Done:
            counters = self._counters()
            self.module.rest(self._edges, self._outboxes[number], counters)
            return Done(0, counters)

        return self._each(one, list(range(self._threads)))

    def delivered(self) -> None:
        """All questions were answered: count what that tells."""

        def one(number: int) -> Done:
            counters = self._counters()
            self.module.hear(self._outboxes[number], self._last, counters)
            return Done(0, counters)

        for done in self._each(one, list(range(self._threads))):
            self.total += done.counters
        self._last = False
        super().delivered()


def _kernels(rules: IndexedRules, templates: tuple[str, ...]) -> ModuleType:
    asking = templates is COUNTING
    more = {"BUILT": asking and scan.built(rules), "ASKING": asking, "TOLD_BITS": 0}
    with compiling.explained(rules):
        return compiling.kernels(rules, templates, more)


class _BreadthFirst:
    """One search under way: ``phase`` and ``level`` say where it is, ``pending`` what is left there.

    ``entered`` says how many positions had a distance when the level began, ``found`` and ``counted`` what the kernels
    of each phase have counted.
    """

    def __init__(
        self,
        rules: IndexedRules,
        threads: int,
        pool: ThreadPoolExecutor,
        progress: Progress,
        saver: Saver,
        tiles: Tiles,
    ) -> None:
        self.rules, self.threads, self.pool, self.progress, self.saver = rules, threads, pool, progress, saver
        self.tiles, self.store = tiles, tiles.store(rules, UNREACHED)
        self.spreading, self.counting = _kernels(rules, SPREADING), _kernels(rules, COUNTING)
        self.phase, self.level, self.entered = SPREAD, 0, 1
        saved = saver.resume("search", {"distances": self.store})
        if saved is None:
            self.found = np.zeros(self.spreading.COUNTERS, np.int64)
            self.counted = np.zeros(self.counting.COUNTERS, np.int64)
            bits = self.spreading.CHUNK_BITS
            self.pending = np.zeros((4, len(self.store.pages) * self.store.page >> bits), np.bool_)
            self.pending[0, rules.home >> bits] = True
            with self.store.opened(rules.home, rules.home + 1) as distance:
                distance[:] = 0
        else:
            where, arrays = saved
            self.phase, self.level, self.entered = (where[name] for name in WHERE)
            self.pending, self.found, self.counted = (arrays[name] for name in ("pending", "found", "counted"))

    @property
    def snapshot(self) -> Snapshot:
        """What the saver keeps."""
        where = {name: getattr(self, name) for name in WHERE}
        arrays: Arrays = {
            "distances": self.store,
            "pending": self.pending,
            "found": self.found,
            "counted": self.counted,
        }
        return "search", where, arrays

    def run(self) -> Reachable:
        if self.phase == SPREAD:
            self._spread()
            self.phase, self.level = STATES, 0
            self.pending[0] = True
        positions = self.found[:UNREACHED]
        if self.phase == STATES and self.rules.repetition:
            self._count_states()
        self.phase = FOUND
        states = self.counted[: self.counting.NOWHERE] if self.rules.repetition else positions
        found: list[int] = (self.rules.players * np.trim_zeros(states, "b")).tolist()
        return Reachable(self.store, int(positions.sum()), found, self.snapshot)

    def _spread(self) -> None:
        """Give every position its distance, one ply after another."""
        self.progress.phase("search", self.rules.slots, None)
        module, total = self.spreading, self.found
        shard = Shard(self.rules, module, self.store, self._marks, self.pool, self.threads)
        edges = reverse.none(self.rules)
        while self.pending.any():
            shard.equip(edges, self.tiles.for_updates(self.store))
            while self._through(shard, total, module.EXPANDED):
                pass
            where = f"{self.level} plies from the start"
            audit.agree(int(total[module.EDGES]), int(total[module.APPLIED]), where, "edges were sent", "applied")
            audit.agree(int(total[module.EXPANDED]), self.entered, where, "positions were expanded", "found before")
            if self.level == FARTHEST and self.pending.any():
                raise GameError(f"{self.rules.game.name} has positions more than {FARTHEST} plies from the start")
            self.level, self.entered = self.level + 1, 1 + int(total[module.ENTERED])

    def _count_states(self) -> None:
        """Count the states by distance, those of all positions."""
        edges, module, total = self._turned(), self.counting, self.counted
        shard = Asking(total, self.rules, module, self.store, self._marks, self.pool, self.threads)
        shard.equip(edges, self.tiles.for_updates(self.store))
        self.progress.phase("counting states", self.rules.slots, None)
        while self._through(shard, total):
            pass
        where = "counting states"
        audit.agree(int(total[module.EDGES]), int(total[module.APPLIED]), where, "questions were asked", "answered")

    @property
    def _marks(self) -> Marks:
        return self.pending, np.zeros(0, np.bool_)

    def _through(self, shard: Shard, total: Counters, advancing: int | None = None) -> bool:
        """One round, and whether it leaves anything to do; saves, if it is time."""

        def count(done: Done) -> None:
            np.add(total, done.counters, out=total)
            self.progress.advance(done.slots if advancing is None else int(done.counters[advancing]), 0)

        left, due = in_round([shard], lambda each: each.expand(self.level), self.level, count, self.saver)
        while isinstance(shard, Asking) and shard.kept:
            in_round([shard], lambda each: shard.rest(), self.level, count, NO_SAVER)
        if due:
            self.saver.save(*self.snapshot)
        return left

    def _turned(self) -> Edges:
        """What counting states has to know of edges that the game does not take back."""
        if not scan.built(self.rules):
            return reverse.none(self.rules)
        return reverse.turned_around(self.rules, self.threads, self.progress, lookahead=False, saver=self.saver)
