"""Positions with unique lines: along best play the winner has exactly one winning move at each of his turns.

After two plies of a unique line, the rest is a unique line, too. So only positions won in at most three plies are
scanned; each longer line is found by taking back two plies from a shorter one. There are few such lines: following the
lines of all positions takes several times as long.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import dtm, loss, win
from retro.game.endless import has_dtm
from retro.lookup import scan
from retro.lookup.pages import Task
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable
from retro.puzzles import unique_lines_kernels
from retro.puzzles.conditions import Conditions
from retro.puzzles.matching import ALL_STATES, Matching, Slots
from retro.system.progress import Progress

SHORT = 3
"""Plies. After two plies of a longer line, the state counts, because no move wins at once there."""
SMALL_SHARE = 6
"""If less than a sixth of the slots are scanned, all lines are followed; for all of Ostle that takes about six times as
long."""
LISTED_TASK = 1 << 12
"""Listed positions of a task; a larger share of them than in other scans passes the first steps of the kernel."""


def narrowed(matching: Matching, threads: int, progress: Progress) -> Matching:
    """Returns ``matching``, narrowed to positions with unique lines if it requires them and that is quicker.

    It is not quicker if only a small share of the game is scanned, or if only short lines match. Returns ``matching``
    itself, too, for a game with scores, which have no DTM, for a game whose ``unmoves`` do not list all moves, and for
    one in which the same player may move again.
    """
    rules, conditions = matching.table.rules, matching.conditions
    short = conditions.max_dtm is not None and conditions.max_dtm <= SHORT
    if not conditions.unique_line or short or rules.scores or rules.moves_again or not rules.unmoves_lists_all:
        return matching
    if SMALL_SHARE * scan.total_of(matching.tasks()) < rules.slots:
        return matching
    return matching.among(positions(matching.table, threads, progress))


def positions(table: RecordTable, threads: int, progress: Progress) -> Slots:
    """Returns the slots, in order, of all positions that have a state with a unique line."""
    search = _Lines(table, threads, progress)
    by_plies = search.short()
    for plies in range(SHORT + 1, search.longest + 1):
        if plies - 2 in by_plies:
            search.add_longer(by_plies, plies)
    return np.unique(np.concatenate([np.empty(0, np.int64), *by_plies.values()]))


class _Lines:
    """Searches positions by the DTM of their states with unique lines."""

    def __init__(self, table: RecordTable, threads: int, progress: Progress) -> None:
        self._table = table
        rules = table.rules
        self.longest = max((dtm(value) for value in table.values.tolist() if has_dtm(value)), default=0)
        short = Conditions(value="win", max_dtm=SHORT, unique_line=True)
        self._short = Matching(table, short, threads, progress)
        self._any = Matching(table, Conditions(value="win", unique_line=True), threads, progress)
        self._scan = Scan(rules, unique_lines_kernels, threads, progress, pages=table.pages)

    def short(self) -> dict[int, Slots]:
        """Returns the positions with short lines, by DTM."""
        rows = self._states(self._short, "short lines")
        return {dtm(value): np.unique(rows[rows[:, 1] == value, 0]) for value in np.unique(rows[:, 1]).tolist()}

    def add_longer(self, by_plies: dict[int, Slots], plies: int) -> None:
        """Add the positions with lines of ``plies`` to ``by_plies``, which must have those of two plies less."""
        matching = self._any.among(self._before(by_plies[plies - 2], plies))
        rows = self._states(matching, "longer lines", LISTED_TASK, plies)
        slots = np.unique(rows[rows[:, 1] == win(plies), 0])
        if len(slots):
            by_plies[plies] = slots

    def _states(
        self, matching: Matching, phase: str, slots: int = scan.SCAN_SLOTS, plies: int | None = None
    ) -> NDArray[np.int64]:
        """Returns rows of slot and value of all matching states."""

        def work(task: Task) -> NDArray[np.int64]:
            pieces = matching.pieces(task, matching.no_counts(), ALL_STATES)
            return np.concatenate([piece[:, [0, 2]] for piece in pieces])

        states = [rows for _, rows in matching.over(phase, work, slots, plies)]
        return np.concatenate([np.empty((0, 2), np.int64), *states])

    def _before(self, slots: Slots, plies: int) -> Slots:
        """Returns the slots, in order, of positions won in ``plies`` from which two plies may lead to ``slots``."""
        table, values = self._table, (loss(plies - 1), win(plies))

        def work(task: Task) -> Slots:
            done, after, written = 0, slots[slice(*task)], [np.empty(0, np.int64)]
            buffer = np.empty((1 << 16) + table.rules.max_unmoves**2, np.int64)
            while True:
                done, count = self._scan.kernels.two_plies_before(
                    done, after, *values, table.view, table.values, buffer
                )
                written.append(np.unique(buffer[:count]))
                if done == len(after):
                    return np.unique(np.concatenate(written))

        tasks = scan.tasks_of([(0, len(slots))], LISTED_TASK)
        earlier = [slots for _, slots in self._scan.each("longer lines", tasks, work, plies)]
        return np.unique(np.concatenate([np.empty(0, np.int64), *earlier]))
