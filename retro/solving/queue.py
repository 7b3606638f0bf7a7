"""The queue backend: tier by tier, and in a tier level by level.

A game whose moves never raise the tier is solved one tier after the other, the lowest first: moves that leave a tier
lead to positions that are finished (`retro.solving.below`). Small tiers that do not depend on each other are solved at
the same time, each by one thread, a larger tier by all threads (`retro.solving.schedule`). Tiers whose moves all leave
them are settled in one pass (`retro.solving.settled`), any other ones by levels (`retro.solving.levels`). Then their
records are dropped. A game in one tier is solved by levels as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

from numpy.typing import NDArray

from retro.game.rules import IndexedRules
from retro.game.values import NO_VALUE, plies_of
from retro.indexing.tiers import tiers_of
from retro.solving import levels, settled
from retro.solving.below import Below, one_pass
from retro.solving.engine import Engine, Local
from retro.solving.finished import FinishedTiers
from retro.solving.levels import LevelsRun, work
from retro.solving.sample import leaves_tier
from retro.solving.schedule import Schedule, Unfinished
from retro.solving.settled import SettlingRun
from retro.solving.stages import Work
from retro.solving.tier_errors import check_order
from retro.solving.tiles import IN_MEMORY, PLAIN, Tiles
from retro.storage.block import BLOCK_SLOTS
from retro.storage.solution import Solution, Statistics
from retro.storage.unfinished import TIERS_RUN
from retro.system.checkpointing import (
    NO_ARRAYS,
    NO_CHECKPOINT,
    Arrays,
    Checkpoint,
    PagedArray,
    ResumableRun,
    RunState,
    in_order,
)
from retro.system.progress import Progress, Silent
from retro.system.sizes import PRODUCTION

__all__ = ["kernels", "solve", "work"]

MIN_DRAWN = 1 << 20
"""Slots of a tier, or more, in which positions are drawn to learn whether its moves leave it."""


SMALL_BUDGET = 1 << 20
"""Bytes for the updates of a small tier, which are applied when these are full."""


class Method(NamedTuple):
    """How a tier is solved by levels.

    work     returns the work of shards, as `retro.solving.levels.work`
    at_once  whether small tiers are solved several at the same time
    """

    work: Callable[..., Work]
    at_once: bool


QUEUE = Method(work, at_once=True)


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
    method: Method = QUEUE,
) -> Solution:
    """Solves a game, with the records of a tier in the store that ``tiles`` describes.

    Predecessor lists of a game without ``unmoves`` (`retro.solving.transposed`) are in memory, or in files where the
    records are in files. An ``engine`` whose shards have not begun replaces ``tiles``, and solves all tiers by levels;
    it must stay open while records are read. Raises TooLong if some DTM is too large for the widest records, GameError
    if values are scores, and a move does not lower the tier, slots are not in order of tiers, or points are too many.
    """
    check_order(rules)
    with ThreadPoolExecutor(threads) as pool:
        if len(tiers_of(rules)) == 1 and not rules.always_ends:
            engine = engine or Local(rules, method.work(rules), tiles, pool, threads)
            solution = LevelsRun(rules, engine, method.work(rules).stages["solve"].module, progress, checkpoint).run()
        else:
            solution = _TiersRun(rules, pool, threads, progress, checkpoint, tiles, engine, method).run()
    progress.close()
    return solution


class _TiersRun(ResumableRun):
    """A solution in progress, tier by tier.

    finished    the tiers that are finished, in this order: tiers are numbered from the lowest on
    statistics  sum of the statistics of finished tiers, as JSON
    edges       edges that were walked in finished tiers
    values      values that occur in finished tiers; their records are in a file beside the checkpoint
    inner       name of the run that solves the lowest other tier, "" if it has not begun, and ``within`` its state
    saved       the state in which an interrupted run was saved; empty if there is none, or its tier is finished

    Tiers that one thread solves are not saved while they are in progress: they are begun again.
    """

    name = TIERS_RUN
    state = ("finished", "statistics", "edges", "values", "inner", "within")

    def __init__(
        self,
        rules: IndexedRules,
        pool: ThreadPoolExecutor,
        threads: int,
        progress: Progress,
        checkpoint: Checkpoint,
        tiles: Tiles,
        engine: Engine | None,
        method: Method,
    ) -> None:
        self._method = method
        self.rules, self.progress, self.checkpoint = rules, progress, checkpoint
        self._pool, self._threads, self._tiles = pool, threads, tiles
        self._tiers, self._local = tiers_of(rules), engine is None
        self.edges, names = 0, [name for name, _, _ in rules.sections]
        self._finished_statistics = Statistics(sections=dict.fromkeys(names, 0))
        self.inner, self.within = "", dict[str, Any]()
        self.saved = saved = checkpoint.state(self.name)
        finished, values = (saved["finished"], saved["values"]) if saved else ([], [NO_VALUE])
        memory, path = tiles.finished, checkpoint.growing_file()
        self._finished = FinishedTiers(rules, self._tiers, path, memory, finished, values, tiles.sizes)
        self._schedule = Schedule(self._tiers, finished, tiles.sizes)
        self._together = method.at_once and self._local and tiles.kind == PLAIN
        self._engines: dict[bool, list[Engine]] = {False: [] if engine is None else [engine], True: []}
        """Engines that solve no tier now, by whether they have one thread, for small tiers."""
        self._finished_slots = sum(self._tiers[tier].stop - self._tiers[tier].start for tier in finished)
        if saved:
            self.statistics, self.edges = saved["statistics"], saved["edges"]

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
    def _work(self) -> Work:
        return self._method.work(self.rules, paged=self._finished.paged is not None)

    @cached_property
    def _settling_kernels(self) -> ModuleType:
        return settled.kernels(self.rules, self._finished.paged is not None)

    def run(self) -> Solution:
        """Solves the tiers that are not finished, and returns the solution of the game."""
        while (tier := self._schedule.lowest()) is not None:
            if self._together and self._schedule.small(tier) and not self.saved.get("inner"):
                self._solve_small()
            else:
                self._show()
                arguments = self._pool, self._threads, self.progress, _OfTier(self)
                self._finish(tier, self._solved(self._below(tier), *arguments))
        self.progress.tier("", 1.0)
        self._finished.drop_values()
        written = sum(engine.written for engine in self._engines[False])
        planes, statistics = self._finished.planes, self._finished_statistics
        return Solution(planes, statistics, self.values, self.edges, self.snapshot, written, batch=BLOCK_SLOTS)

    def _solve_small(self) -> None:
        """Solves small tiers, several at the same time, until none of the others can be solved so.

        With values in pages it is one at a time: pages may change size between two tiers, not while a task reads them.
        """
        ahead = 2 * self._threads if self._finished.paged is None else 0
        tasks = ((tier, self._below(tier)) for tier in self._schedule.ready())
        for (tier, _), solution in in_order(self._pool, ahead, self._solved_by_one, tasks):
            if isinstance(solution, Unfinished):
                self._schedule.wait(solution)
            else:
                self._show()
                self.progress.phase("small tiers", self.rules.slots, None)
                self._finish(tier, solution)
                self.progress.advance(self._finished_slots, self._finished_statistics.stored)

    def _solved_by_one(self, task: tuple[int, Below]) -> Solution | Unfinished:
        """Returns the solution of a small tier, which the calling thread solves alone."""
        with ThreadPoolExecutor(1) as pool:  # its thread is for tasks that are not single ones
            try:
                return self._solved(task[1], pool, 1, Silent(), NO_CHECKPOINT, small=True)
            except Unfinished as why:
                return Unfinished(why.number, why.entered)  # its traceback would hold the records

    def _solved(
        self,
        below: Below,
        pool: ThreadPoolExecutor,
        threads: int,
        progress: Progress,
        checkpoint: Checkpoint,
        small: bool = False,
    ) -> Solution:
        """Returns the solution of a tier. Raises Unfinished if a move enters a tier that is not finished."""
        rules, paged, engines = self.rules, self._finished.paged, self._engines[small]
        if self._settles(below) and not checkpoint.state(LevelsRun.name):
            engines.clear()  # frees the records of the last tiers
            arguments = self._settling_kernels, progress, checkpoint, self._tiles.sizes
            run = SettlingRun(rules, below, paged, *arguments)
            solution = run.run(pool, threads)
            if solution is not None:
                return solution
        try:
            engine = engines.pop()  # without a look at their number, which other threads change
        except IndexError:
            tiles = replace(self._tiles, budget=SMALL_BUDGET, bits=PRODUCTION.small_bits, sizes=PRODUCTION)  # one page
            engine = Local(rules, self._work, tiles if small else self._tiles, pool, threads, below, paged)
        else:
            engine.begin_tier(below, paged)
        try:
            longest = 0 if rules.thresholds else max(plies_of(value, rules.kind.bits) for value in self.values)
            module = self._work.stages["solve"].module
            return LevelsRun(rules, engine, module, progress, checkpoint, longest + 1, small).run()
        finally:
            engines.append(engine)

    def _below(self, tier: int) -> Below:
        return self._finished.below(tier, self._schedule.unfinished(tier))

    def _show(self) -> None:
        """Shows how many tiers are finished."""
        share = self._finished_slots / self.rules.slots
        self.progress.tier(f"tier {1 + len(self.finished):,} of {len(self._tiers):,}", share)

    def _settles(self, below: Below) -> bool:
        """Returns whether one pass should solve a tier: all of its moves seem to leave it.

        Small tiers are solved like most of the game, because drawing positions takes longer than solving them.
        """
        rules = self.rules
        if not self._local or one_pass(rules):
            return self._local
        several = below.slots >= MIN_DRAWN and not rules.repetition and not rules.thresholds
        return several and leaves_tier(rules, *below.tier[1:])

    def _finish(self, tier: int, solution: Solution) -> None:
        """Adds a tier to those that are finished."""
        self._finished.add(tier, solution, self._pool, self._threads)
        self._schedule.finish(tier)
        self._finished_slots += self._tiers[tier].stop - self._tiers[tier].start
        self._finished_statistics += solution.statistics
        self.edges += solution.edges
        self.saved = {}
        if self.checkpoint.due_if_small():
            self.save()


class _OfTier(Checkpoint):
    """The checkpoint of the run that solves a tier with all threads: it says besides which tiers are finished."""

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
