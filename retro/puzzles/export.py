"""A stream of all states of a solved game that meet conditions, each with its best move.

Only the states of a few tasks per thread are in memory, however many there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.lookup.latest_ranks import LatestRanks
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable
from retro.puzzles import export_kernels, unique_lines
from retro.puzzles.conditions import Conditions
from retro.puzzles.matching import MATCH_COLUMNS, Matches, Matching
from retro.storage.page_runs import Task
from retro.system.progress import Progress

EXPORT_TASK = 1 << 14
"""Slots of a task, fewer than in other scans: a position has up to as many states as moves, and memory holds all states
of a task."""


class StateRows(NamedTuple):
    """States, in arrays of one length.

    slots      slots of the positions, in ascending order
    keys       the positions: canonical ones, or with the condition ``line`` the images in which it may be played
    forbidden  the moves forbidden in them, or NONE; in ascending order within a position
    values     as in `retro.game.values`
    best       best moves; of equally good ones the first that `retro.query.api` shows; NONE where no move is legal
    optimal    lists of all best moves, in that order; None if not requested
    counts     the number of states that each row stands for as the game counts states
    """

    slots: NDArray[np.int64]
    keys: NDArray[np.int64]
    forbidden: NDArray[np.int64]
    values: NDArray[np.int64]
    best: NDArray[np.int64]
    optimal: NDArray[np.object_]
    counts: NDArray[np.int64]

    def first(self, count: int) -> StateRows:
        return StateRows._make(each[:count] for each in self)

    def after(self, count: int) -> StateRows:
        return StateRows._make(each[count:] for each in self)


def rows(
    table: RecordTable,
    conditions: Conditions,
    limit: int | None,
    threads: int,
    progress: Progress,
    optimal: bool = False,
) -> Iterator[StateRows]:
    """Yields the states that meet ``conditions``, at most ``limit``, in an order that does not depend on ``threads``.

    ``optimal`` requests all best moves. GameError for contradictory conditions.
    """
    matching = Matching(table, conditions, threads, progress)
    if limit is None:  # with a limit the scan may end long before the search for unique lines would
        matching = unique_lines.narrowed(matching, threads, progress)
    describer = _Describer(matching, threads, progress, optimal)
    left = limit

    def described(task: Task) -> list[StateRows]:
        return [describer.describe(rows) for rows in matching.states(task)]

    for _, pieces in matching.over("positions", described, EXPORT_TASK):
        for piece in pieces:
            if not len(piece.slots):
                continue
            if left is not None:
                piece = piece.first(left)
                left -= len(piece.slots)
            yield piece
            if left == 0:
                return


def sample(
    table: RecordTable,
    conditions: Conditions,
    number: int,
    seed: int,
    threads: int,
    progress: Progress,
    optimal: bool = False,
) -> Iterator[StateRows]:
    """Yields ``number`` of the states that meet ``conditions``, drawn with equal probability, in order.

    If fewer meet them, yields all of these.

    ``seed`` determines the sample, regardless of ``threads``: every state in turn gets a random number, and those with
    the lowest numbers are drawn. Memory grows with ``number`` alone. Otherwise like `rows`.
    """
    matching = Matching(table, conditions, threads, progress)
    matching = unique_lines.narrowed(matching, threads, progress)
    describer, chance = _Describer(matching, threads, progress, optimal), np.random.PCG64(seed)
    drawn = [(np.empty(0, np.uint64), np.empty((0, MATCH_COLUMNS), np.int64))]
    n_drawn, bound = 0, np.iinfo(np.uint64).max

    def drop_highest() -> None:
        numbers, rows = (np.concatenate(each) for each in zip(*drawn, strict=True))
        lowest_rows = np.sort(np.argsort(numbers, kind="stable")[:number])
        drawn[:] = [(numbers[lowest_rows], rows[lowest_rows])]

    for _, pieces in matching.over("positions", matching.states, EXPORT_TASK):
        for rows in pieces:
            numbers = chance.random_raw(len(rows))
            low = numbers <= bound
            drawn.append((numbers[low], rows[low]))
            n_drawn += int(low.sum())
        if n_drawn > 2 * number + EXPORT_TASK:
            drop_highest()
            n_drawn, bound = number, drawn[0][0].max()
    drop_highest()
    _, rows = drawn[0]
    for start in range(0, len(rows), EXPORT_TASK):
        yield describer.described(rows[start : start + EXPORT_TASK])


class _Describer:
    """Adds best moves and weights to matching states."""

    def __init__(self, matching: Matching, threads: int, progress: Progress, optimal: bool) -> None:
        self.matching, self._optimal = matching, optimal
        self._scan = Scan(matching.table.rules, export_kernels, threads, progress, pages=matching.table.pages)
        self._ranks = LatestRanks(matching.table.rules)

    def described(self, rows: Matches) -> StateRows:
        """Returns rows that were matched in earlier tasks, described; loads the pages that this takes."""
        return self._scan.complete(lambda: self.describe(rows))

    def describe(self, rows: Matches) -> StateRows:
        """Returns the rows of the current task, described."""
        table = self.matching.table
        slots, forbidden, values, _, keys = rows.T.copy()
        best, counts, listed = np.empty_like(keys), np.empty_like(keys), len(keys) * self._optimal
        ends, codes = np.empty(listed, np.int64), np.empty(listed * table.rules.max_moves, np.int32)
        with self._ranks.table() as latest:
            self._scan.kernels.describe(forbidden, keys, best, counts, ends, codes, latest, table.view, table.values)
        optimal = np.full(len(keys), None)
        if listed:
            optimal[:] = [each.tolist() for each in np.split(codes, ends)[:-1]]
        return StateRows(slots, keys, forbidden, values, best, optimal, counts * table.rules.players)
