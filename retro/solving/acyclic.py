"""The acyclic backend: one pass over the tiers of a game in which every move lowers the tier.

The lowest tier comes first, so all successors of a position have their values before it is solved. The positions of a
tier do not depend on each other and are distributed to threads. This backend solves games with scores, which otherwise
only the reference backend does, and any other game without cycles and without a repetition rule.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game import DRAW, NONE, UNKNOWN
from retro.game.rules import MAX_TIERS, IndexedRules
from retro.indexing import enumerated
from retro.indexing.image_tables import fastest_canonical
from retro.solving import acyclic_kernels
from retro.solving.tiers import not_lower, tasks_by_tier
from retro.solving.tiers_kernels import EMPTY
from retro.storage.solution import Planes, Solution, Statistics, by_value
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint, ResumableRun
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.system.ranges import Range


def kernels(rules: IndexedRules) -> ModuleType:
    """Returns the compiled kernels of a game."""
    functions: dict[str, Callable[..., Any]] = {
        "canonical": fastest_canonical(rules),
        "find_all": enumerated.find_all_of(rules),
        "stored": enumerated.stored_of(rules),
    }
    return compiled_kernels(rules, acyclic_kernels, {"CHECKED": not rules.acyclic}, functions)


class _Counters(threading.local):
    """Counters of the kernels, an array for each thread: they are long, and a task writes to few of them."""

    def __init__(self, size: int, of_all_threads: list[NDArray[np.int64]]) -> None:
        self.own = np.zeros(size, np.int64)
        of_all_threads.append(self.own)


def solve(rules: IndexedRules, threads: int, progress: Progress, checkpoint: Checkpoint = NO_CHECKPOINT) -> Solution:
    """Solves a game in three bytes of memory a slot. Raises NotLower if a move does not lower the tier."""
    with ThreadPoolExecutor(threads) as pool:
        return _AcyclicRun(rules, progress, checkpoint).solve(pool, threads)


class _AcyclicRun(ResumableRun):
    """A solution in progress: the tiers below ``tier`` are solved, and ``done`` tasks of it; -1 before the first.

    sections  positions of each
    values    by slot
    total     sums of the kernels' counters
    """

    name = "acyclic"
    state = ("tier", "done", "sections")

    def __init__(self, rules: IndexedRules, progress: Progress, checkpoint: Checkpoint) -> None:
        self.rules, self.module, self.progress, self.checkpoint = rules, kernels(rules), progress, checkpoint
        self.tier = -1
        self.sections: dict[str, int] = {}
        saved = self.resume()
        if saved is None:
            saved = {"values": np.zeros(rules.slots, np.uint16), "total": np.zeros(self.module.COUNTERS, np.int64)}
        self.values, self.total = saved["values"], saved["total"]
        self._of_threads: list[NDArray[np.int64]] = []
        self._counters = _Counters(self.module.COUNTERS, self._of_threads)

    def arrays(self) -> dict[str, NDArray[Any]]:
        for counters in self._of_threads:
            self.total += counters
            counters[:] = 0
        return {"values": self.values, "total": self.total}

    def solve(self, pool: ThreadPoolExecutor, threads: int) -> Solution:
        """Returns the solution of the game."""
        rules, module, progress = self.rules, self.module, self.progress
        numbers = np.zeros(rules.slots, np.int32)
        tasks = tasks_by_tier(rules, numbers, pool, progress)
        stored, count = int(self.total[module.STORED]), int(np.count_nonzero(numbers != EMPTY))
        for number in [number for number in tasks if number >= self.tier]:
            if number > self.tier:
                self.tier, self.done = number, 0

            def settle(task: Range, number: int = number) -> tuple[int, int]:
                """Returns how many positions were solved, as the game counts them and as they are stored."""
                counters = self._counters.own
                before = int(counters[module.POSITIONS]), int(counters[module.STORED])
                slot = module.settle(*task, numbers, number, self.values, counters)
                if slot >= 0:
                    raise _problem(rules, rules.unrank(slot))
                return int(counters[module.POSITIONS]) - before[0], int(counters[module.STORED]) - before[1]

            remaining = tasks[number][self.done :]
            progress.phase("tier", sum(stop - start for start, stop in remaining), number, of=count)
            for (start, stop), (positions, slots) in self.tasks(pool, 16 * threads, settle, remaining):
                section = _section(rules, start)
                self.sections[section] = self.sections.get(section, 0) + positions
                stored += slots
                progress.advance(stop - start, stored)
        self.tier, self.done = MAX_TIERS, 0
        progress.close()
        snapshot = self.snapshot
        return Solution(self._planes, self._statistics(), int(self.total[module.EDGES]), snapshot)

    def _planes(self, start: int, stop: int) -> Planes:
        best = self.values[start:stop]
        if not self.rules.scores:
            best = np.where(best == DRAW, np.uint16(UNKNOWN), best)
        return best, best, np.full(len(best), NONE, np.int16)

    def _statistics(self) -> Statistics:
        module, total = self.module, self.total
        sections = {name: self.sections.get(name, 0) for name, _, _ in self.rules.sections}
        return Statistics(
            states=by_value(self.rules, total[: module.VALUES]),
            final=by_value(self.rules, total[module.VALUES : 2 * module.VALUES]),
            positions=int(total[module.POSITIONS]),
            checkmates=int(total[module.CHECKMATES]),
            sections=sections,
            slots=self.rules.slots,
            stored=int(total[module.STORED]),
        )


def _section(rules: IndexedRules, slot: int) -> str:
    """Returns the name of the section that a slot's position is counted in."""
    return next(name for name, start, stop in rules.sections if start <= slot < stop)


def _problem(rules: IndexedRules, key: int) -> GameError:
    """Returns the error that says why a position has no value: a wrong ``no_moves``, or a move that keeps the tier."""
    if not rules.moves(key):
        rules.no_moves(key)
    return not_lower(rules, key, "the game cannot be solved in one pass")
