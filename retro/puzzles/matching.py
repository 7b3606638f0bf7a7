"""The states of a solved game that meet conditions, task by task; what becomes of them is for others to say.

States are counted as the database counts them: where the game has a repetition rule, a state is a position and the move
forbidden in it, and counts if some move leads to it and the mover does not win at once. A move *wins* if its value is a
win for the player who makes it, or more than no points where values are scores; it *loses* likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game import DRAW, dtm, points, tags, values
from retro.game.rules import IndexedRules
from retro.game.tags import Tags
from retro.lookup import scan
from retro.lookup.scan import Result, Scan, Task
from retro.lookup.table import RecordTable
from retro.puzzles import conditions as wanting
from retro.puzzles import puzzles_kernels, solution_line
from retro.puzzles.conditions import Conditions
from retro.storage.manifest import Manifest
from retro.system.progress import Progress

ROWS = 1 << 14
"""Rows of found states that are written at once, but for the last position's."""
EVERYTHING, NOTHING = np.iinfo(np.int64).min, np.iinfo(np.int64).max
"""What places in the order may be above: all states are written down, or none."""

Matches = NDArray[np.int64]
"""Rows of slot, forbidden move, packed value, place in the order, key."""
COLUMNS = 5
Slots = NDArray[np.int64]


class Matching:
    """All states that meet ``conditions``; several threads may go through different tasks at once.

    ``within`` asks for the table's distances. Everything is compiled when this is made; GameError for conditions that
    make no sense, or if the game or its tags cannot be compiled.
    """

    def __init__(
        self,
        table: RecordTable,
        about: Manifest,
        conditions: Conditions,
        threads: int,
        progress: Progress,
    ) -> None:
        rules, self._known = table.rules, tags.load(table.rules)
        self.table, self.conditions = table, conditions
        self._listed: Slots | None = None
        wanting.check(rules, conditions, self._known)
        self._scan = Scan(rules, puzzles_kernels, threads, progress, added=self._known.added, pages=table.pages)
        self._entering = scan.entering(rules, threads, progress)
        self._sections = scan.chosen(rules, about, conditions.tiers or ("*",))
        self._tiers = np.zeros(0, np.bool_)
        if any(section.tier >= 0 for section in self._sections):
            self._tiers = np.zeros(256, np.bool_)
            self._tiers[[section.tier for section in self._sections]] = True
        known, counting = table.values.tolist(), ~table.of_checkmates()
        self._requirements = _requirements(rules, conditions, self._known, self._scan.kernels)
        wanted = np.array([[conditions.wants(value, rules, row == 0) for value in known] for row in range(2)])
        self._wanted = wanted & counting
        self._order = np.array([[_order(value, rules, row == 0) for value in known] for row in range(2)])
        self._moving = conditions.about_wins or bool(conditions.loses)

    def among(self, listed: Slots) -> Matching:
        """The same for these slots alone, which are in order; tasks are places in the list then."""
        narrowed = copy(self)
        narrowed._listed = listed
        return narrowed

    def tasks(self, slots: int = scan.TASK_SLOTS) -> list[Task]:
        """The slots to be looked at, in order, at most so many in a task."""
        ranges = [(section.start, section.stop) for section in self._sections]
        if self._listed is not None:
            ranges = [tuple(each) for each in np.searchsorted(self._listed, ranges).tolist()]
        return scan.tasks_of(ranges, slots)

    def over(
        self, phase: str, one: Callable[[Task], Result], slots: int = scan.TASK_SLOTS, level: int | None = None
    ) -> Iterator[tuple[Task, Result]]:
        """What ``one`` finds for every task, in order."""
        return self._scan.each(phase, self.tasks(slots), one, level)

    def no_counts(self) -> NDArray[np.int64]:
        """Counts to begin with: of states by the place of their value in the table, then of positions."""
        return np.zeros(len(self.table.values) + 1, np.int64)

    def pieces(self, task: Task, counts: NDArray[np.int64], least: int) -> Iterator[Matches]:
        """The states of a task whose place in the order is above ``least``; about ROWS of them at a time.

        They come by slot, then by forbidden move; with a line that is asked for, in the images in which it may be
        played. All are added to ``counts``. Of no slots there is one piece, with nothing in it.
        """
        start, stop = task
        line = self.conditions.line
        seen, least = (self.no_counts(), EVERYTHING) if line else (counts, least)
        found = np.empty((ROWS + self.table.rules.codes, COLUMNS), np.int64)
        listed = np.empty(0, np.int64) if self._listed is None else self._listed
        table, near = self.table, self.table.distance_view(self.conditions.within is not None)
        entering, asked = (
            self._entering._replace(distances=near),
            (self._wanted, self._order, self._tiers, self._requirements, self._moving),
        )
        while True:
            start, many = self._scan.kernels.scan(
                start, stop, listed, table.view, table.values, entering, *asked, least, seen, found
            )
            rows = found[:many][np.lexsort((found[:many, 1], found[:many, 0]))]
            yield self._in_line(rows, counts) if line else rows
            if start >= stop:
                return

    def _in_line(self, rows: Matches, counts: NDArray[np.int64]) -> Matches:
        """Those of some states in which best play may begin with the line; they are added to ``counts``."""
        kept, last = [], -1
        for slot, forbidden, value, order, key in rows.tolist():
            shown = solution_line.followed(self.table, key, forbidden, self.conditions.line)
            if shown is not None:
                weight = scan.weight(self.table.rules, key)
                counts[:-1][self.table.values == value] += weight
                counts[-1] += weight * (slot != last)
                last = slot
                kept.append((slot, shown[1], value, order, shown[0]))
        return np.array(kept, np.int64).reshape(-1, COLUMNS)


def _requirements(rules: IndexedRules, conditions: Conditions, known: Tags, module: Any) -> NDArray[np.int64]:
    asked = np.zeros(8, np.int64)
    asked[module.FORBIDDEN] = {"any": module.ANY, "no": module.WITHOUT, "yes": module.WITH}[conditions.forbidden]
    asked[module.ONLY] = tags.mask(rules, known, conditions.only)
    asked[module.NO] = tags.mask(rules, known, conditions.none)
    asked[module.LOSES] = tags.mask(rules, known, conditions.loses)
    asked[module.UNIQUE] = conditions.unique or conditions.unique_line
    asked[module.UNIQUE_LINE] = conditions.unique_line
    asked[module.WITHIN] = conditions.within or 0
    asked[module.HOME] = rules.home
    return asked


def _order(value: int, rules: IndexedRules, first: bool) -> int:
    """What states are sorted by, the highest first, where the best are shown."""
    if rules.scores:
        return points(values.for_mover(rules, value, first))
    return dtm(value) if value > DRAW else 0
