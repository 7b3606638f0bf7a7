"""Settling a tier in one pass: all moves leave it, so the values of its positions follow from finished tiers.

Nothing is sent from position to position, so the tier has no records: each position gets the code of its value in two
bytes. Values may be scores.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game import NONE
from retro.game.rules import IndexedRules
from retro.game.values import NO_VALUE
from retro.indexing.image_tables import fastest_canonical
from retro.solving import below_kernels, paged_below_kernels, settle_kernels, sweep_value_kernels
from retro.solving.below import Below, sections_of
from retro.solving.paged_values import PagedValues, variant
from retro.solving.record import decoded
from retro.solving.schedule import Unfinished
from retro.solving.tier_errors import wrong_tier
from retro.storage.solution import Planes, Solution, Statistics
from retro.system.checkpointing import Checkpoint, ResumableRun, in_order
from retro.system.progress import Progress
from retro.system.ranges import ranges
from retro.system.sizes import PRODUCTION, Sizes


def kernels(rules: IndexedRules, paged: bool = False) -> ModuleType:
    """Returns the compiled kernels of a game; with ``paged``, values of finished tiers are in pages."""
    functions = {"canonical": fastest_canonical(rules)}
    of_finished = {sweep_value_kernels: paged_below_kernels if paged else below_kernels}
    return compiled_kernels(rules, settle_kernels, functions=functions, variant={**variant(paged), **of_finished})


class SettlingRun(ResumableRun):
    """A tier of which ``done`` tasks are settled.

    sections  positions by section
    codes     by record of the tier, as from `retro.game.values.code_of`; 1 for play without end
    total     sums of the kernels' counters
    """

    name = "settling"
    state = ("done", "sections")
    done = 0

    def __init__(
        self,
        rules: IndexedRules,
        below: Below,
        paged: PagedValues | None,
        module: ModuleType,
        progress: Progress,
        checkpoint: Checkpoint,
        sizes: Sizes = PRODUCTION,
    ) -> None:
        self.rules, self.module, self.below, self._paged = rules, module, below, paged
        self.progress, self.checkpoint, self._task_slots = progress, checkpoint, sizes.task_slots
        self._sections = sections_of(rules, below)
        self.sections = {name: 0 for name, _, _ in self._sections}
        saved = self.resume()
        if saved is None:
            saved = {"tier": np.zeros(below.slots, np.uint16), "total": np.zeros(self.module.COUNTERS, np.int64)}
        self.codes, self.total = saved["tier"], saved["total"]

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"tier": self.codes, "total": self.total}

    def run(self, pool: ThreadPoolExecutor, threads: int) -> Solution | None:
        """Returns the solution of the tier; None if the value of a position does not follow from finished tiers.

        Raises GameError in that case if values are scores, and Unfinished if a move enters a tier that is not finished.
        """
        module, rules, begun, number = self.module, self.rules, self.done, self.below.number
        sections, slots = self._sections, self._task_slots
        tasks = [(name, *task) for name, start, stop in sections for task in ranges(start, stop, slots)][begun:]

        def settled(start: int, stop: int, below: Below) -> tuple[int, NDArray[np.int64]]:
            counters = np.zeros(module.COUNTERS, np.int64)
            return module.settle(start, stop, below, self.codes, counters), counters

        def settle(task: tuple[str, int, int]) -> tuple[int, NDArray[np.int64]]:
            _, start, stop = task
            if self._paged is None:
                return settled(start, stop, self.below)
            pieces = self._paged.run(start, stop, self.below, settled)
            total = np.sum([counters for _, counters in pieces], axis=0)
            return next((found for found, _ in pieces if found != -1), -1), total

        def save(finished: int) -> None:
            self.done = begun + finished
            self.save()

        self.progress.phase("one pass", sum(stop - start for _, start, stop in tasks), None)
        results = in_order(pool, 2 * threads, settle, tasks, self.checkpoint, save)
        for (section, start, stop), (found, counters) in results:
            if found < -1:
                raise Unfinished(number, -2 - int(found))
            if found >= 0:
                if rules.always_ends:
                    raise wrong_tier(rules, number, rules.unrank(int(found)))
                return None
            self.total += counters
            self.sections[section] += int(counters[module.POSITIONS])
            self.progress.advance(stop - start, self.below.first + int(self.total[module.STORED]))
        statistics = self._statistics()
        values = sorted({NO_VALUE, *statistics.states, *(-value for value in statistics.states)})
        return Solution(self._planes, statistics, values, int(self.total[module.EDGES]))

    def _planes(self, start: int, stop: int) -> Planes:
        best = decoded(self.codes[start:stop], self.module.TOP, self.module.PLY_BITS)
        return best, best, np.full(len(best), NONE, np.int16)

    def _statistics(self) -> Statistics:
        module, total = self.module, self.total
        return Statistics(
            states=self._by_value(total[: module.VALUES]),
            final=self._by_value(total[module.VALUES : 2 * module.VALUES]),
            positions=int(total[module.POSITIONS]),
            checkmates=int(total[module.CHECKMATES]),
            sections=self.sections,
            slots=self.below.slots,
            stored=int(total[module.STORED]),
        )

    def _by_value(self, counters: NDArray[np.int64]) -> dict[int, int]:
        """Returns counters by code as counts by value."""
        codes = np.flatnonzero(counters)
        values = decoded(codes.astype(np.uint16), self.module.TOP, self.module.PLY_BITS).tolist()
        counted = zip(values, (counters[codes] * self.rules.players).tolist(), strict=True)
        return dict(sorted(counted))
