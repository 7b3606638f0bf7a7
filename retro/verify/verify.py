"""Verification of a database: every record is computed again from its successors, every number counted again.

Verification does not depend on how records were computed: it uses no backend, and of a game's optional functions only
`unmoves`, which it checks as well. What it proves, and how:

1.  In every position, with nothing forbidden and with any move forbidden that some move of the game forbids, the record
    has the value of the best legal move according to the records of the successors. So a win or loss with DTM d > 0 has
    a move to a state with DTM d - 1, and no better one; a draw has a drawing move and no winning one. Then all values
    are right, by induction: suppose that the states with a DTM below d are right. Whether a state has DTM d, and is won
    or lost, depends on these alone, and the records satisfy the same condition; so the states with DTM d are right,
    too. All other states are draws. There cannot be a cycle of positions that justify each other's wins, because DTM
    decreases with every move. In a game with scores of which every move lowers the tier, the same argument goes up from
    the end. Where values depend on what play without end is worth (`retro.game.values`), the induction is over pairs
    of threshold and distance, tier by tier: larger differences from play without end come first, and of equal ones the
    shorter distance. Whether a position has such a pair depends on positions with earlier pairs alone. The records
    of all other positions have what play without end is worth: by a move to another one of them, or one worth the same.

2.  The moves that are forbidden in each position come from `unmoves` or, in a game without it, from edges transposed in
    memory. These are exactly the edges that `moves` makes: every edge has a number of 62 bits, which a secret and the
    edge's end determine (slot, canonical position, forbidden move there). The sum of these numbers over all edges, each
    counted as often as it has images, is the same for `moves` and for the reversed moves. If the edges differed, the
    sums would be equal with a probability of about 1 to 2^60. The positions in these numbers also prove that the index
    confuses no positions. (Without a repetition rule nothing is forbidden, and the index is checked directly.)

3.  So the states are known, and counting them by value gives the numbers of the manifest.

4.  Where positions are enumerated, the database has exactly the reachable positions: it has the start and the
    successors of all its positions, and all of them are reached from the start.

Taken for granted: the rules (`moves`, `no_moves`, `undo`, `tier`), that images of a position have the same value, and
that compiler and machine work.
"""

from __future__ import annotations

import math
import random
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import Variant, kernels_of
from retro.game.rules import IndexedRules
from retro.game.text import start_name
from retro.lookup import scan, table_kernels
from retro.lookup.scan import Entering, Scan
from retro.lookup.table import RecordTable, counted_by_value
from retro.solving import sweep_value_kernels
from retro.solving.process_memory import cached
from retro.solving.state_bits import NO_STATES
from retro.storage.manifest import Manifest
from retro.storage.page_runs import Task
from retro.storage.solution import Statistics
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint, ResumableRun
from retro.system.progress import Progress, Silent
from retro.verify import record_check, verify_kernels
from retro.verify.numbers import Difference, Number, differing, listed
from retro.verify.record_check import Fault


@dataclass(frozen=True)
class Verified:
    """The result of a verification.

    records      number of slots verified, including those without a position
    positions    number of positions, up to symmetry
    edges        number of their moves that do not end the game
    numbers      number of values in the manifest that were counted again
    wrong        number of wrong records
    faults       the first of them, by slot
    differences  wrong numbers of the manifest
    same_edges   whether `moves` and the reversed moves have the same edges
    complete     whether all slots were verified. If not, ``differences`` is empty and ``same_edges`` true
    """

    records: int
    positions: int
    edges: int
    numbers: int
    wrong: int
    faults: list[Fault]
    differences: list[Difference]
    same_edges: bool
    complete: bool = True

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.same_edges and not self.wrong and not self.differences


def memory_bytes(rules: IndexedRules, slots: int) -> int:
    """Returns the bytes of memory that verification takes besides the table."""
    return scan.states_bytes(rules) + (slots if rules.enumerated else 0)


@dataclass(frozen=True)
class Bounded:
    """A verification in random order that ends after ``seconds``, for records that this process has just computed.

    If ``seconds`` are infinite, all records are verified in order.

    slots    slots of a task, which are neighbours
    entered  whether moves into positions are verified, too; in a game with a repetition rule and without ``unmoves``
             the edges are transposed first, whatever time that takes
    tasks    the most tasks that are stored at once
    """

    seconds: float
    slots: int = scan.SCAN_SLOTS
    entered: bool = True
    tasks: int = 1 << 16  # a task can be a few slots of billions


UNBOUNDED = Bounded(math.inf)


def verify(
    table: RecordTable,
    about: Manifest,
    limit: int,
    threads: int,
    progress: Progress,
    bounded: Bounded = UNBOUNDED,
    checkpoint: Checkpoint = NO_CHECKPOINT,
) -> Verified:
    """Verify a database, and describe the first ``limit`` wrong records.

    GameError if the game's functions cannot be compiled. A bounded verification has no checkpoint.
    """
    try:
        return _Verification(table, about, limit, threads, progress, bounded, checkpoint).run()
    finally:
        progress.close()


def is_compiled(rules: IndexedRules, variant: Variant, constants: Mapping[str, Any]) -> bool:
    """Returns whether the cache has the kernels that verify a game whose records are read with ``variant``."""
    return cached(kernels_of(rules, verify_kernels, constants, variant={**OF_RECORDS, **variant}))


OF_RECORDS: Variant = {sweep_value_kernels: table_kernels}
"""Values of successors are looked up in the records that are verified."""


class _Verification(ResumableRun):
    """A verification in progress.

    verified    number of slots that are verified; without a bound, those before this one
    secret      determines the numbers of edges
    wrong       number of wrong records
    limit       how many of them are described; the lowest limit of all processes that worked on it
    faults      slot and kind of the first of them
    by_section  positions by section
    """

    name = "verification"
    state = ("verified", "secret", "wrong", "limit", "faults", "by_section")

    def __init__(
        self,
        table: RecordTable,
        about: Manifest,
        limit: int,
        threads: int,
        progress: Progress,
        bounded: Bounded,
        checkpoint: Checkpoint,
    ) -> None:
        self._table, self._rules, self._about = table, table.rules, about
        self._threads, self._progress, self._bounded = threads, progress, bounded
        self.limit, self.checkpoint = limit, checkpoint
        rules = self._rules
        self._scan = Scan(
            rules,
            verify_kernels,
            threads,
            progress,
            pages=table.pages,
            constants=table.constants,
            variant={**OF_RECORDS, **table.variant},
        )
        self._module = self._scan.kernels
        bounds = {bound for _, *ends in rules.sections for bound in ends if 0 <= bound <= rules.slots}
        self._ranges = list(pairwise(sorted({0, rules.slots} | bounds)))
        self.verified, self.secret = 0, secrets.randbits(61)
        self.wrong, self.faults = 0, list[tuple[int, int]]()
        self.by_section: dict[str, int] = {name: 0 for name, _, _ in rules.sections}
        saved = self.resume()
        self.limit = min(limit, self.limit)
        self.faults = self.faults[: self.limit]
        counters = self._module.STATES + 4 * len(table.values)
        self._counters = np.zeros(counters, np.int64) if saved is None else saved["counters"]
        self._reached = None if saved is None else saved["reached"]

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"counters": self._counters, "reached": self._search()}

    def run(self) -> Verified:
        """Verify the database."""
        if self._bounded.seconds < math.inf:
            return self._run_bounded()
        reached = self._search()
        if scan.has_state_bits(self._rules) and self._rules.enumerated and (reached != self._module.EXPANDED).any():
            # all moves are made for the bits of states; an unreachable one may have impossible moves
            kinds = {self._module.NEW: self._module.UNREACHABLE, self._module.EXPANDED_OUTSIDE: self._module.OUTSIDE}
            unfinished = np.flatnonzero(reached != self._module.EXPANDED)
            faults = [(index, kinds[int(reached[index])]) for index in unfinished[: self.limit].tolist()]
            self._add_faults(len(unfinished), faults)
            self.verified = self._rules.slots
        else:
            self._verify_records(scan.entering(self._rules, self._threads, self._progress, self.checkpoint), reached)
        return self._result()

    def _run_bounded(self) -> Verified:
        """Verify records until the time is over, and only then, if all were verified, search from the start."""
        module, rules = self._module, self._rules
        entering = scan.entering(rules, self._threads, self._progress) if self._bounded.entered else Entering(NO_STATES)
        self._verify_records(entering, np.full(rules.slots if rules.enumerated else 0, module.EXPANDED, np.uint8))
        if self.verified == rules.slots:
            unreached = np.flatnonzero(self._search() == module.NEW)
            self._add_faults(
                len(unreached), [(index, module.UNREACHABLE) for index in unreached[: self.limit].tolist()]
            )
        return self._result()

    def _result(self) -> Verified:
        complete = self.verified == self._rules.slots and self._bounded.entered
        counted, stored = self._numbers() if complete else ({}, {})
        module, counters = self._module, self._counters
        return Verified(
            records=self.verified,
            positions=int(counters[module.STORED]),
            edges=int(counters[module.EDGES]),
            numbers=len(stored),
            wrong=self.wrong,
            faults=[self._fault(*each) for each in self.faults],
            differences=differing(stored, counted),
            same_edges=not complete
            or (int(counters[module.LEAVING]) - int(counters[module.ENTERING])) & module.SUM == 0,
            complete=complete,
        )

    def _search(self) -> NDArray[np.uint8]:
        """Returns the search states of enumerated positions by slot, after a search from the start; else no states."""
        rules, module = self._rules, self._module
        if self._reached is not None:
            return self._reached
        if not rules.enumerated:
            self._reached = np.zeros(0, np.uint8)
            return self._reached
        reached = np.zeros(rules.slots, np.uint8)
        for key in rules.starts:
            home = rules.rank(key)[0]
            if home >= 0:
                reached[home] = module.SEEN
        self._progress.phase("positions", rules.slots, None)
        while (reached == module.SEEN).any():
            tasks = scan.tasks_of(self._ranges, self._bounded.slots)
            for _, expanded in scan.run(tasks, self._threads, lambda task: module.flood(*task, reached), Silent()):
                self._progress.advance(expanded, 0)
                self.checkpoint.raise_if_interrupted()
        self._reached = reached
        return reached

    def _verify_records(self, entering: Entering, reached: NDArray[np.uint8]) -> None:
        table, module = self._table, self._module

        def work(task: Task) -> tuple[NDArray[np.int64], NDArray[np.int64], int, NDArray[np.int64]]:
            """Returns indices and values of nonzero counters, the number of wrong records, and the first faults."""
            counters = np.zeros_like(self._counters)
            faults = np.empty((min(self.limit, task[1] - task[0]), 2), np.int64)
            wrong = module.verify(
                *task, table.view, table.values, entering, reached, np.int64(self.secret), counters, faults
            )
            counted = np.flatnonzero(counters)
            return counted, counters[counted], int(wrong), faults[:wrong]

        end, total = math.inf, self._rules.slots - self.verified
        for tasks in self._batches():
            with closing(self._scan.each("records", tasks, work, total=total)) as results:
                if total:
                    end, total = time.monotonic() + self._bounded.seconds, 0
                for task, (counted, counters, wrong, faults) in results:
                    self.verified += task[1] - task[0]
                    self._counters[counted] += counters
                    self._counters[[module.LEAVING, module.ENTERING]] &= module.SUM
                    self._add_faults(wrong, faults.tolist())
                    positions = int(counters[counted == module.POSITIONS].sum())
                    for name, start, stop in self._rules.sections:
                        if start <= task[0] and task[1] <= stop:
                            self.by_section[name] += positions
                    if time.monotonic() > end:
                        return
                    if self.checkpoint.due():
                        self.save()

    def _batches(self) -> Iterator[Sequence[Task]]:
        """Yields the tasks: all in order or, if the time is bounded, `Bounded.tasks` at a time in random order."""
        if self._bounded.seconds == math.inf:
            begun = self.verified
            left = ((max(start, begun), stop) for start, stop in self._ranges if stop > begun)
            yield scan.tasks_of(left, self._bounded.slots)
            return
        tasks = scan.in_random_order(self._ranges, self._bounded.slots)
        while batch := list(islice(tasks, self._bounded.tasks)):
            random.shuffle(batch)
            yield batch

    def _add_faults(self, wrong: int, faults: Iterable[tuple[int, int]]) -> None:
        self.wrong += wrong
        self.faults += list(faults)[: self.limit - len(self.faults)]

    def _fault(self, index: int, kind: int) -> Fault:
        table, module = self._table, self._module
        key = self._rules.unrank(index)
        computable = kind in (module.RECORD, module.FORBIDDEN, module.NEVER_FORBIDDEN)
        follows = record_check.recomputed(self._rules, table.record, key) if computable else None
        return Fault(index, key, record_check.FAULT_TEXTS[kind], table.record(index), follows)

    def _numbers(self) -> tuple[dict[Number, int], dict[Number, int]]:
        """Returns the numbers that were counted, and those of the manifest."""
        rules, module, counters = self._rules, self._module, self._counters
        values = self._table.values
        by_index = (counters[module.STATES :] * rules.players).reshape(2, -1)
        counted = Statistics(
            states=counted_by_value(by_index[0], values),
            final=counted_by_value(by_index[1], values),
            forbidding=int(counters[module.FORBIDDING]),
            positions=int(counters[module.POSITIONS]),
            checkmates=int(counters[module.CHECKMATES]),
            unentered=int(counters[module.UNENTERED]),
            sections=self.by_section,
            slots=rules.slots,
            stored=int(counters[module.STORED]),
        )
        homes = [rules.rank(key)[0] for key in rules.starts]
        starts = {
            (start_name(number), ""): rules.counted_value(key, self._table.record(home)[0])
            for number, (key, home) in enumerate(zip(rules.starts, homes, strict=True))
            if 0 <= home < rules.slots
        }
        stored: dict[Number, int] = {(start_name(number), ""): each for number, each in enumerate(self._about.starts)}
        return starts | listed(counted), stored | listed(self._about.statistics)
