"""The queue backend: level by level, every state that got its value tells its predecessors.

Level L is one ply of DTM. What a move decides at once is read off each position (`initialise`); then, for
L = 0, 1, 2, ..., the states with DTM L are expanded. Each edge of the game is walked once. ``pending`` says in which
chunks of the index something got a value of a level (modulo 4: only the next one is ever written to), so sparse levels
touch few chunks.

Work is cut into tasks of neighbouring slots for a pool of threads; the kernels release the interpreter lock. Between
any two tasks everything can be saved (`retro.saver`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro import compile as compiling
from retro.game import GameError
from retro.progress import Progress
from retro.rules import IndexedRules
from retro.saver import NO_SAVER, Saver, Snapshot, in_order
from retro.solving import audit, reverse
from retro.solving.record import LEVELS, Layout, Records
from retro.solving.reverse import Edges
from retro.solving.solution import Planes, Solution, Statistics, by_value, final_states

TASK_SLOTS = 1 << 20
TEMPLATES = (
    "retro.solving.symmetry_kernels",
    "retro.solving.value_kernels",
    "retro.solving.update_kernels",
    "retro.solving.first_kernels",
    "retro.solving.queue_kernels",
)

FIRST, LEVELS_OF_DTM, DRAWS, SOLVED = "first records", "levels", "draws", "solved"
"""Phases."""
WHERE = ("phase", "level", "done", "decided", "tiers")

Task = tuple[int, int]


def kernels(rules: IndexedRules) -> ModuleType:
    """The compiled kernels of a game."""
    constants = {"BUILT": not rules.defines("unmoves"), **Layout.of(rules).constants()}
    return compiling.kernels(rules, TEMPLATES, constants)


def tasks_of(start: int, stop: int) -> list[Task]:
    """Slots start..stop-1, cut where TASK_SLOTS divides them."""
    cuts = range((start // TASK_SLOTS + 1) * TASK_SLOTS, stop, TASK_SLOTS)
    return list(zip([start, *cuts], [*cuts, stop], strict=True))


def solve(rules: IndexedRules, threads: int, progress: Progress, saver: Saver = NO_SAVER) -> Solution:
    """Solve a game; memory is one record per slot (`Layout.dtype`) and little more, if the game takes moves back.

    If it does not, its edges are turned around in memory (`retro.solving.reverse`).
    """
    layout = Layout.of(rules)
    with ThreadPoolExecutor(threads) as pool:
        run = _Run(rules, layout, pool, threads, progress, saver)
        if rules.defines("unmoves") or run.phase == SOLVED:
            edges = reverse.none(rules)
        else:
            edges = reverse.turned_around(rules, threads, progress, rules.defines("wins"))
        run.first_records()
        run.levels(edges)
        run.draws(edges)
    progress.close()

    def planes(start: int, stop: int) -> Planes:
        return layout.planes(run.records[start:stop])

    return Solution(planes, run.statistics(), int(run.total[run.module.EDGES]), run.snapshot)


class _Run:
    """One solution under way.

    ``phase`` and ``level`` say where it is. Of a level that was interrupted the tasks that are done are not marked as
    ``pending`` any more; of the other phases ``done`` says how many are.
    """

    def __init__(
        self,
        rules: IndexedRules,
        layout: Layout,
        pool: ThreadPoolExecutor,
        threads: int,
        progress: Progress,
        saver: Saver,
    ) -> None:
        self.rules, self.pool, self.ahead = rules, pool, 2 * threads
        self.progress, self.saver = progress, saver
        self.module = kernels(rules)
        self.everything = tasks_of(0, rules.slots)
        self.chunks = TASK_SLOTS >> self.module.CHUNK_BITS
        saved = saver.resume("queue")
        if saved is None:
            self.records: Records = np.empty(rules.slots, layout.dtype)
            self.pending = np.zeros((4, len(self.everything) * self.chunks), np.bool_)
            self.total = np.zeros(self.module.COUNTERS, np.int64)
            self.tiers = {name: 0 for name, _, _ in rules.tiers}
            self.phase, self.level, self.done, self.decided = FIRST, 0, 0, 0
        else:
            where, arrays = saved
            self.records, self.pending, self.total = arrays["records"], arrays["pending"], arrays["total"]
            self.phase, self.level, self.done, self.decided, self.tiers = (where[name] for name in WHERE)

    @property
    def snapshot(self) -> Snapshot:
        """What the saver keeps."""
        where = {name: getattr(self, name) for name in WHERE}
        return "queue", where, {"records": self.records, "pending": self.pending, "total": self.total}

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
        named = [(task, name) for name, start, stop in self.rules.tiers for task in tasks_of(start, stop)]
        self.progress.phase("first records", self.rules.slots, None)
        tasks = [task for task, _ in named]
        for number, counters in enumerate(self._run(self.module.initialise, tasks, self.pending), self.done):
            self.tiers[named[number][1]] += int(counters[self.module.POSITIONS])
        self.phase, self.done, self.decided = LEVELS_OF_DTM, 0, int(self.total[self.module.DECIDED])

    def levels(self, edges: Edges) -> None:
        """Level by level, until nothing is pending."""
        while self.phase == LEVELS_OF_DTM and self.pending.any():
            waiting = self.pending[self.level & 3].reshape(len(self.everything), -1).any(axis=1)
            tasks = [task for task, some in zip(self.everything, waiting.tolist(), strict=True) if some]
            if tasks and self.level == LEVELS:
                raise GameError(f"{self.rules.game.name} has wins longer than {LEVELS} plies; records hold no more")
            work, positions = sum(stop - start for start, stop in tasks), int(self.total[self.module.STORED])
            self.progress.phase("level", work, self.level, of=positions)
            for _ in self._run(self.module.expand, tasks, self.level, self.pending, *edges):
                pass
            audit.after_level(self.module, self.total, self.level, self.decided)
            self.level, self.done, self.decided = self.level + 1, 0, int(self.total[self.module.DECIDED])
        if self.phase == LEVELS_OF_DTM:
            self.phase = DRAWS

    def draws(self, edges: Edges) -> None:
        """What no level reached."""
        self.progress.phase("draws", self.rules.slots, None)
        if self.phase == DRAWS:
            for _ in self._run(self.module.finish, self.everything, edges.first, edges.undos):
                pass
            audit.in_the_end(self.module, self.total, self.rules.slots)
            self.phase, self.done = SOLVED, 0

    def _run(self, kernel: Callable[..., None], tasks: list[Task], *arguments: object) -> Iterator[NDArray[np.int64]]:
        """The kernel's counters of one task after the other, those that are done left out."""
        module, begun = self.module, 0 if self.phase == LEVELS_OF_DTM else self.done

        def one(task: Task) -> NDArray[np.int64]:
            counters = np.zeros(module.COUNTERS, np.int64)
            kernel(self.records, *task, *arguments, counters)
            return counters

        def save(number: int) -> None:
            self.done = begun + number
            self.saver.save(*self.snapshot)

        for task, counters in in_order(self.pool, self.ahead, one, tasks[begun:], self.saver, save):
            self.total += counters
            self.progress.advance(task[1] - task[0], int(self.total[module.DECIDED]))
            yield counters
