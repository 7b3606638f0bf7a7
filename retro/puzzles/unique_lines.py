"""Positions with unique lines: the winner has one winning move at every move of best play.

What is left of such a line after two plies is one, too. So all positions that are won in three plies at most are looked
at, and longer lines are found two plies before those that were found, by taking moves back. There are few; going
through all positions and following the lines of all takes several times as long.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import DRAW, dtm, loss, win
from retro.lookup import scan
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable
from retro.puzzles import unique_lines_kernels
from retro.puzzles.conditions import Conditions
from retro.puzzles.matching import EVERYTHING, Matching, Slots
from retro.storage.manifest import Manifest
from retro.system.progress import Progress

SHORT = 3
"""Plies. What is left of a longer line after two plies has a state that counts: nobody can win at once there."""
SMALL_PART = 6
"""Of less than a sixth of all slots the lines are followed: of all of Ostle that takes about six times as long."""
TASK_SLOTS = 1 << 12
"""Of positions that are listed; more of them than usual have to be looked at closely."""


def narrowed(matching: Matching, about: Manifest, threads: int, progress: Progress) -> Matching:
    """``matching`` for the positions that have unique lines, if it asks for them and finding them first is quicker.

    It is unless a small part of the game is looked at, or short lines alone. Values that are scores have no DTM, and a
    game has to define ``unmoves``: otherwise it stays as it is.
    """
    rules, asked = matching.table.rules, matching.conditions
    short = asked.max_dtm is not None and asked.max_dtm <= SHORT
    if not asked.unique_line or short or rules.scores or not rules.defines("unmoves"):
        return matching
    if SMALL_PART * sum(stop - start for start, stop in matching.tasks()) < rules.slots:
        return matching
    return matching.among(positions(matching.table, about, threads, progress))


def positions(table: RecordTable, about: Manifest, threads: int, progress: Progress) -> Slots:
    """The slots, in order, of all positions that have a state with a unique line."""
    search = _Lines(table, about, threads, progress)
    found = search.short()
    for plies in range(SHORT + 1, search.longest + 1):
        if plies - 2 in found:
            search.longer(found, plies)
    return np.unique(np.concatenate([np.empty(0, np.int64), *found.values()]))


class _Lines:
    """Positions by DTM of their states with unique lines."""

    def __init__(self, table: RecordTable, about: Manifest, threads: int, progress: Progress) -> None:
        self._table = table
        rules = table.rules
        self.longest = max((dtm(value) for value in table.values.tolist() if value > DRAW), default=0)
        short = Conditions(value="win", max_dtm=SHORT, unique_line=True)
        self._short = Matching(table, about, short, threads, progress)
        self._any = Matching(table, about, Conditions(value="win", unique_line=True), threads, progress)
        self._scan = Scan(rules, unique_lines_kernels, threads, progress, pages=table.pages)

    def short(self) -> dict[int, Slots]:
        """All whose lines are short."""
        rows = self._look(self._short, "short lines")
        return {dtm(value): np.unique(rows[rows[:, 1] == value, 0]) for value in np.unique(rows[:, 1]).tolist()}

    def longer(self, found: dict[int, Slots], plies: int) -> None:
        """Add those whose lines take so many plies; those with two less are known."""
        matching = self._any.among(self._before(found[plies - 2], plies))
        rows = self._look(matching, "longer lines", TASK_SLOTS, plies)
        slots = np.unique(rows[rows[:, 1] == win(plies), 0])
        if len(slots):
            found[plies] = slots

    def _look(
        self, matching: Matching, phase: str, slots: int = scan.TASK_SLOTS, plies: int | None = None
    ) -> NDArray[np.int64]:
        """Slot and value of all states that match."""

        def one(task: scan.Task) -> NDArray[np.int64]:
            pieces = matching.pieces(task, matching.no_counts(), EVERYTHING)
            return np.concatenate([piece[:, [0, 2]] for piece in pieces])

        found = [rows for _, rows in matching.over(phase, one, slots, plies)]
        return np.concatenate([np.empty((0, 2), np.int64), *found])

    def _before(self, slots: Slots, plies: int) -> Slots:
        """Slots, in order, of positions that are won in so many plies, the first two of which may lead to ``slots``."""
        table, values = self._table, (loss(plies - 1), win(plies))

        def one(task: scan.Task) -> Slots:
            done, after, written = 0, slots[slice(*task)], [np.empty(0, np.int64)]
            found = np.empty((1 << 16) + table.rules.max_unmoves**2, np.int64)
            while True:
                done, many = self._scan.kernels.two_plies_before(done, after, *values, table.view, table.values, found)
                written.append(np.unique(found[:many]))
                if done == len(after):
                    return np.unique(np.concatenate(written))

        tasks = scan.tasks_of([(0, len(slots))], TASK_SLOTS)
        found = [slots for _, slots in self._scan.each("longer lines", tasks, one, plies)]
        return np.unique(np.concatenate([np.empty(0, np.int64), *found]))
