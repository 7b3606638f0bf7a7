"""The sweep backend: Takizawa's way to solve Ostle (2023, algorithms 6 to 8), generalised to any game of the contract.

A bit for every state that a game could have says whether a move leads to it. Only those states have a value, of 16
bits, which is found by the rank of the bit. Then sweeps over all positions follow until one changes nothing, about as
many as the longest win has plies. Every sweep walks all edges, forwards only. So this backend needs no ``unmoves`` and
shares no code with the queue backend: the two check each other.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game.rules import IndexedRules
from retro.indexing.bitvector import Bitvector
from retro.solving import stores, sweep_kernels
from retro.storage.solution import MAX_DTM, Planes, Solution, Statistics, TooLong, by_value, final_states
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint, ResumableRun
from retro.system.progress import Progress
from retro.system.ranges import Range, ranges


def width(rules: IndexedRules) -> int:
    """Returns the largest number of states of a position."""
    return rules.max_moves + 1 if rules.repetition else 1


def kernels(rules: IndexedRules) -> ModuleType:
    """Returns the compiled kernels of a game."""
    return compiled_kernels(rules, sweep_kernels, {"WIDTH": width(rules)})


def solve(rules: IndexedRules, threads: int, progress: Progress, checkpoint: Checkpoint = NO_CHECKPOINT) -> Solution:
    """Solves a game. Raises TooLong if some DTM is above MAX_DTM.

    Memory: 2.25 bits for every possible state, then 1.25, and 16 for each state that exists.
    """
    with ThreadPoolExecutor(threads) as pool:
        return _SweepRun(rules, pool, threads, progress, checkpoint).solve()


class _SweepRun(ResumableRun):
    """A solution in progress. ``level`` is -1 until all states are known; ``done`` tasks of it are finished.

    counted  counters of `enter`, a row for each section
    swept    counters of `improve` in this sweep
    """

    name = "sweep"
    state = ("level", "done", "decided", "ended")

    def __init__(
        self, rules: IndexedRules, pool: ThreadPoolExecutor, threads: int, progress: Progress, checkpoint: Checkpoint
    ) -> None:
        self.rules, self.module, self.pool, self.ahead = rules, kernels(rules), pool, 8 * threads
        self.progress, self.checkpoint = progress, checkpoint
        self.length = rules.slots * width(rules)
        self.level, self.decided, self.ended = -1, 0, False
        self._arrays = self.resume() or {
            "words": np.zeros(self.length // 64 + 1, np.int64),
            "counted": np.zeros((len(rules.sections), self.module.COUNTERS), np.int64),
            "swept": np.zeros((1, self.module.COUNTERS), np.int64),
        }
        self.counted, self.swept = self._arrays["counted"], self._arrays["swept"]

    def arrays(self) -> dict[str, NDArray[Any]]:
        return self._arrays

    def solve(self) -> Solution:
        """Returns the solution of the game."""
        module, progress = self.module, self.progress
        if self.level < 0:
            self._enter_states()
        lines, values = self._arrays["lines"], self._arrays["values"]
        tasks = ranges(0, self.rules.slots, stores.TASK_SLOTS)
        while not self.ended:
            progress.phase("sweep", self.rules.slots, self.level, of=len(values))
            level = min(self.level, MAX_DTM)
            self._run(module.improve, [(task, 0) for task in tasks], self.swept, lines, values, level)
            changed, later = int(self.swept[0, module.CHANGED]), int(self.swept[0, module.LATER])
            if self.level > MAX_DTM and later:
                raise TooLong(self.rules, MAX_DTM)
            self.decided += changed
            self.swept[:] = 0
            self.done = 0
            self.ended = not (changed or later)
            self.level += not self.ended
        progress.phase("statistics", self.rules.slots, None)
        states, totals = self._no_states(), np.zeros(module.COUNTERS, np.int64)

        def describe(task: Range) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            return self._described(*task)[1:]

        for (start, stop), (of_task, counters) in self.tasks(self.pool, self.ahead, describe, tasks, size=0):
            states += of_task
            totals += counters
            progress.advance(stop - start, self.decided)
        progress.close()
        return Solution(self._planes, self._statistics(states, totals), snapshot=self.snapshot)

    def _planes(self, start: int, stop: int) -> Planes:
        return self._described(start, stop)[0]

    def _described(self, start: int, stop: int) -> tuple[Planes, NDArray[np.int64], NDArray[np.int64]]:
        """Returns the records of slots start..stop-1, their states by value, and the kernel's counters."""
        size = stop - start
        planes = np.empty(size, np.uint16), np.empty(size, np.uint16), np.empty(size, np.int16)
        states, counters = self._no_states(), np.zeros(self.module.COUNTERS, np.int64)
        self.module.describe(start, stop, counters, self._arrays["lines"], self._arrays["values"], *planes, states)
        return planes, states, counters

    def _no_states(self) -> NDArray[np.int64]:
        """Returns zeros, one for each value that a state can have."""
        return np.zeros(2 * self.level + 4, np.int64)

    def _enter_states(self) -> None:
        """Marks the states that exist, and allocates their values."""
        rows = enumerate(self.rules.sections)
        tasks = [(task, row) for row, (_, first, stop) in rows for task in ranges(first, stop, stores.TASK_SLOTS)]
        self.progress.phase("states", self.rules.slots, None)
        self._run(self.module.enter, tasks, self.counted, self._arrays["words"])
        vector = Bitvector.from_words(self._arrays.pop("words"), self.length)
        self._arrays |= {"lines": vector.lines, "values": np.zeros(vector.ones, np.uint16)}
        self.level, self.done = 0, 0

    def _run(
        self,
        kernel: Callable[..., None],
        tasks: list[tuple[Range, int]],
        rows: NDArray[np.int64],
        *arguments: object,
    ) -> None:
        """Runs the tasks that are not done, and adds the kernel's counters to the row of each."""

        def one(task: tuple[Range, int]) -> NDArray[np.int64]:
            counters = np.zeros(self.module.COUNTERS, np.int64)
            kernel(*task[0], counters, *arguments)
            return counters

        for ((start, stop), row), counters in self.tasks(self.pool, self.ahead, one, tasks[self.done :]):
            rows[row] += counters
            self.progress.advance(stop - start, self.decided + int(self.swept[0, self.module.CHANGED]))

    def _statistics(self, states: NDArray[np.int64], totals: NDArray[np.int64]) -> Statistics:
        """Returns what `enter` counted by section, and `describe` in ``totals``."""
        module, entered = self.module, self.counted.sum(axis=0)
        positions = self.counted[:, module.POSITIONS].tolist()
        return Statistics(
            states=by_value(self.rules, states),
            final=final_states(self.rules, entered[module.FINAL :]),
            forbidding=int(totals[module.FORBIDDING]),
            positions=int(entered[module.POSITIONS]),
            checkmates=int(entered[module.CHECKMATES]),
            unentered=int(totals[module.UNENTERED]),
            sections={name: count for (name, _, _), count in zip(self.rules.sections, positions, strict=True)},
            slots=self.rules.slots,
            stored=int(entered[module.STORED]),
        )
