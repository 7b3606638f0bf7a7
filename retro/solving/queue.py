"""The queue backend: tier by tier, and in a tier level by level.

A game whose moves never raise the tier is solved one tier after the other, the lowest first: moves that leave a tier
lead to positions that are finished (`retro.solving.below`). A tier whose moves all leave it is settled in one pass
(`retro.solving.settled`), any other one by levels (`retro.solving.levels`). Then its records are dropped. A game in one
tier is solved by levels as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game import UNKNOWN, dtm
from retro.game.rules import IndexedRules
from retro.solving import levels, settled
from retro.solving.below import Below, one_pass, solved_tiers
from retro.solving.engine import Engine, Local
from retro.solving.finished import FinishedTiers
from retro.solving.levels import LevelsRun, work
from retro.solving.sample import leaves_tier
from retro.solving.settled import SettlingRun
from retro.solving.tiles import IN_MEMORY, Tiles
from retro.storage.block import BLOCK_SLOTS
from retro.storage.solution import VALUES_OF_16_BITS, Solution, Statistics
from retro.storage.unfinished import TIERS_RUN
from retro.system.checkpointing import NO_ARRAYS, NO_CHECKPOINT, Arrays, Checkpoint, PagedArray, ResumableRun, RunState
from retro.system.progress import Progress

__all__ = ["kernels", "solve", "work"]

MIN_DRAWN = 1 << 20
"""Slots of a tier in which positions are drawn to learn whether its moves leave it."""


def kernels(rules: IndexedRules) -> ModuleType:
    """Returns the kernels that solve the game, or nearly all tiers of it."""
    return settled.kernels(rules) if one_pass(rules) else levels.kernels(rules)


def solve(
    rules: IndexedRules,
    threads: int,
    progress: Progress,
    checkpoint: Checkpoint = NO_CHECKPOINT,
    tiles: Tiles = IN_MEMORY,
    engine: Engine | None = None,
) -> Solution:
    """Solves a game, with the records of a tier in the store that ``tiles`` describes.

    Predecessor lists of a game without ``unmoves`` (`retro.solving.transposed`) are in memory, or in files where the
    records are in files. An ``engine`` whose shards have not begun replaces ``tiles``, and solves all tiers by levels;
    it must stay open while records are read. Raises TooLong if some DTM is too large for the widest records, NotLower
    if values are scores and a move does not lower the tier.
    """
    with ThreadPoolExecutor(threads) as pool:
        if len(solved_tiers(rules)) == 1 and (rules.thresholds or not rules.scores):
            engine = engine or Local(rules, work(rules), tiles, pool, threads)
            solution = LevelsRun(rules, engine, levels.kernels(rules), progress, checkpoint).run()
        else:
            solution = _TiersRun(rules, pool, threads, progress, checkpoint, tiles, engine).run()
    progress.close()
    return solution


class _TiersRun(ResumableRun):
    """A solution in progress, tier by tier.

    tier        number of tiers that are finished; the next one is in progress
    statistics  sum of the statistics of finished tiers, as JSON
    edges       edges that were walked in finished tiers
    values      values that occur in finished tiers; their records are in a file beside the checkpoint
    inner       name of the run that solves the tier in progress, "" if it has not begun, and ``within`` its state
    saved       the state in which an interrupted run was saved, empty if this run begins
    """

    name = TIERS_RUN
    state = ("tier", "statistics", "edges", "values", "inner", "within")

    def __init__(
        self,
        rules: IndexedRules,
        pool: ThreadPoolExecutor,
        threads: int,
        progress: Progress,
        checkpoint: Checkpoint,
        tiles: Tiles,
        engine: Engine | None,
    ) -> None:
        self.rules, self.progress, self.checkpoint = rules, progress, checkpoint
        self._pool, self._threads, self._tiles = pool, threads, tiles
        self._tiers, self._engine = solved_tiers(rules), engine
        self._shares = np.cumsum([0, *(tier.stop - tier.start for tier in self._tiers)]) / rules.slots
        self._local = engine is None
        self.edges, names = 0, [name for name, _, _ in rules.sections]
        self._finished_statistics = Statistics(sections=dict.fromkeys(names, 0))
        self.inner, self.within = "", dict[str, Any]()
        self.saved = saved = checkpoint.state(self.name)
        tier, values = (saved["tier"], saved["values"]) if saved else (0, [UNKNOWN])
        memory, path = tiles.finished, checkpoint.growing_file()
        self.finished = FinishedTiers(rules, self._tiers, path, memory, tier, values)
        if saved:
            self.statistics, self.edges = saved["statistics"], saved["edges"]

    @property
    def tier(self) -> int:
        return self.finished.finished

    @property
    def statistics(self) -> dict[str, Any]:
        return self._finished_statistics.state

    @statistics.setter
    def statistics(self, saved: dict[str, Any]) -> None:
        self._finished_statistics = Statistics.from_state(saved)

    @property
    def values(self) -> list[int]:
        return self.finished.values

    def arrays(self) -> Arrays:
        return NO_ARRAYS

    def save(self) -> None:
        self.finished.sync()
        super().save()

    @cached_property
    def _kernels(self) -> ModuleType:
        return levels.kernels(self.rules, paged=self._paged)

    @cached_property
    def _settling_kernels(self) -> ModuleType:
        return settled.kernels(self.rules, self._paged)

    @property
    def _paged(self) -> bool:
        return self.finished.paged is not None

    def run(self) -> Solution:
        """Solves the tiers that are not finished, and returns the solution of the game."""
        while self.tier < len(self._tiers):
            self._finish(self._solve_tier())
            if self.checkpoint.due_if_small():
                self.save()
        self.progress.tier("", 1.0, 1.0)
        self.finished.drop_values()
        written = 0 if self._engine is None else self._engine.written
        values = max(VALUES_OF_16_BITS, 1 + max(self.values))
        planes, statistics = self.finished.planes, self._finished_statistics
        return Solution(planes, statistics, self.edges, self.snapshot, written, batch=BLOCK_SLOTS, values=values)

    def _solve_tier(self) -> Solution:
        rules, below, paged = self.rules, self.finished.below(), self.finished.paged
        checkpoint, number, shares = _OfTier(self), 1 + self.tier, self._shares[self.tier : self.tier + 2].tolist()
        self.progress.tier(f"tier {number:,} of {len(self._tiers):,}", *shares)
        if self._settles(below) and not checkpoint.state(LevelsRun.name):
            self._engine = None  # frees the records of the last tier
            settling = SettlingRun(rules, below, paged, self._settling_kernels, self.progress, checkpoint)
            solution = settling.run(self._pool, self._threads)
            if solution is not None:
                return solution
        if self._engine is None:
            first = work(rules, paged=self._paged)
            self._engine = Local(rules, first, self._tiles, self._pool, self._threads, below, paged)
        else:
            self._engine.begin_tier(below, paged)
        longest = 0 if rules.thresholds else dtm(max(self.finished.values))
        return LevelsRun(rules, self._engine, self._kernels, self.progress, checkpoint, longest + 1).run()

    def _settles(self, below: Below) -> bool:
        """Returns whether one pass should solve a tier: all its moves seem to leave it.

        A small tier is solved like most of the game, because drawing positions takes longer than solving it.
        """
        rules = self.rules
        if not self._local or one_pass(rules):
            return self._local
        several = below.slots >= MIN_DRAWN and not rules.repetition and not rules.thresholds
        return several and leaves_tier(rules, below.first, below.first + below.slots)

    def _finish(self, solution: Solution) -> None:
        """Adds a tier to those that are finished."""
        self.finished.add(solution, self._pool, self._threads)
        self._finished_statistics += solution.statistics
        self.edges += solution.edges


class _OfTier(Checkpoint):
    """The checkpoint of the run that solves a tier: it says besides which tiers are finished."""

    def __init__(self, run: _TiersRun) -> None:
        self._run, self._file = run, run.checkpoint

    def state(self, name: str) -> RunState:
        saved = self._run.saved
        same = bool(saved) and saved["tier"] == self._run.tier and saved["inner"] == name
        return dict(saved["within"]) if same else {}

    def resume(
        self, name: str, into: Mapping[str, PagedArray] = NO_ARRAYS
    ) -> tuple[RunState, dict[str, NDArray[Any]]] | None:
        state = self.state(name)
        if not state:
            return None
        saved = self._file.resume(self._run.name, into)
        return None if saved is None else (state, saved[1])

    def due(self) -> bool:
        return self._file.due()

    def save(self, name: str, state: RunState, arrays: Arrays) -> None:
        self._run.finished.sync()
        of_run, where, _ = self._run.snapshot
        self._file.save(of_run, {**where, "inner": name, "within": state}, arrays)

    def raise_if_interrupted(self) -> None:
        self._file.raise_if_interrupted()
