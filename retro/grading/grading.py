"""Grades of drawn states: how well the player to move stands in the tier in which play stays for ever.

A draw without end stays in some tier from some move on, because no move raises the tier. There the players make moves
that hold the draw, and each waits for a mistake of the other. So it matters how many positions of the tier are won and
lost. Grades order draws by that: perfect players hold the draw first, and prefer the best grade among draws (Gévay and
Danner, 2016, call this *ultra-strong*).

If play stays in a tier for ever, the draw has a number there, UNIT times the share of positions won minus that of
positions lost. Which player's positions count as won follows from the moves: those in which a player is to move are
joined by the moves of the tier (``join``). In some tiers, as with equal material, every position may be joined to
itself with the other player to move; there the number is 0. A plugin may give other numbers (`retro.game.draws`). A
game that ends in a draw has the grade 0.

Tiers are graded one after the other, the lowest first. In a tier, every drawn state begins with the number of staying.
Then each gets the best grade of its moves, again and again until nothing changes: a grade above the number is one that
the player to move can reach by leaving the tier, one below it one that the opponent can. After k passes these are the
grades that can be reached within k plies. After the first pass, if the game can take moves back, only predecessors of
positions that the last one changed are visited. Then the plies are computed in the same way. They are what lets a
player make progress: of moves with the same grade, some may only go round in circles.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.added import Added
from retro.game import draws
from retro.game.draws import Staying
from retro.game.graded import Row, row_of
from retro.game.rules import Rules
from retro.grading import grade_kernels, staying_kernels
from retro.lookup.pages import Task
from retro.lookup.scan import SCAN_SLOTS, Scan, run, tasks_of
from retro.lookup.table import RecordTable
from retro.system.errors import GameError, WentWrong
from retro.system.progress import Progress, Silent

UNIT = 1000
"""The grade of a draw that stays among positions all of which the player to move would win."""
NOT_DRAWN = grade_kernels.NOT_DRAWN
JOINING, DRAWS = "joining", "draws"
"""Phases; the former runs in one thread."""
NUMBER_BYTES, LIST_BYTES = 8, 20
"""Bytes by slot of its tier, of the number of staying and of two flags; and of lists of slots. `bytes_per_slot`
adds two rows of grades. Joining, which comes first, takes fewer bytes: a parent, a parity, a flag and two counts."""
PASS_SLOTS = 1 << 14
"""Positions of a task."""

Rows = NDArray[np.int16]
Slots = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True)
class Grading:
    """Grades of all drawn states.

    rows    by slot, as `retro.grading.grade_kernels` describes them; plies are signed as in `retro.game.graded.Grade`
    counts  number of positions, images counted once, by grade with nothing forbidden
    passes  passes over the positions of a tier, in all tiers
    """

    rows: Rows
    counts: dict[int, int]
    passes: int

    def row(self, index: int) -> Row:
        """Returns the grades of a slot."""
        return row_of(self.rows[index].tolist())


def columns(rules: Rules) -> int:
    """Returns the number of columns of a row."""
    return 5 if rules.repetition else 2


def bytes_per_slot(rules: Rules) -> int:
    """Returns the bytes of memory that grading takes for each slot, besides the records."""
    return 4 * columns(rules) + NUMBER_BYTES + LIST_BYTES


def check(rules: Rules) -> None:
    """Raises GameError if draws of the game cannot be graded, or draws.py of the plugin is wrong."""
    name = rules.game.name
    if rules.scores:
        raise GameError(f"{name}: draws can be graded only where values are win, loss and draw, not scores")
    if rules.thresholds:
        raise GameError(f"{name}: draws can be graded only where play without end is a draw; rules.py defines endless")
    if not rules.defines("tier"):
        raise GameError(f"{name}: draws can be graded only where rules.py defines a tier, in which play can stay")
    draws.load(rules)


def grade(table: RecordTable, threads: int, progress: Progress) -> Grading:
    """Returns the grades of all drawn states of a solved game, whose records must be in memory.

    Takes `bytes_per_slot` of memory. Raises GameError as `check`, or if `tier` or `moves` break the contract.
    """
    check(table.rules)
    run = _Run(table, threads, progress)
    try:
        return run.graded()
    finally:
        progress.close()


def wrong(table: RecordTable, rows: Rows, threads: int, progress: Progress) -> int:
    """Returns the number of drawn positions whose grades do not follow from those of their successors.

    With 0, all grades are right: by induction over tiers, and in a tier over plies. Memory and errors as for `grade`.
    """
    check(table.rules)
    run = _Run(table, threads, progress)
    try:
        return run.wrong(rows)
    finally:
        progress.close()


class _Run:
    def __init__(self, table: RecordTable, threads: int, progress: Progress) -> None:
        self.table, self.rules, self.threads, self.progress = table, table.rules, threads, progress
        self.takes_back = self.rules.defines("unmoves")
        self.scan = Scan(self.rules, grade_kernels, threads, progress, constants={"TRANSPOSED": not self.takes_back})
        self.kernels: Any = self.scan.kernels
        self.passes, self.given = 0, draws.load(self.rules)
        self.width: np.dtype[Any] = np.dtype(np.int32 if self.rules.slots < 1 << 31 else np.int64)

    def wrong(self, rows: Rows) -> int:
        slots = self._slots_by_tier()
        self.progress.phase(DRAWS, sum(len(each) for _, each in slots), None)
        self.due = np.zeros(0, np.bool_)
        self.rows, count = rows.copy(), 0
        plies = [grade_kernels.PLIES, grade_kernels.SECOND_PLIES][: 1 + self.rules.repetition]
        self.rows[:, plies] = np.abs(self.rows[:, plies])
        for _, slots_of_tier in slots:
            better, _ = self._better(slots_of_tier, True, self.progress)
            signed = better.copy()
            for column in plies:
                below = better[:, column - 1] < self.staying[slots_of_tier]
                signed[:, column] = np.where(below, -better[:, column], better[:, column])
            never = (better[:, plies] == grade_kernels.NEVER).any(axis=1)
            count += int(((signed != rows[slots_of_tier]).any(axis=1) | never).sum())
        return count

    def graded(self) -> Grading:
        tiers = self._slots_by_tier()
        self.rows = np.zeros((self.rules.slots, columns(self.rules)), np.int16)
        self.rows[:, grade_kernels.GRADE] = NOT_DRAWN
        self.due = np.zeros(self.rules.slots, np.bool_)
        self.progress.phase(DRAWS, 2 * sum(len(slots) for _, slots in tiers), None)
        for number, slots in tiers:
            self._grade_tier(number, slots)
        best = self.rows[:, grade_kernels.GRADE]
        counts = Counter(dict(zip(*(each.tolist() for each in np.unique(best, return_counts=True)), strict=True)))
        del counts[NOT_DRAWN]
        return Grading(self.rows, dict(counts), self.passes)

    def _slots_by_tier(self) -> list[tuple[int, Slots]]:
        """Returns the number and the drawn positions of each tier, the lowest first; finds the numbers of staying."""
        slots = self.rules.slots
        self.tiers, self.drawn = np.empty(slots, np.int32), np.empty(slots, np.bool_)

        def classify(task: Task) -> None:
            here = slice(*task)
            self.kernels.classify(*task, self.table.fields, self.table.values, self.tiers[here], self.drawn[here])

        for _ in self.scan.all("tiers", classify):
            pass
        self.staying = self._staying() if self.given is None else self._given(self.given)
        listed = np.flatnonzero(self.drawn).astype(self.width)  # in order of tiers, then of slots
        listed = listed[np.argsort(self.tiers[listed], kind="stable")]
        numbers, firsts = np.unique(self.tiers[listed], return_index=True)
        bounds = pairwise([*firsts.tolist(), len(listed)])
        return [(number, listed[a:b]) for number, (a, b) in zip(numbers.tolist(), bounds, strict=True)]

    def _given(self, given: Staying) -> NDArray[np.int16]:
        """Returns by slot the number of a draw that stays in the tier for ever, as the plugin gives it."""
        added = Added("staying", "staying", given.function, 1)
        scan = Scan(self.rules, staying_kernels, self.threads, self.progress, added=added)
        numbers = np.zeros(self.rules.slots, np.int16)

        def give(task: Task) -> int:
            return int(scan.kernels.given(*task, draws.HIGHEST, numbers[slice(*task)]))

        for _, wrong in scan.all("numbers of tiers", give):
            if wrong >= 0:
                key = self.rules.unrank(wrong)
                limits = f"not a number from -{draws.HIGHEST} to {draws.HIGHEST}"
                raise self.rules.wrong("staying", f"returned {given.function(key)!r:.40}, {limits}", key)
        return numbers

    def _staying(self) -> NDArray[np.int16]:
        """Returns by slot the number of a draw that stays in the tier for ever."""
        slots, kernels, table, width = self.rules.slots, self.kernels, self.table, self.width
        parents, odd, both = np.arange(slots, dtype=width), np.zeros(slots, np.uint8), np.zeros(slots, np.bool_)
        sums, counts, staying = np.zeros(slots, width), np.zeros(slots, width), np.zeros(slots, np.int16)
        self.progress.phase(JOINING, slots, None)
        tasks = tasks_of([(0, slots)], SCAN_SLOTS)
        for task in tasks:
            kernels.join(*task, self.tiers, parents, odd, both)
            self.progress.advance(task[1] - task[0], 0)
        for task in tasks:
            kernels.tally(*task, self.tiers, table.fields, table.values, parents, odd, sums, counts)
        for task in tasks:
            kernels.share_out(*task, UNIT, self.tiers, parents, odd, both, sums, counts, staying)
        return staying

    def _grade_tier(self, number: int, slots: Slots) -> None:
        module, rows, stays = grade_kernels, self.rows, self.staying[slots]
        grades = [module.GRADE, module.SECOND_GRADE][: 1 + self.rules.repetition]
        rows[slots] = 0
        for column in grades:
            rows[slots, column] = stays
        self._improve(slots, with_plies=False)
        for column in grades:
            leaves = (rows[slots, column] != stays) & (rows[slots, column] != NOT_DRAWN)
            rows[slots, column + 1] = np.where(leaves, module.NEVER, 0)
        self._improve(slots, with_plies=True)
        for column in grades:
            plies = rows[slots, column + 1]
            if (plies == module.NEVER).any():
                raise WentWrong(f"{self.rules.game.name}: grades of tier {number} do not follow from its moves")
            rows[slots, column + 1] = np.where(rows[slots, column] < stays, -plies, plies)

    def _improve(self, slots: Slots, with_plies: bool) -> None:
        """Improves the rows of a tier until nothing changes. The first pass, which is the longest, makes progress."""
        due, progress = slots, self.progress
        while len(due):
            better, changed = self._better(due, with_plies, progress)
            progress = Silent()
            self.rows[due] = better
            del better
            if not changed:
                return
            if self.takes_back:
                first, stop = int(slots[0]), int(slots[-1]) + 1
                here = self.due[first:stop]
                here &= self.drawn[first:stop]
                due = (np.flatnonzero(here) + first).astype(self.width)
                here[:] = False

    def _better(self, slots: Slots, with_plies: bool, progress: Progress) -> tuple[Rows, int]:
        """Returns rows of a tier as they follow from the present ones, and how many differ from these."""
        table, better, changed = self.table, np.empty((len(slots), self.rows.shape[1]), np.int16), 0

        def improve(task: Task) -> tuple[int, int]:
            arguments = with_plies, table.fields, table.values, self.tiers, self.staying, self.rows
            count, wrong = self.kernels.improve(slots[slice(*task)], *arguments, better[slice(*task)], self.due)
            return int(count), int(wrong)

        self.passes += 1
        for _, (count, wrong) in run(tasks_of([(0, len(slots))], PASS_SLOTS), self.threads, improve, progress):
            changed += count
            if wrong >= 0:
                problem = "does not just change its sign with the player to move, in a tier"
                raise self.rules.wrong("staying", problem, self.rules.unrank(wrong))
        return better, changed
