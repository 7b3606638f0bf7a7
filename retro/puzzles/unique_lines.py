"""Positions with unique lines: along best play the winner has exactly one winning move at each of his turns.

After two plies of a unique line, the rest is a unique line, too. So only positions won in at most three plies are
scanned; each longer line is found by taking back two plies from a shorter one. There are few such lines: following the
lines of all positions takes several times as long.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game.values import WIN_POINTS, value_of
from retro.lookup import scan
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable
from retro.puzzles import unique_lines_kernels
from retro.puzzles.conditions import Conditions
from retro.puzzles.matching import Matching, Slots
from retro.storage.page_runs import Task
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
    scanned = Scan(table.rules, unique_lines_kernels, threads, progress, pages=table.pages)
    short = Matching(table, Conditions(value="win", max_dtm=SHORT, unique_line=True), threads, progress)
    every = Matching(table, Conditions(value="win", unique_line=True), threads, progress)
    rows = _states(short, "short lines")
    dtm = table.rules.kind.dtm
    by_plies = {dtm(value) or 0: np.unique(rows[rows[:, 1] == value, 0]) for value in np.unique(rows[:, 1]).tolist()}
    longest = max(dtm(value) or 0 for value in table.values.tolist())
    for plies in range(SHORT + 1, longest + 1):
        if plies - 2 in by_plies:
            before = _before(table, scanned, by_plies[plies - 2], plies)
            rows = _states(every.among(before), "longer lines", LISTED_TASK, plies)
            slots = np.unique(rows[rows[:, 1] == _won(table, plies), 0])
            if len(slots):
                by_plies[plies] = slots
    return np.unique(np.concatenate([np.empty(0, np.int64), *by_plies.values()]))


def _won(table: RecordTable, plies: int) -> int:
    return value_of(WIN_POINTS, plies, 0, table.rules.kind.bits)


def _states(
    matching: Matching, phase: str, slots: int = scan.SCAN_SLOTS, plies: int | None = None
) -> NDArray[np.int64]:
    """Returns rows of slot and value of all matching states."""
    found = [piece[:, [0, 2]] for _, pieces in matching.over(phase, matching.states, slots, plies) for piece in pieces]
    return np.concatenate([np.empty((0, 2), np.int64), *found])


def _before(table: RecordTable, scanned: Scan, slots: Slots, plies: int) -> Slots:
    """Returns the slots, in order, of positions won in ``plies`` from which two plies may lead to ``slots``."""
    values = -_won(table, plies - 1), _won(table, plies)

    def work(task: Task) -> Slots:
        done, after, written = 0, slots[slice(*task)], [np.empty(0, np.int64)]
        buffer = np.empty((1 << 16) + table.rules.max_unmoves**2, np.int64)
        while True:
            done, count = scanned.kernels.two_plies_before(done, after, *values, table.view, table.values, buffer)
            written.append(np.unique(buffer[:count]))
            if done == len(after):
                return np.unique(np.concatenate(written))

    tasks = scan.tasks_of([(0, len(slots))], LISTED_TASK)
    earlier = [slots for _, slots in scanned.each("longer lines", tasks, work, plies)]
    return np.unique(np.concatenate([np.empty(0, np.int64), *earlier]))
