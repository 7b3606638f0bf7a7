"""All states of a solved game that meet conditions, each with its best move, as a stream.

However many there are, no more of them are in memory than a few tasks' of every thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.lookup.scan import Scan, Task
from retro.lookup.table import RecordTable
from retro.puzzles import export_kernels, unique_lines
from retro.puzzles.conditions import Conditions
from retro.puzzles.matching import COLUMNS, EVERYTHING, Matches, Matching
from retro.storage.manifest import Manifest
from retro.system.progress import Progress

TASK_SLOTS = 1 << 14
"""Less than for other scans: a position has up to as many states as moves, and all of a task's are kept for a while."""


class Rows(NamedTuple):
    """States, in arrays of one length.

    slots      places of the positions in the index, never falling
    keys       the positions: canonical ones, or with a `line` the images in which it may be played
    forbidden  the moves forbidden in them, or NONE; in order within a position
    values     packed as in `retro.game`
    best       best moves, of equally good ones the first that `retro.query.api` shows; NONE where no move may be played
    optimal    all best moves, in that order, in a list each; None if they are not asked for
    counts     how many states each stands for in the game's own counting
    """

    slots: NDArray[np.int64]
    keys: NDArray[np.int64]
    forbidden: NDArray[np.int64]
    values: NDArray[np.int64]
    best: NDArray[np.int64]
    optimal: NDArray[np.object_]
    counts: NDArray[np.int64]

    def first(self, many: int) -> Rows:
        """The first so many."""
        return Rows._make(each[:many] for each in self)

    def after(self, many: int) -> Rows:
        """All but the first so many."""
        return Rows._make(each[many:] for each in self)


def rows(
    table: RecordTable,
    about: Manifest,
    conditions: Conditions,
    limit: int | None,
    threads: int,
    progress: Progress,
    optimal: bool = False,
) -> Iterator[Rows]:
    """The states that meet ``conditions`` in order, piece by piece, at most ``limit``; the same whatever ``threads``.

    ``optimal`` asks for all best moves. GameError for conditions that make no sense.
    """
    matching = Matching(table, about, conditions, threads, progress)
    if limit is None:  # else it may end long before
        matching = unique_lines.narrowed(matching, about, threads, progress)
    describer = _Describer(matching, threads, progress, optimal)
    left = limit
    for _, pieces in matching.over("positions", describer.look, TASK_SLOTS):
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
    about: Manifest,
    conditions: Conditions,
    number: int,
    seed: int,
    threads: int,
    progress: Progress,
    optimal: bool = False,
) -> Iterator[Rows]:
    """``number`` of the states that meet ``conditions``, drawn with equal chances, in order; all if there are no more.

    ``seed`` draws the same again, whatever ``threads``: every state in turn gets a random number, and the lowest stay.
    Memory grows with ``number`` alone. Otherwise as `rows`.
    """
    matching = Matching(table, about, conditions, threads, progress)
    matching = unique_lines.narrowed(matching, about, threads, progress)
    describer, chance = _Describer(matching, threads, progress, optimal), np.random.PCG64(seed)
    drawn = [(np.empty(0, np.uint64), np.empty((0, COLUMNS), np.int64))]
    many, above = 0, np.iinfo(np.uint64).max

    def lowest() -> None:
        numbers, rows = (np.concatenate(each) for each in zip(*drawn, strict=True))
        kept = np.sort(np.argsort(numbers, kind="stable")[:number])
        drawn[:] = [(numbers[kept], rows[kept])]

    for _, pieces in matching.over("positions", describer.find, TASK_SLOTS):
        for rows in pieces:
            numbers = chance.random_raw(len(rows))
            low = numbers <= above
            drawn.append((numbers[low], rows[low]))
            many += int(low.sum())
        if many > 2 * number + TASK_SLOTS:
            lowest()
            many, above = number, drawn[0][0].max()
    lowest()
    _, rows = drawn[0]
    for start in range(0, len(rows), TASK_SLOTS):
        yield describer.described(rows[start : start + TASK_SLOTS])


class _Describer:
    """Describes states that match: best moves, weights."""

    def __init__(self, matching: Matching, threads: int, progress: Progress, optimal: bool) -> None:
        self.matching, self._optimal = matching, optimal
        self._scan = Scan(matching.table.rules, export_kernels, threads, progress, pages=matching.table.pages)

    def look(self, task: Task) -> list[Rows]:
        """The states of a task in order. Several threads may look at once."""
        return [self.describe(rows) for rows in self.find(task)]

    def find(self, task: Task) -> list[Matches]:
        """The same states, of which nothing is told."""
        return list(self.matching.pieces(task, self.matching.no_counts(), EVERYTHING))

    def described(self, rows: Matches) -> Rows:
        """All about states that were found before."""
        return self._scan.complete(lambda: self.describe(rows))

    def describe(self, rows: Matches) -> Rows:
        """All about states of a task."""
        table = self.matching.table
        slots, forbidden, values, _, keys = rows.T.copy()
        best, counts, many = np.empty_like(keys), np.empty_like(keys), len(keys) * self._optimal
        ends, codes = np.empty(many, np.int64), np.empty(many * table.rules.max_moves, np.int32)
        self._scan.kernels.describe(forbidden, keys, best, counts, ends, codes, table.view, table.values)
        optimal = np.full(len(keys), None)
        if many:
            optimal[:] = [each.tolist() for each in np.split(codes, ends)[:-1]]
        return Rows(slots, keys, forbidden, values, best, optimal, counts * table.rules.players)
