"""Settling a tier in one pass: all moves leave it, so the values of its positions follow from finished tiers.

Nothing is sent from position to position, so the tier has no records: each position gets the code of its value in two
bytes. Values may be scores.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game import NONE
from retro.game.rules import IndexedRules
from retro.game.values import NO_VALUE
from retro.indexing.enumerated import find_all_of, stored_of
from retro.indexing.image_tables import fastest_canonical
from retro.solving import below_kernels, paged_below_kernels, settle_kernels, sweep_value_kernels
from retro.solving.below import Below, sections_of
from retro.solving.paged_values import PagedValues, variant
from retro.solving.record import decoded
from retro.solving.schedule import Unfinished
from retro.solving.tier_errors import wrong_tier
from retro.storage.solution import Planes, Solution, Statistics
from retro.system.ranges import ranges
from retro.system.sizes import Sizes

SettlingTask = tuple[str, int, int]
"""The name of a section, the first of a range of its slots, and one past the last."""
Settled = tuple[int, NDArray[np.int64]]
"""What the kernel ``settle`` returns, and counters."""
Arrays = dict[str, NDArray[Any]]


def kernels(rules: IndexedRules, paged: bool = False) -> ModuleType:
    """Returns the compiled kernels of a game; with ``paged``, values of finished tiers are in pages."""
    functions: dict[str, Callable[..., Any]] = {
        "canonical": fastest_canonical(rules),
        "find_all": find_all_of(rules),
        "stored": stored_of(rules),
    }
    of_finished = {sweep_value_kernels: paged_below_kernels if paged else below_kernels}
    return compiled_kernels(rules, settle_kernels, functions=functions, variant={**variant(paged), **of_finished})


class Settling:
    """A tier that is settled.

    tasks     those that are not done: a section and a range of its slots each
    slots     the number of their slots
    sections  positions by section
    codes     by record of the tier, as from `retro.game.values.code_of`; 1 for play without end
    total     sums of the kernels' counters
    """

    def __init__(
        self,
        rules: IndexedRules,
        below: Below,
        paged: PagedValues | None,
        module: ModuleType,
        sizes: Sizes,
        done: int,
        sections: dict[str, int],
        saved: Arrays | None,
    ) -> None:
        """``sections``, and what was ``saved`` of `arrays`, are of the tasks that are ``done``."""
        self._rules, self._module, self._below, self._paged, self.sections = rules, module, below, paged, sections
        cut = sections_of(rules, below)
        self.sections |= {name: 0 for name, _, _ in cut} | sections
        self.tasks = [(name, *task) for name, start, stop in cut for task in ranges(start, stop, sizes.task_slots)]
        self.tasks = self.tasks[done:]
        self.slots = sum(stop - start for _, start, stop in self.tasks)
        if saved is None:
            saved = {"codes": np.zeros(below.slots, np.uint16), "total": np.zeros(module.COUNTERS, np.int64)}
        self._codes, self._total = saved["codes"], saved["total"]

    def arrays(self) -> Arrays:
        """Returns what a checkpoint saves."""
        return {"codes": self._codes, "total": self._total}

    def settle(self, task: SettlingTask) -> Settled:
        """Settles the positions of a task."""
        _, start, stop = task
        if self._paged is None:
            return self._settle(start, stop, self._below)
        pieces = self._paged.run(start, stop, self._below, self._settle)
        total = np.sum([counters for _, counters in pieces], axis=0)
        return next((found for found, _ in pieces if found != -1), -1), total

    def _settle(self, start: int, stop: int, below: Below) -> Settled:
        counters = np.zeros(self._module.COUNTERS, np.int64)
        return self._module.settle(start, stop, below, self._codes, counters), counters

    def count(self, task: SettlingTask, result: Settled) -> bool:
        """Counts a task that is done. Returns False if the value of a position does not follow from finished tiers.

        Raises GameError in that case if values are scores, and Unfinished if a move enters a tier that is not finished.
        """
        (found, counters), rules, number = result, self._rules, self._below.number
        if found < -1:
            raise Unfinished(number, -2 - int(found))
        if found >= 0 and rules.always_ends:
            raise wrong_tier(rules, number, rules.unrank(int(found)))
        self._total += counters
        self.sections[task[0]] += int(counters[self._module.POSITIONS])
        return found < 0

    def counted(self, task: SettlingTask) -> tuple[int, int]:
        """Returns the slots of a task, and the positions that are settled, those of lower tiers as slots."""
        return task[2] - task[1], self._below.first + int(self._total[self._module.STORED])

    def solution(self) -> Solution:
        """Returns the solution of the tier."""
        statistics = self._statistics()
        values = sorted({NO_VALUE, *statistics.states, *(-value for value in statistics.states)})
        return Solution(self._planes, statistics, values, int(self._total[self._module.EDGES]))

    def _planes(self, start: int, stop: int) -> Planes:
        best = decoded(self._codes[start:stop], self._module.TOP, self._module.PLY_BITS)
        return best, best, np.full(len(best), NONE, np.int16)

    def _statistics(self) -> Statistics:
        module, total = self._module, self._total
        return Statistics(
            states=self._by_value(total[: module.VALUES]),
            final=self._by_value(total[module.VALUES : 2 * module.VALUES]),
            positions=int(total[module.POSITIONS]),
            checkmates=int(total[module.CHECKMATES]),
            sections=self.sections,
            slots=self._below.slots,
            stored=int(total[module.STORED]),
        )

    def _by_value(self, counters: NDArray[np.int64]) -> dict[int, int]:
        """Returns counters by code as counts by value."""
        codes = np.flatnonzero(counters)
        values = decoded(codes.astype(np.uint16), self._module.TOP, self._module.PLY_BITS).tolist()
        counted = zip(values, (counters[codes] * self._rules.players).tolist(), strict=True)
        return dict(sorted(counted))
