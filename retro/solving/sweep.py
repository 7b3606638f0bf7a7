"""The sweep backend: Takizawa's way to solve Ostle (2023, algorithms 6 to 8), generalised to any game of the contract.

One bit for every state that a game could have says whether some move leads to it; only those states get a value, 16
bits each, found through the vector's rank. Then sweeps go over all positions until a sweep changes nothing. Edges are
walked in every sweep, forwards only: nothing here needs ``unmoves``, and nothing is shared with the queue backend, so
the two check each other. It takes about as many sweeps as the longest win has plies.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro.compiling import compile as compiling
from retro.game.rules import IndexedRules
from retro.indexing.bitvector import Bitvector
from retro.solving import stores
from retro.storage.solution import MOST_PLIES, Planes, Solution, Statistics, TooLong, by_value, final_states
from retro.system.checkpointing import NO_SAVER, Saver, Snapshot, in_order
from retro.system.progress import Progress
from retro.system.ranges import Range, ranges

TEMPLATES = ("retro.solving.symmetry_kernels", "retro.solving.value_kernels", "retro.solving.sweep_kernels")
WHERE = ("level", "done", "decided", "ended")


def width(rules: IndexedRules) -> int:
    """How many states a position can have."""
    return rules.max_moves + 1 if rules.repetition else 1


def kernels(rules: IndexedRules) -> ModuleType:
    """The compiled kernels of a game."""
    return compiling.kernels(rules, TEMPLATES, {"WIDTH": width(rules)})


def solve(rules: IndexedRules, threads: int, progress: Progress, saver: Saver = NO_SAVER) -> Solution:
    """Solve a game; TooLong if some DTM is above MOST_PLIES.

    Memory: two bits and a quarter for every state there could be, then one and a quarter, and 16 for each there is.
    """
    with ThreadPoolExecutor(threads) as pool:
        return _Run(rules, pool, threads, progress, saver).solve()


class _Run:
    """One solution under way. ``level`` is -1 until all states are known; ``done`` tasks of it are."""

    def __init__(
        self, rules: IndexedRules, pool: ThreadPoolExecutor, threads: int, progress: Progress, saver: Saver
    ) -> None:
        self.rules, self.module, self.pool, self.ahead = rules, kernels(rules), pool, 8 * threads
        self.progress, self.saver = progress, saver
        self.length = rules.slots * width(rules)
        self.level, self.done, self.decided, self.ended = -1, 0, 0, False
        self.counted = np.zeros((len(rules.sections), self.module.COUNTERS), np.int64)
        self.swept = np.zeros((1, self.module.COUNTERS), np.int64)
        saved = saver.resume("sweep")
        if saved is not None:
            where, self.arrays = saved
            self.level, self.done, self.decided, self.ended = (where[name] for name in WHERE)
            self.counted, self.swept = self.arrays["counted"], self.arrays["swept"]
        else:
            words = np.zeros(self.length // 64 + 1, np.int64)
            self.arrays = {"words": words, "counted": self.counted, "swept": self.swept}

    @property
    def snapshot(self) -> Snapshot:
        """What the saver keeps."""
        return "sweep", {name: getattr(self, name) for name in WHERE}, self.arrays

    def solve(self) -> Solution:
        """All of it."""
        module, progress = self.module, self.progress
        if self.level < 0:
            self._states()
        lines, values = self.arrays["lines"], self.arrays["values"]
        everything = ranges(0, self.rules.slots, stores.TASK_SLOTS)
        while not self.ended:
            progress.phase("sweep", self.rules.slots, self.level, of=len(values))
            tasks, highest = [(task, 0) for task in everything], min(self.level, MOST_PLIES)
            self._run(module.improve, tasks, self.swept, lines, values, highest)
            changed, later = int(self.swept[0, module.CHANGED]), int(self.swept[0, module.LATER])
            if self.level > MOST_PLIES and later:
                raise TooLong(self.rules, MOST_PLIES)
            self.decided += changed
            self.swept[:] = 0
            self.done = 0
            self.ended = not (changed or later)
            self.level += not self.ended
        progress.phase("statistics", self.rules.slots, None)
        states, told = self._no_states(), np.zeros(module.COUNTERS, np.int64)

        def one(task: Range) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
            return self._described(*task)[1:]

        def save(number: int) -> None:
            self.saver.save(*self.snapshot)

        for (start, stop), (found, counters) in in_order(self.pool, self.ahead, one, everything, self.saver, save):
            states += found
            told += counters
            progress.advance(stop - start, self.decided)
        progress.close()
        return Solution(self._planes, self._statistics(states, told), snapshot=self.snapshot)

    def _planes(self, start: int, stop: int) -> Planes:
        return self._described(start, stop)[0]

    def _described(self, start: int, stop: int) -> tuple[Planes, NDArray[np.int64], NDArray[np.int64]]:
        """Records of slots start..stop-1, their states by value, and the kernel's counters."""
        size = stop - start
        planes = np.empty(size, np.uint16), np.empty(size, np.uint16), np.empty(size, np.int16)
        states, counters = self._no_states(), np.zeros(self.module.COUNTERS, np.int64)
        self.module.describe(start, stop, counters, self.arrays["lines"], self.arrays["values"], *planes, states)
        return planes, states, counters

    def _no_states(self) -> NDArray[np.int64]:
        """Room to count states by value."""
        return np.zeros(2 * self.level + 4, np.int64)

    def _states(self) -> None:
        """Which states there are."""
        sections = enumerate(self.rules.sections)
        tasks = [(task, row) for row, (_, start, stop) in sections for task in ranges(start, stop, stores.TASK_SLOTS)]
        self.progress.phase("states", self.rules.slots, None)
        self._run(self.module.enter, tasks, self.counted, self.arrays["words"])
        vector = Bitvector.from_words(self.arrays["words"], self.length)
        values = np.zeros(vector.ones, np.uint16)
        self.arrays = {"lines": vector.lines, "values": values, "counted": self.counted, "swept": self.swept}
        self.level, self.done = 0, 0

    def _run(
        self,
        kernel: Callable[..., None],
        tasks: list[tuple[Range, int]],
        rows: NDArray[np.int64],
        *arguments: object,
    ) -> None:
        """Add the kernel's counters to the row of each task; those that are done are left out."""
        begun = self.done

        def one(task: tuple[Range, int]) -> NDArray[np.int64]:
            counters = np.zeros(self.module.COUNTERS, np.int64)
            kernel(*task[0], counters, *arguments)
            return counters

        def save(number: int) -> None:
            self.done = begun + number
            self.saver.save(*self.snapshot)

        for ((start, stop), row), counters in in_order(self.pool, self.ahead, one, tasks[begun:], self.saver, save):
            rows[row] += counters
            self.progress.advance(stop - start, self.decided + int(self.swept[0, self.module.CHANGED]))

    def _statistics(self, states: NDArray[np.int64], told: NDArray[np.int64]) -> Statistics:
        """What the kernels counted: by tier when positions were entered, and when their states were described."""
        module, entered = self.module, self.counted.sum(axis=0)
        positions = self.counted[:, module.POSITIONS].tolist()
        return Statistics(
            states=by_value(self.rules, states),
            final=final_states(self.rules, entered[module.FINAL :]),
            forbidding=int(told[module.FORBIDDING]),
            positions=int(entered[module.POSITIONS]),
            checkmates=int(entered[module.CHECKMATES]),
            unentered=int(told[module.UNENTERED]),
            sections={name: count for (name, _, _), count in zip(self.rules.sections, positions, strict=True)},
            slots=self.rules.slots,
            stored=int(entered[module.STORED]),
        )
