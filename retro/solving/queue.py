"""The queue backend: level by level, every state that got its value tells its predecessors.

Level L is one ply of DTM. What a move decides at once is read off each position (`initialise`); then, for
L = 0, 1, 2, ..., the states with DTM L are expanded. Each edge of the game is walked once. ``pending`` says in which
chunks of the index something got a value of a level (modulo 4: only the next one is ever written to), so sparse levels
touch few chunks.

A level goes in rounds: states are expanded until outboxes are full, then what is in them is applied, tile by tile. Only
the owner of a tile writes to its records, and within a level the order of updates does not matter. Between rounds
nothing is on its way, and everything can be saved (`retro.saver`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import numpy as np

from retro import compile as compiling
from retro.game import GameError
from retro.progress import Progress
from retro.rules import IndexedRules
from retro.saver import NO_SAVER, Arrays, Saver, Snapshot
from retro.solving import audit, reverse
from retro.solving.outbox import told_bits
from retro.solving.record import LEVELS, Layout
from retro.solving.reverse import Edges
from retro.solving.shard import Done, Shard, in_round
from retro.solving.solution import Planes, Solution, Statistics, by_value, final_states
from retro.solving.tiles import IN_MEMORY, Tiles

TEMPLATES = (
    "retro.solving.symmetry_kernels",
    "retro.solving.value_kernels",
    "retro.solving.outbox_kernels",
    "retro.solving.update_kernels",
    "retro.solving.apply_kernels",
    "retro.solving.first_kernels",
    "retro.solving.queue_kernels",
)

FIRST, LEVELS_OF_DTM, DRAWS, SOLVED = "first records", "levels", "draws", "solved"
"""Phases."""
WHERE = ("phase", "level", "decided", "tiers")


def kernels(rules: IndexedRules) -> ModuleType:
    """The compiled kernels of a game."""
    built, told = not rules.defines("unmoves"), told_bits(rules)
    constants = {"BUILT": built, "ASKING": False, "TOLD_BITS": told, **Layout.of(rules).constants()}
    return compiling.kernels(rules, TEMPLATES, constants)


def solve(
    rules: IndexedRules, threads: int, progress: Progress, saver: Saver = NO_SAVER, tiles: Tiles = IN_MEMORY
) -> Solution:
    """Solve a game; records are where ``tiles`` says, and little else is in memory if the game takes moves back.

    If it does not, its edges are turned around in memory (`retro.solving.reverse`).
    """
    layout = Layout.of(rules)
    with ThreadPoolExecutor(threads) as pool:
        run = _Run(rules, tiles, pool, threads, progress, saver)
        if rules.defines("unmoves") or run.phase == SOLVED:
            edges = reverse.none(rules)
        else:
            edges = reverse.turned_around(rules, threads, progress, rules.defines("wins"))
        run.first_records()
        run.levels(edges)
        run.draws()
    progress.close()

    def planes(start: int, stop: int) -> Planes:
        return layout.planes(run.store.read(start, stop))

    return Solution(planes, run.statistics(), int(run.total[run.module.EDGES]), run.snapshot, run.store.written)


class _Run:
    """One solution under way: ``phase`` and ``level`` say where it is, ``pending`` and ``done`` what is left there."""

    def __init__(
        self,
        rules: IndexedRules,
        tiles: Tiles,
        pool: ThreadPoolExecutor,
        threads: int,
        progress: Progress,
        saver: Saver,
    ) -> None:
        self.rules, self.progress, self.saver = rules, progress, saver
        self.module = kernels(rules)
        self.store = tiles.store(rules)
        saved = saver.resume("queue", {"records": self.store})
        if saved is None:
            pages = len(self.store.pages)
            self.pending = np.zeros((4, pages * self.store.page >> self.module.CHUNK_BITS), np.bool_)
            self.done = np.zeros(pages, np.bool_)
            self.total = np.zeros(self.module.COUNTERS, np.int64)
            self.tiers = {name: 0 for name, _, _ in rules.tiers}
            self.phase, self.level, self.decided = FIRST, 0, 0
        else:
            where, arrays = saved
            self.pending, self.done, self.total = (arrays[name] for name in ("pending", "done", "total"))
            self.phase, self.level, self.decided, self.tiers = (where[name] for name in WHERE)
        marks = self.pending, self.done
        self.shards = [
            Shard(rules, self.module, self.store, marks, pool, threads, number, tiles.shards)
            for number in range(tiles.shards)
        ]
        self.kept, self.room = tiles, 0

    @property
    def snapshot(self) -> Snapshot:
        """What the saver keeps."""
        where = {name: getattr(self, name) for name in WHERE}
        arrays: Arrays = {"records": self.store, "pending": self.pending, "done": self.done, "total": self.total}
        return "queue", where, arrays

    def statistics(self) -> Statistics:
        """What the kernels counted so far, by name."""
        module, total = self.module, self.total
        return Statistics(
            states=by_value(self.rules, total[: module.STATES]),
            final=final_states(self.rules, total[module.FINAL : module.FIRST]),
            forbidding=int(total[module.FORBIDDING]),
            positions=int(total[module.POSITIONS]),
            checkmates=int(total[module.CHECKMATES]),
            unentered=int(total[module.UNENTERED]),
            tiers=self.tiers,
            slots=self.rules.slots,
            stored=int(total[module.STORED]),
        )

    def first_records(self) -> None:
        """What a move decides at once."""
        if self.phase != FIRST:
            return
        self.progress.phase("first records", self.rules.slots, None)
        while self._through(Shard.first):
            pass
        self.phase, self.decided = LEVELS_OF_DTM, int(self.total[self.module.DECIDED])
        self.done[:] = False

    def levels(self, edges: Edges) -> None:
        """Level by level, until nothing is pending."""
        self._equip(edges, self.kept.for_updates(self.store))
        while self.phase == LEVELS_OF_DTM and self.pending.any():
            room = self.kept.for_updates(self.store)
            if abs(room - self.room) > self.room // 8:
                self._equip(edges, room)
            if self.pending[self.level & 3].any():
                self._level()
            audit.after_level(self.module, self.total, self.level, self.decided)
            self.level, self.decided = self.level + 1, int(self.total[self.module.DECIDED])
        if self.phase == LEVELS_OF_DTM:
            self.phase = DRAWS
        self._equip(edges, 0)  # nothing is told any more: the memory is of use for others

    def _equip(self, edges: Edges, room: int) -> None:
        for shard in self.shards:
            shard.equip(edges, room // len(self.shards))
        self.room = room

    def _level(self) -> None:
        if self.level == LEVELS:
            raise GameError(f"{self.rules.game.name} has wins longer than {LEVELS} plies; records hold no more")
        pages = self.pending[self.level & 3].reshape(len(self.store.pages), -1).any(axis=1)
        work = sum(stop - start for (start, stop), some in zip(self.store.pages, pages.tolist(), strict=True) if some)
        self.progress.phase("level", work, self.level, of=int(self.total[self.module.STORED]))
        while self._through(lambda shard: shard.expand(self.level)):
            pass

    def draws(self) -> None:
        """What no level reached."""
        self.progress.phase("draws", self.rules.slots, None)
        if self.phase == DRAWS:
            while self._through(Shard.finish):
                pass
            audit.in_the_end(self.module, self.total, self.rules.slots)
            self.phase = SOLVED

    def _through(self, part: Callable[[Shard], Iterator[Done]]) -> bool:
        """One round of a phase, and whether it leaves anything to do; saves, if it is time."""
        left, due = in_round(self.shards, part, self.level, self._count, self.saver)
        if due:
            self.saver.save(*self.snapshot)
        return left

    def _count(self, done: Done) -> None:
        self.total += done.counters
        for name, positions in done.tiers.items():
            self.tiers[name] += positions
        self.progress.advance(done.slots, int(self.total[self.module.DECIDED]))
