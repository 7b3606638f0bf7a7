"""All states of a solved game that meet conditions, each with its best move, as a stream.

However many there are, no more of them are in memory than a few tasks' of every thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.analysis import scan, solution_line, unique_lines
from retro.analysis import table as tables
from retro.analysis.conditions import Conditions
from retro.analysis.matching import EVERYTHING, Matches, Matching
from retro.analysis.scan import Scan, Task
from retro.analysis.table import Table
from retro.progress import Progress
from retro.storage.manifest import Manifest

TEMPLATES = (*scan.TEMPLATES, *tables.TEMPLATES, "retro.analysis.export_kernels")
TASK_SLOTS = 1 << 14
"""Less than for other scans: a position has up to as many states as moves, and all of a task's are kept for a while."""


class Rows(NamedTuple):
    """States, in arrays of one length.

    slots      places of the positions in the index, never falling
    keys       the positions: canonical ones, or with a `line` the images in which it may be played
    forbidden  the moves forbidden in them, or NONE; in order within a position
    values     packed as in `retro.game`
    best       best moves, of equally good ones the first that `retro.api` shows; NONE where no move may be played
    counts     how many states each stands for in the game's own counting
    """

    slots: NDArray[np.int64]
    keys: NDArray[np.int64]
    forbidden: NDArray[np.int64]
    values: NDArray[np.int64]
    best: NDArray[np.int64]
    counts: NDArray[np.int64]

    def first(self, many: int) -> Rows:
        """The first so many."""
        return Rows(*(each[:many] for each in self))

    def after(self, many: int) -> Rows:
        """All but the first so many."""
        return Rows(*(each[many:] for each in self))


def rows(
    table: Table,
    about: Manifest,
    conditions: Conditions,
    limit: int | None,
    threads: int,
    progress: Progress,
    distances: NDArray[np.uint8] | None = None,
) -> Iterator[Rows]:
    """The states that meet ``conditions`` in order, piece by piece, at most ``limit``; the same whatever ``threads``.

    ``distances`` from the start by slot, which ``within`` asks for. GameError for conditions that make no sense.
    """
    matching = Matching(table, about, conditions, threads, progress, distances)
    if limit is None:  # else it may end long before
        matching = unique_lines.narrowed(matching, about, threads, progress)
    describer = _Describer(matching, threads, progress)
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


class _Describer:
    """Describes states that match: keys, best moves, weights."""

    def __init__(self, matching: Matching, threads: int, progress: Progress) -> None:
        self.matching = matching
        self._kernels = Scan(matching.table.rules, TEMPLATES, threads, progress).kernels

    def look(self, task: Task) -> list[Rows]:
        """The states of a task in order. Several threads may look at once."""
        counts = self.matching.no_counts()
        found = []
        for piece in self.matching.pieces(task, counts, EVERYTHING):
            rows = piece[np.lexsort((piece[:, 1], piece[:, 0]))]
            keys = np.full(len(rows), -1, np.int64)
            if self.matching.conditions.line:
                rows, keys = self._in_line(rows)
            found.append(self._rows(rows, keys))
        return found

    def _rows(self, rows: Matches, keys: NDArray[np.int64]) -> Rows:
        table, columns = self.matching.table, rows.T.copy()
        best, counts = np.empty_like(keys), np.empty_like(keys)
        self._kernels.describe(columns[0], columns[1], keys, best, counts, table.fields, table.values)
        return Rows(columns[0], keys, columns[1], columns[2], best, counts * table.rules.players)

    def _in_line(self, rows: Matches) -> tuple[Matches, NDArray[np.int64]]:
        """The states in which best play may begin with the moves that are asked for, as it may be played in images."""
        table, line = self.matching.table, self.matching.conditions.line
        kept, keys = [], []
        for slot, forbidden, *rest in rows.tolist():
            shown = solution_line.followed(table, table.rules.unrank(slot), forbidden, line)
            if shown is not None:
                kept.append((slot, shown[1], *rest))
                keys.append(shown[0])
        return np.array(kept, np.int64).reshape(-1, 4), np.array(keys, np.int64)
