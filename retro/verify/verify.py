"""Is a database right? Every record once more from its successors, and every number of the manifest counted again.

How records were found does not matter here: no backend takes part, and of what a game defines to save time only
`unmoves` does, which is not believed either. What is proven, and by what:

1.  In every position, with nothing forbidden and with any move forbidden that some move of the game forbids, the record
    says what the best of the moves that are left is worth, by the records of the positions they lead to. So a win or
    loss with DTM d > 0 has a move to a state with DTM d - 1, and no better one; a draw has a drawing move and no
    winning one. Then all values are right, by induction: suppose that the states with a DTM below d are the same by
    the records and in truth. Whether a state has DTM d, and is won or lost, depends on these alone, in the same way by
    the records and in truth; so those with DTM d are the same, too. What is neither won nor lost is a draw. Positions
    that justify each other's wins in a ring there cannot be: along it DTM would fall with every move. Scores are in
    games without cycles, where the same argument goes up from the end of the game.

2.  Which moves are forbidden in which positions is known from `unmoves` or, in a game without it, from edges turned
    around in memory. These list the very edges that moves make: to every edge belongs a number of 62 bits that a secret
    and the edge's end fix (slot, canonical position, forbidden move there), and the sum of these numbers over all
    edges, every edge as often as it has images, is the same by moves and by taking moves back. If the edges were not
    the same, the sums would be so by a chance of about 1 to 2^60. The positions in these numbers also prove that the
    index took no position for another. (Without a repetition rule nothing is forbidden, and the index is asked.)

3.  So the states are known, and counting them by value gives the numbers of the manifest.

4.  Where positions are enumerated, all that a game comes to are there and no others: the start is there, so is what
    they lead to, and all are met on the way from the start.

It takes for granted what the rules say (`moves`, `no_moves`, `undo`, `tier`), that images of a position are worth the
same, and that compiler and machine work.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling import compile as compiling
from retro.game.rules import IndexedRules
from retro.indexing import enumerated
from retro.lookup import scan
from retro.lookup.scan import Entering, Scan, Task
from retro.lookup.table import RecordTable
from retro.solving.plan import transposed_bytes
from retro.storage.manifest import JSON_NAMES, Manifest
from retro.storage.solution import Statistics
from retro.system.progress import Progress, Silent
from retro.verify import record_check, verify_kernels
from retro.verify.record_check import Fault

Number = tuple[str, int | str]
"""What is counted: a field of `Statistics`, or ``start``; and by what, a packed value or a name, "" if by nothing."""


@dataclass(frozen=True)
class Difference:
    """A number of the manifest that is not what was counted; None where there is none. Of ``start`` it is a value."""

    what: Number
    stored: int | None
    counted: int | None


@dataclass(frozen=True)
class Verified:
    """What was looked at, and what is wrong.

    records      slots of the index, those included that hold no position
    positions    that they hold, up to symmetry
    edges        moves of these that do not end the game
    numbers      of the manifest that were counted again
    wrong        records that are wrong
    faults       the first of them, by slot
    differences  numbers that are wrong
    same_edges   whether taking moves back gives the edges that moves make
    """

    records: int
    positions: int
    edges: int
    numbers: int
    wrong: int
    faults: list[Fault]
    differences: list[Difference]
    same_edges: bool

    @property
    def sound(self) -> bool:
        """Whether everything is right."""
        return self.same_edges and not self.wrong and not self.differences


def memory_bytes(rules: IndexedRules, slots: int) -> int:
    """What verifying takes besides the table."""
    return (transposed_bytes(rules) if scan.built(rules) else 0) + (slots if rules.enumerated else 0)


def verify(table: RecordTable, about: Manifest, limit: int, threads: int, progress: Progress) -> Verified:
    """Verify a whole database; the first ``limit`` wrong records are described.

    GameError if the game's functions cannot be compiled.
    """
    try:
        with compiling.explained(table.rules):
            return _Verification(table, about, limit, threads, progress).run()
    finally:
        progress.close()


class _Verification:
    """What was counted and found so far."""

    def __init__(self, table: RecordTable, about: Manifest, limit: int, threads: int, progress: Progress) -> None:
        self._table, self._rules, self._about = table, table.rules, about
        self._limit, self._threads, self._progress = limit, threads, progress
        rules = self._rules
        functions: dict[str, Callable[..., Any]] = {
            "canonical": enumerated.canonical_of(rules),
            "find_all": enumerated.find_all_of(rules),
        }
        self._scan = Scan(rules, verify_kernels, threads, progress, functions, pages=table.pages)
        self._module = self._scan.kernels
        self._secret = np.int64(secrets.randbits(61))
        bounds = {0, rules.slots} | {
            bound for _, *ends in rules.sections for bound in ends if 0 <= bound <= rules.slots
        }
        self._tasks = scan.tasks_of(pairwise(sorted(bounds)))
        self._counters = np.zeros(self._module.COUNTERS, np.int64)
        self._by_section: dict[str, int] = {name: 0 for name, _, _ in rules.sections}
        self._wrong = 0
        self._faults: list[tuple[int, int]] = []

    def run(self) -> Verified:
        """Everything."""
        reached = self._reached()
        if scan.built(self._rules) and self._rules.enumerated and (reached != self._module.DONE).any():
            # transposing edges asks every key for its moves, and one that no game comes to may have impossible ones
            kinds = {self._module.NEW: self._module.UNREACHED, self._module.LEAVING_OUT: self._module.OUTSIDE}
            missed = np.flatnonzero(reached != self._module.DONE)
            faults = [(index, kinds[int(reached[index])]) for index in missed[: self._limit].tolist()]
            self._take(len(missed), faults)
        else:
            self._look(scan.entering(self._rules, self._threads, self._progress), reached)
        counted, stored = self._numbers()
        differences = [
            Difference(what, stored.get(what), counted.get(what))
            for what in {**stored, **counted}
            if stored.get(what) != counted.get(what)
        ]
        module, counters = self._module, self._counters
        return Verified(
            records=self._rules.slots,
            positions=int(counters[module.STORED]),
            edges=int(counters[module.EDGES]),
            numbers=len(stored),
            wrong=self._wrong,
            faults=[self._fault(*each) for each in self._faults],
            differences=differences,
            same_edges=(int(counters[module.LEAVING]) - int(counters[module.ENTERING])) & module.SUM == 0,
        )

    def _reached(self) -> NDArray[np.uint8]:
        """Which positions are met from the start, where they are enumerated."""
        rules, module = self._rules, self._module
        if not rules.enumerated:
            return np.zeros(0, np.uint8)
        reached = np.zeros(rules.slots, np.uint8)
        home = rules.rank(rules.initial)[0]
        if home >= 0:
            reached[home] = module.KNOWN
        self._progress.phase("positions", rules.slots, None)
        while (reached == module.KNOWN).any():
            for _, many in scan.run(self._tasks, self._threads, lambda task: module.flood(*task, reached), Silent()):
                self._progress.advance(many, 0)
        return reached

    def _look(self, entering: Entering, reached: NDArray[np.uint8]) -> None:
        """Look at all records."""
        table, module = self._table, self._module

        def one(task: Task) -> tuple[NDArray[np.int64], NDArray[np.int64], int, NDArray[np.int64]]:
            """Which counters are not zero, and these; how many records are wrong, and the first of them."""
            counters = np.zeros(module.COUNTERS, np.int64)
            faults = np.empty((min(self._limit, task[1] - task[0]), 2), np.int64)
            wrong = module.verify(*task, table.view, table.values, entering, reached, self._secret, counters, faults)
            counted = np.flatnonzero(counters)
            return counted, counters[counted], int(wrong), faults[:wrong]

        for task, (counted, counters, wrong, faults) in self._scan.each("records", self._tasks, one):
            self._counters[counted] += counters
            self._counters[[module.LEAVING, module.ENTERING]] &= module.SUM
            self._take(wrong, faults.tolist())
            positions = int(counters[counted == module.POSITIONS].sum())
            for name, start, stop in self._rules.sections:
                if start <= task[0] and task[1] <= stop:
                    self._by_section[name] += positions

    def _take(self, wrong: int, faults: Iterable[tuple[int, int]]) -> None:
        self._wrong += wrong
        self._faults += list(faults)[: self._limit - len(self._faults)]

    def _fault(self, index: int, kind: int) -> Fault:
        table, module = self._table, self._module
        key = self._rules.unrank(index)
        known = kind in (module.RECORD, module.FORBIDDEN, module.NEVER_FORBIDDEN)
        follows = record_check.recomputed(self._rules, table.record, key) if known else None
        return Fault(index, key, record_check.KINDS[kind], table.record(index), follows)

    def _numbers(self) -> tuple[dict[Number, int], dict[Number, int]]:
        """What was counted, and what the manifest says."""
        rules, module, counters = self._rules, self._module, self._counters
        players = rules.players
        by_number = counters[module.BY_TIER : module.BY_TIER + module.TIERS]
        sections = {f"tier {number}": int(by_number[number]) for number in np.flatnonzero(by_number).tolist()}
        if set(self._about.statistics.sections) == set(self._by_section):
            sections = self._by_section
        elif set(self._about.statistics.sections) == {"all"}:
            sections = {"all": int(counters[module.POSITIONS])}
        counted = Statistics(
            states=_by_value(counters[: module.VALUES] * players),
            final=_by_value(counters[module.FINAL : module.FINAL + module.VALUES] * players),
            forbidding=int(counters[module.FORBIDDING]),
            positions=int(counters[module.POSITIONS]),
            checkmates=int(counters[module.CHECKMATES]),
            unentered=int(counters[module.UNENTERED]),
            sections=sections,
            slots=rules.slots,
            stored=int(counters[module.STORED]),
        )
        start: dict[Number, int] = {}
        if rules.initial >= 0:
            home = rules.rank(rules.initial)[0]
            start = {("start", ""): self._table.record(home)[0]} if 0 <= home < rules.slots else {}
        told: dict[Number, int] = {} if self._about.start is None else {("start", ""): self._about.start}
        return start | _listed(counted), told | _listed(self._about.statistics)


def _by_value(counters: NDArray[np.int64]) -> dict[int, int]:
    return {value: int(counters[value]) for value in np.flatnonzero(counters).tolist()}


def _listed(statistics: Statistics) -> dict[Number, int]:
    """All numbers, by what they count, as the manifest names it."""
    found: dict[Number, int] = {}
    for field, content in vars(statistics).items():
        name = JSON_NAMES.get(field, field)
        if isinstance(content, dict):
            found |= {(name, by): count for by, count in content.items() if count}
        else:
            found[name, ""] = content
    return found
