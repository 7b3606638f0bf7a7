"""The queue backend: tier by tier, and in a tier level by level.

A game whose moves never raise the tier is solved one tier after the other, the lowest first: moves that leave a tier
lead to positions that are finished (`retro.solving.below`). Small tiers that do not depend on each other are solved
together (`retro.solving.bundles`). Tiers whose moves all leave them are settled in one pass (`retro.solving.settled`),
any other ones by levels (`retro.solving.levels`). Then their records are dropped. A game in one tier is solved by
levels as a whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from types import ModuleType
from typing import Any

from numpy.typing import NDArray

from retro.game import UNKNOWN, dtm
from retro.game.rules import IndexedRules
from retro.solving import levels, settled
from retro.solving.below import one_pass, solved_tiers
from retro.solving.bundles import Bundle, Schedule, Unfinished
from retro.solving.engine import Engine, Local
from retro.solving.finished import FinishedTiers
from retro.solving.levels import LevelsRun, work
from retro.solving.sample import leaves_tier
from retro.solving.settled import SettlingRun
from retro.solving.tier_errors import check_order
from retro.solving.tiles import IN_MEMORY, PLAIN, Tiles
from retro.storage.block import BLOCK_SLOTS
from retro.storage.solution import VALUES_OF_16_BITS, Solution, Statistics
from retro.storage.unfinished import TIERS_RUN
from retro.system.checkpointing import NO_ARRAYS, NO_CHECKPOINT, Arrays, Checkpoint, PagedArray, ResumableRun, RunState
from retro.system.progress import Progress

__all__ = ["kernels", "solve", "work"]


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
    if values are scores and a move does not lower the tier, GameError if they are and slots are not in order of tiers.
    """
    check_order(rules)
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

    finished    the tiers that are finished, in this order: tiers are numbered from the lowest on
    statistics  sum of the statistics of finished tiers, as JSON
    edges       edges that were walked in finished tiers
    values      values that occur in finished tiers; their records are in a file beside the checkpoint
    bundle      the tiers in progress
    inner       name of the run that solves them, "" if it has not begun, and ``within`` its state
    saved       the state in which an interrupted run was saved; empty if there is none, or its bundle has ended
    """

    name = TIERS_RUN
    state = ("finished", "statistics", "edges", "values", "bundle", "inner", "within")

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
        self._tiers, self._engine, self._local = solved_tiers(rules), engine, engine is None
        self.edges, names = 0, [name for name, _, _ in rules.sections]
        self._finished_statistics = Statistics(sections=dict.fromkeys(names, 0))
        self.bundle, self.inner, self.within = list[int](), "", dict[str, Any]()
        self.saved = saved = checkpoint.state(self.name)
        finished, values = (saved["finished"], saved["values"]) if saved else ([], [UNKNOWN])
        memory, path = tiles.finished, checkpoint.growing_file()
        self._finished = FinishedTiers(rules, self._tiers, path, memory, finished, values, tiles.sizes)
        bundling = self._local and tiles.kind == PLAIN
        self._schedule = Schedule(rules, self._tiers, finished, bundling)
        self._finished_slots = sum(self._tiers[tier].stop - self._tiers[tier].start for tier in finished)
        if saved:
            self.statistics, self.edges, self.bundle = saved["statistics"], saved["edges"], saved["bundle"]
            if len(self.bundle) > 1 and not bundling:  # a small part of the work is done again
                self.saved, self.bundle = {}, []

    @property
    def finished(self) -> list[int]:
        return self._finished.finished

    @property
    def statistics(self) -> dict[str, Any]:
        return self._finished_statistics.state

    @statistics.setter
    def statistics(self, saved: dict[str, Any]) -> None:
        self._finished_statistics = Statistics.from_state(saved)

    @property
    def values(self) -> list[int]:
        return self._finished.values

    def arrays(self) -> Arrays:
        return NO_ARRAYS

    def save(self) -> None:
        self.sync()
        super().save()

    def sync(self) -> None:
        """Waits until the records of finished tiers are on the disk."""
        self._finished.sync()

    @cached_property
    def _kernels(self) -> ModuleType:
        return levels.kernels(self.rules, paged=self._paged)

    @cached_property
    def _settling_kernels(self) -> ModuleType:
        return settled.kernels(self.rules, self._paged)

    @property
    def _paged(self) -> bool:
        return self._finished.paged is not None

    def run(self) -> Solution:
        """Solves the tiers that are not finished, and returns the solution of the game."""
        while chosen := self.bundle or self._schedule.chosen():
            self.bundle = chosen
            bundle = self._finished.bundle(chosen, map(self._schedule.unfinished, chosen))
            try:
                solution = self._solved(bundle)
            except Unfinished as unfinished:
                self._schedule.wait(unfinished)
            else:
                self._finish(bundle, solution)
            self.saved, self.bundle = {}, []
            if self.checkpoint.due_if_small():
                self.save()
        self.progress.tier("", 1.0)
        self._finished.drop_values()
        written = 0 if self._engine is None else self._engine.written
        values = max(VALUES_OF_16_BITS, 1 + max(self.values))
        planes, statistics = self._finished.planes, self._finished_statistics
        return Solution(planes, statistics, self.edges, self.snapshot, written, batch=BLOCK_SLOTS, values=values)

    def _solved(self, bundle: Bundle) -> Solution:
        """Returns the solution of a bundle. Raises Unfinished if a move enters a tier that is not finished."""
        rules, paged, checkpoint = self.rules, self._finished.paged, _OfBundle(self)
        self.progress.tier(self._title(), self._finished_slots / rules.slots)
        if self._settles(bundle) and not checkpoint.state(LevelsRun.name):
            self._engine = None  # frees the records of the last tiers
            arguments = self._settling_kernels, self.progress, checkpoint, self._tiles.sizes
            settling = SettlingRun(rules, bundle, paged, *arguments)
            solution = settling.run(self._pool, self._threads)
            if solution is not None:
                return solution
        if self._engine is None:
            first = work(rules, paged=self._paged)
            self._engine = Local(rules, first, self._tiles, self._pool, self._threads, bundle, paged)
        else:
            self._engine.begin_bundle(bundle, paged)
        longest = 0 if rules.thresholds else dtm(max(self.values))
        return LevelsRun(rules, self._engine, self._kernels, self.progress, checkpoint, longest + 1).run()

    def _title(self) -> str:
        """Returns, in words, which tiers are in progress, in the order in which they are finished."""
        first = 1 + len(self.finished)
        last = len(self.finished) + len(self.bundle)
        name = f"tier {first:,}" if first == last else f"tiers {first:,} to {last:,}"
        return f"{name} of {len(self._tiers):,}"

    def _settles(self, bundle: Bundle) -> bool:
        """Returns whether one pass should solve a bundle: all moves of a tier seem to leave it.

        Small tiers are solved like most of the game, because drawing positions takes longer than solving them.
        """
        rules, tiers = self.rules, bundle.tiers
        if not self._local or one_pass(rules):
            return self._local
        large = len(tiers) == 1 and tiers[0].slots >= self._tiles.sizes.min_drawn
        return large and not rules.repetition and not rules.thresholds and leaves_tier(rules, *tiers[0].tier[1:])

    def _finish(self, bundle: Bundle, solution: Solution) -> None:
        """Adds the tiers of a bundle to those that are finished."""
        starts = [below.start for below in bundle.tiers]
        self._finished.add(dict(zip(self.bundle, starts, strict=True)), solution, self._pool, self._threads)
        self._schedule.finish(self.bundle)
        self._finished_slots += bundle.slots
        self._finished_statistics += solution.statistics
        self.edges += solution.edges


class _OfBundle(Checkpoint):
    """The checkpoint of the run that solves a bundle: it says besides which tiers are finished."""

    def __init__(self, run: _TiersRun) -> None:
        self._run, self._file = run, run.checkpoint

    def state(self, name: str) -> RunState:
        saved = self._run.saved
        return dict(saved["within"]) if saved and saved["inner"] == name else {}

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
        self._run.sync()
        of_run, where, _ = self._run.snapshot
        self._file.save(of_run, {**where, "inner": name, "within": state}, arrays)

    def raise_if_interrupted(self) -> None:
        self._file.raise_if_interrupted()
