"""A run that solves a game: where it is - tier, phase and level - what it has counted, and how it is saved.

The order of what it does is in `retro.solving.loop`. A tier that one thread solves, while others solve other ones, is
not saved while it is in progress: it is begun again. Records of finished tiers are in a file beside the checkpoint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import replace
from enum import StrEnum
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game import loss, win
from retro.game.rules import IndexedRules
from retro.game.values import NO_VALUE, plies_of, value_at
from retro.indexing.tiers import tiers_of
from retro.solving import queue, settled
from retro.solving.below import Below, one_pass, only_tier
from retro.solving.counting_kernels import DECIDED, DRAWN, LOST
from retro.solving.engine import Engine, EngineRun, Local
from retro.solving.finished import FinishedTiers
from retro.solving.record import Layout
from retro.solving.sample import leaves_tier
from retro.solving.schedule import Schedule
from retro.solving.shard import Making, Shards, TaskResult
from retro.solving.tiles import PLAIN, Tiles
from retro.storage.block import BLOCK_SLOTS
from retro.storage.solution import Solution, Statistics, TooLong
from retro.storage.unfinished import SOLVE_RUN
from retro.system.checkpointing import NO_ARRAYS, NO_CHECKPOINT, Arrays, Checkpoint, PagedArray, Snapshot
from retro.system.progress import Progress, Silent
from retro.system.sizes import PRODUCTION

MIN_DRAWN = 1 << 20
"""Slots of a tier, or more, in which positions are drawn to learn whether its moves leave it."""
SMALL_BUDGET = 1 << 20
"""Bytes for the updates of a small tier, which are applied when these are full."""


class Phase(StrEnum):
    """Phases of a run: between two tiers, and in a tier, which is the lowest that is not finished.

    A tier is settled in one pass, or solved by levels. Only a game in one tier is saved when it is solved.
    """

    TIERS = "tiers"
    ONE_PASS = "one pass"
    FIRST_RECORDS = "first records"
    LEVELS = "levels"
    FINAL_RECORDS = "final records"
    SOLVED = "solved"


LEVELS = Phase.FIRST_RECORDS, Phase.LEVELS, Phase.FINAL_RECORDS, Phase.SOLVED
"""Phases of a tier that is solved by levels."""


class SolveRun(EngineRun):
    """A run in progress.

    finished    the finished tiers, in the order in which they were finished; they are numbered from the lowest on
    values      values that occur in them
    statistics  sum of their statistics
    edges       edges that were walked in them
    decided     positions whose value was known when the level began
    sections    positions by section
    value_bits  bits of a value in the records
    counted     states or positions by the numbers of `TaskResult`; in checkpoints ``by_value``, as pairs
    small       whether one thread solves the tier while others solve other ones: then it is one page
    """

    name = SOLVE_RUN
    phase: Phase = Phase.TIERS
    counters = ("edges", "phase", "level", "decided", "sections", "value_bits")
    state = ("finished", "values", *counters)
    small = False
    _finished: FinishedTiers

    def __init__(
        self,
        rules: IndexedRules,
        shards: Callable[..., Shards],
        pool: ThreadPoolExecutor,
        threads: int,
        progress: Progress,
        checkpoint: Checkpoint,
        tiles: Tiles,
        engine: Engine | None,
    ) -> None:
        self.rules, self._shards, self.progress, self.checkpoint = rules, shards, progress, checkpoint
        self.pool, self.threads, self._tiles, self._local = pool, threads, tiles, engine is None
        self._tiers, saved = tiers_of(rules), checkpoint.state(self.name)
        self.in_one_tier = len(self._tiers) == 1 and not rules.always_ends
        """Then its records stay in the shards."""
        finished, values = (saved["finished"], saved["values"]) if saved else ([], [NO_VALUE])
        self._paged, self.finished = None, finished
        if not self.in_one_tier:
            of_run = checkpoint.growing_file(), tiles.finished, finished, values, tiles.sizes
            self._finished = FinishedTiers(rules, self._tiers, *of_run)
            self._paged, self.finished = self._finished.paged, self._finished.records.where.finished
        self.schedule = Schedule(self._tiers, finished, tiles.sizes)
        self._together = shards is queue.shards and self._local and tiles.kind == PLAIN
        self._engines: dict[bool, list[Engine]] = {False: [] if engine is None else [engine], True: []}
        """Engines that solve no tier now, by whether they have one thread, for small tiers."""
        self.slots_finished = sum(self._tiers[tier].stop - self._tiers[tier].start for tier in finished)
        self._narrowest = Layout.of(rules)
        self.edges, names = 0, [name for name, _, _ in rules.sections]
        self.statistics = Statistics(sections=dict.fromkeys(names, 0))
        self._leave()
        if saved:
            self.statistics, self.counted = Statistics.from_state(saved["statistics"]), Counter(dict(saved["by_value"]))
            vars(self).update({name: saved[name] for name in self.counters})

    def _leave(self) -> None:
        """Notes that no tier is in progress."""
        self.phase, self.level, self.decided = Phase.TIERS, 0, 0
        self.sections, self.counted = dict[str, int](), Counter[int]()
        self.layout = self._narrowest
        self.value_bits = self.layout.value_bits

    @property
    def snapshot(self) -> Snapshot:
        name, state, arrays = super().snapshot
        return name, state | {"statistics": self.statistics.state, "by_value": list(self.counted.items())}, arrays

    @property
    def values(self) -> list[int]:
        return [NO_VALUE] if self.in_one_tier else self._finished.records.values

    def arrays(self) -> Arrays:
        return NO_ARRAYS if self.phase == Phase.TIERS else super().arrays()

    def resume(self, into: Mapping[str, PagedArray] = NO_ARRAYS) -> dict[str, NDArray[Any]] | None:
        """Returns the saved arrays as `ResumableRun.resume` does; the attributes were set before."""
        saved = self.checkpoint.resume(self.name, into)
        return None if saved is None else saved[1]

    def save(self) -> None:
        if not self.small:
            if not self.in_one_tier:
                self._finished.records.sync()  # the records of finished tiers
            super().save()

    # Tiers

    def together(self, tier: int) -> bool:
        """Returns whether a tier, the lowest that is not finished, is solved at the same time as others."""
        return self._together and self.schedule.small(tier) and self.phase == Phase.TIERS

    @property
    def tiers_ahead(self) -> int:
        """Small tiers that are begun before the oldest of them is finished.

        With values in pages it is none: pages may change size between two tiers, not while a task reads them.
        """
        return 2 * self.threads if self._paged is None else 0

    def below(self, tier: int) -> Below:
        """Returns a tier to be solved."""
        if self.in_one_tier:
            return only_tier(self.rules.slots)
        return self._finished.below(tier, self.schedule.unfinished(tier))

    def of_one_thread(self, pool: ThreadPoolExecutor) -> SolveRun:
        """Returns a run that solves a small tier with one thread, that of ``pool``, and is not saved."""
        run = copy(self)
        run.pool, run.threads, run.progress, run.checkpoint, run.small = pool, 1, Silent(), NO_CHECKPOINT, True
        return run

    def begin(self, below: Below) -> None:
        """Begins a tier, and one pass over it if its moves seem to leave it."""
        self._below, self.slots = below, below.slots
        if not self.small and not self.in_one_tier:
            self.show()
        try:
            self.engine = self._engines[self.small].pop()  # without a look at their number, which threads change
        except IndexError:
            small = replace(self._tiles, budget=SMALL_BUDGET, bits=PRODUCTION.small_bits, sizes=PRODUCTION)  # one page
            self.engine = Local(self.rules, small if self.small else self._tiles, self.pool, self.threads)
        phase = self.phase
        if phase not in LEVELS:
            phase = Phase.ONE_PASS if self._settles(below) else Phase.FIRST_RECORDS
        self.enter(phase)

    def enter(self, phase: Phase) -> None:
        """Begins to settle or to solve the tier, or goes on where the run was interrupted."""
        resumed = phase == self.phase
        if not resumed:
            self._leave()
        self.phase, rules, kind = phase, self.rules, self.rules.kind
        if phase != Phase.ONE_PASS:
            longest = 0 if rules.thresholds else max(plies_of(value, kind.bits) for value in self.values)
            while max(self.value_bits, win(longest + 1).bit_length()) > self.layout.value_bits:
                self.layout = self._wider()
            self.value_bits = self.layout.value_bits
        self.engine.begin(self._making(), self._below, self._paged)
        self.totals = {"total": np.zeros(self.module.COUNTERS, np.int64)}
        if resumed:
            self.restore()
        if phase in LEVELS[:-1] and self.module.TRANSPOSED:
            self.engine.transpose(rules.looks_ahead, self.progress, self.checkpoint)

    def _making(self) -> Making:
        paged = self._paged is not None
        if self.phase == Phase.ONE_PASS:
            return Making(settled.shards, (paged,))
        return Making(self._shards, (self.layout, paged))

    def end(self) -> None:
        """Gives the engine of the tier back."""
        self._engines[self.small].append(self.engine)

    def _settles(self, below: Below) -> bool:
        """Returns whether one pass should solve a tier: all of its moves seem to leave it.

        Small tiers are solved like most of the game, because drawing positions takes longer than solving them.
        """
        rules = self.rules
        if not self._local or self.in_one_tier or one_pass(rules):
            return self._local and not self.in_one_tier
        several = below.slots >= MIN_DRAWN and not rules.repetition and not rules.thresholds
        return several and leaves_tier(rules, *below.tier[1:])

    def finish(self, tier: int, solution: Solution) -> None:
        """Adds a tier to those that are finished."""
        self._finished.add(tier, solution, self.pool, self.threads)
        self.schedule.finish(tier)
        self.slots_finished += self._tiers[tier].stop - self._tiers[tier].start
        self.statistics += solution.statistics
        self.edges += solution.edges
        self._leave()
        if self.checkpoint.due_if_small():
            self.save()

    def show(self, phase: str = "") -> None:
        """Shows how many tiers are finished, and a phase of all tiers together."""
        number = f"tier {1 + len(self.finished):,} of {len(self._tiers):,}"
        self.progress.tier(number, self.slots_finished / self.rules.slots)
        if phase:
            self.progress.phase(phase, self.rules.slots, None)

    def whole_solution(self) -> Solution:
        """Returns the solution of a game whose tiers are finished."""
        self.progress.tier("", 1.0)
        self._finished.drop_values()
        written = sum(engine.written for engine in self._engines[False])
        planes, statistics = self._finished.records.planes, self.statistics
        return Solution(planes, statistics, self.values, self.edges, self.snapshot, written, BLOCK_SLOTS)

    # A tier by levels

    @property
    def module(self) -> ModuleType:
        """The kernels of the tier."""
        return self.engine.module

    @property
    def total(self) -> NDArray[np.int64]:
        """Sums of the counters of these kernels."""
        return self.totals["total"]

    @property
    def plies(self) -> int:
        """The plies of the level."""
        return int(self.level & self.module.PLIES)

    def begin_phase(self, phase: Phase) -> None:
        """Begins a phase, in which no page is done."""
        self.phase = phase
        flags = self.engine.flags()
        self.engine.set_flags(flags._replace(done=np.zeros_like(flags.done)))

    def at_level(self, level: int) -> None:
        """Notes that a level begins."""
        self.level, self.decided = level, int(self.total[DECIDED])

    def make_room(self) -> None:
        """Goes on with wider records if the values that the level sends do not fit; raises TooLong if no records do."""
        if self.plies >= self.module.PLIES:
            raise TooLong(self.rules, int(self.module.PLIES) - 1)
        if self.level >= self.layout.max_dtm:
            self.save()  # there may be too little memory for wider records, except in another store
            before, self.layout = self.layout, self._wider()
            self.value_bits = self.layout.value_bits
            self.engine.go_on(self._making(), before.widened)

    def _wider(self) -> Layout:
        wider = self.layout.wider
        if wider is None:
            raise TooLong(self.rules, self.layout.max_dtm)
        return wider

    def count(self, result: TaskResult) -> None:
        """Counts the result of a task."""
        np.add(self.total, result.counters, out=self.total)
        for name, positions in result.sections.items():
            self.sections[name] = self.sections.get(name, 0) + positions
        self.counted.update(result.values)
        lost, won = result.counters[LOST:DRAWN].tolist()
        for code, count in ((loss(self.level), lost), (win(self.level), won)):
            if count:
                self.counted[2 * value_at(code, 0, self.module.TOP, self.module.PLY_BITS)] += count
        self.progress.advance(result.slots, int(self.total[DECIDED]))
