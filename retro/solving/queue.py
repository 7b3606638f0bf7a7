"""The queue backend: level by level, every state that got its value tells its predecessors.

Level L is one ply of DTM. What a move decides at once is read off each position (`initialise`); then, for
L = 0, 1, 2, ..., the states with DTM L are expanded. Each edge of the game is walked once. ``pending`` says in which
chunks of the index something got a value of a level (modulo 4: only the next one is ever written to), so sparse levels
touch few chunks.

Records and marks are wherever the shards of an engine are (`retro.solving.engine`); here is only the order of things. A
level goes in rounds: states are expanded until outboxes are full, then what is in them is applied, tile by tile. Only
the owner of a tile writes to its records, and within a level the order of updates does not matter. Between rounds
nothing is on its way, and everything can be saved (`retro.system.checkpointing`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from types import ModuleType
from typing import Any

import numpy as np

from retro.compiling.kernels import compiled_kernels
from retro.game.rules import IndexedRules
from retro.solving import audit, queue_kernels, splitting_kernels, transposed
from retro.solving.engine import Engine, Local
from retro.solving.outbox import told_bits
from retro.solving.packed import Packed
from retro.solving.record import LEVELS, Layout, OfBlocks
from retro.solving.shard import Act, Done, Part, Shard, Work
from retro.solving.tiles import IN_MEMORY, Tiles
from retro.solving.transposed import Edges
from retro.storage.solution import Planes, Solution, Statistics, TooLong, by_value, final_states
from retro.system.checkpointing import NO_CHECKPOINT, Arrays, Checkpoint, Snapshot
from retro.system.progress import Progress

FIRST, LEVELS_OF_DTM, DRAWS, SOLVED = "first records", "levels", "draws", "solved"
"""Phases."""
WHERE = ("phase", "level", "decided", "sections")


def kernels(rules: IndexedRules) -> ModuleType:
    """The compiled kernels of a game."""
    built, told = not rules.defines("unmoves"), told_bits(rules)
    constants = {"BUILT": built, "ASKING": False, "TOLD_BITS": told, **Layout.of(rules).constants()}
    return compiled_kernels(rules, queue_kernels, constants)


def splitting(rules: IndexedRules) -> ModuleType:
    """The compiled kernels that split packed pages."""
    return compiled_kernels(rules, splitting_kernels, Layout.of(rules).constants())


def work(rules: IndexedRules) -> Work:
    """What shards do to solve a game."""
    return Work({"solve": Act(Shard, kernels(rules))}, parting=splitting(rules))


def solve(
    rules: IndexedRules,
    threads: int,
    progress: Progress,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    tiles: Tiles = IN_MEMORY,
    engine: Engine | None = None,
) -> Solution:
    """Solve a game; records are where ``tiles`` says, and little else is in memory if the game takes moves back.

    TooLong if some DTM is above `retro.solving.record.LEVELS`.

    If it does not, its edges are transposed in memory (`retro.solving.transposed`). An ``engine`` with shards of its
    own, none of which has begun, takes the place of ``tiles``; it must stay for as long as records are read.
    """
    layout, module = Layout.of(rules), kernels(rules)
    with ThreadPoolExecutor(threads) as pool:
        engine = engine or Local(rules, work(rules), tiles, pool, threads)
        run = _Run(rules, module, engine, progress, checkpoint)
        if rules.defines("unmoves") or run.phase == SOLVED:
            edges = transposed.no_edges(rules)
        else:
            edges = transposed.transpose(rules, threads, progress, rules.defines("wins"))
        run.first_records()
        run.levels(edges)
        run.draws()
    progress.close()

    def planes(start: int, stop: int) -> Planes:
        return layout.planes(engine.records.read(start, stop))

    def made(function: Callable[[Planes], Any], size: int) -> Iterator[Any] | None:
        records = engine.records
        if len(records.page_bytes) > 1 and records.page_bytes[0] % (size * records.dtype.itemsize):
            return None
        found = records.map_pages(OfBlocks(function, size, layout, records.dtype))
        return None if found is None else chain.from_iterable(found)

    together = engine.records.page if isinstance(engine.records, Packed) else 1
    found = run.statistics(), int(run.total[module.EDGES]), run.snapshot
    return Solution(planes, *found, engine.written, made, together)


class _Run:
    """One solution under way: ``phase`` and ``level`` say where it is, the marks of ``engine`` what is left there."""

    def __init__(
        self, rules: IndexedRules, module: ModuleType, engine: Engine, progress: Progress, checkpoint: Checkpoint
    ) -> None:
        self.rules, self.module, self.engine, self.progress, self.checkpoint = (
            rules,
            module,
            engine,
            progress,
            checkpoint,
        )
        saved = checkpoint.resume("queue", {"records": engine.records})
        if saved is None:
            self.total = np.zeros(module.COUNTERS, np.int64)
            self.sections = {name: 0 for name, _, _ in rules.sections}
            self.phase, self.level, self.decided = FIRST, 0, 0
        else:
            where, arrays = saved
            self.total = arrays["total"]
            self.phase, self.level, self.decided, self.sections = (where[name] for name in WHERE)
            engine.mark((arrays["pending"], arrays["done"]))

    @property
    def snapshot(self) -> Snapshot:
        """What the checkpoint keeps."""
        where = {name: getattr(self, name) for name in WHERE}
        pending, done = self.engine.marks()
        arrays: Arrays = {"records": self.engine.records, "pending": pending, "done": done, "total": self.total}
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
            sections=self.sections,
            slots=self.rules.slots,
            stored=int(total[module.STORED]),
        )

    def first_records(self) -> None:
        """What a move decides at once."""
        if self.phase != FIRST:
            return
        self.progress.phase("first records", self.rules.slots, None)
        while self._through("first"):
            pass
        self.phase, self.decided = LEVELS_OF_DTM, int(self.total[self.module.DECIDED])
        self.engine.anew()

    def levels(self, edges: Edges) -> None:
        """Level by level, until nothing is pending."""
        while self.phase == LEVELS_OF_DTM and (waiting := self.engine.waiting()).any():
            if waiting[self.level & 3]:
                self._level(int(waiting[self.level & 3]), edges)
            if self.total[self.module.BEYOND]:
                raise TooLong(self.rules, LEVELS, "sweep")
            audit.after_level(self.module, self.total, self.level, self.decided)
            self.level, self.decided = self.level + 1, int(self.total[self.module.DECIDED])
        if self.phase == LEVELS_OF_DTM:
            self.phase = DRAWS
        self.engine.equip(edges, telling=False)  # the memory is of use for others

    def _level(self, work: int, edges: Edges) -> None:
        self.progress.phase("level", work, self.level, of=int(self.total[self.module.STORED]))
        left = True
        while left:
            self.engine.equip(edges, telling=True)  # what is packed has grown
            left = self._through("expand")

    def draws(self) -> None:
        """What no level reached."""
        self.progress.phase("draws", self.rules.slots, None)
        if self.phase == DRAWS:
            while self._through("finish"):
                pass
            audit.in_the_end(self.module, self.total, self.rules.slots)
            self.phase = SOLVED

    def _through(self, part: Part) -> bool:
        """One round of a phase, and whether it leaves anything to do; saves, if it is time."""
        left, due = self.engine.round(part, self.level, self._count, self.checkpoint)
        if due:
            self.checkpoint.save(*self.snapshot)
        return left

    def _count(self, done: Done) -> None:
        self.total += done.counters
        for name, positions in done.sections.items():
            self.sections[name] += positions
        self.progress.advance(done.slots, int(self.total[self.module.DECIDED]))
