"""Statistics of moves over all positions of a solved game: their number, and how many keep the value.

Positions are counted as in `retro.statistics.outcomes`, with nothing forbidden. The loss of a move is measured as for
heuristics: in points or, where values are not scores, with 1 for a win, 0 for a draw and -1 for a loss, so that a
slower win loses nothing. All numbers are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game.values import OUTCOMES, Kind
from retro.lookup.latest_ranks import LatestRanks
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable, counted_by_value
from retro.storage.page_runs import Task

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Census:
    """Counts of positions. Shares are 0 to 1; unless stated otherwise, of the positions with a legal move.

    kind      the class of values
    by_value  positions by value, as statistics have values
    kinds     tables named ``positions``, ``single``, ``free``, ``wrong``, ``turning`` and ``lost``; rows are outcomes
              for the player to move, as in OUTCOMES, columns numbers of legal moves
    """

    kind: Kind
    by_value: dict[int, int]
    kinds: dict[str, Counts]

    @property
    def positions(self) -> int:
        return int(self.kinds["positions"].sum())

    def outcome(self, name: str) -> float:
        """Returns the share, of all positions, with an outcome for the player to move."""
        return int(self.kinds["positions"][OUTCOMES.index(name)].sum()) / max(1, self.positions)

    @property
    def by_moves(self) -> dict[int, int]:
        """Positions by number of legal moves, including 0."""
        positions = self.kinds["positions"].sum(axis=0)
        return {int(moves): int(positions[moves]) for moves in np.flatnonzero(positions)}

    @property
    def moving(self) -> int:
        """The number of positions with a legal move."""
        return self.positions - self.by_moves.get(0, 0)

    @property
    def mean_moves(self) -> float:
        """Mean number of legal moves of positions with a legal move."""
        return sum(moves * positions for moves, positions in self.by_moves.items()) / max(1, self.moving)

    @property
    def median_moves(self) -> int:
        """Median number of legal moves of positions with a legal move."""
        upto = np.cumsum(self.kinds["positions"].sum(axis=0)[1:])
        return 1 + int(np.searchsorted(2 * upto, self.moving)) if self.moving else 0

    @property
    def most_moves(self) -> int:
        return max(self.by_moves, default=0)

    @property
    def forced(self) -> float:
        """Share of positions with exactly one legal move."""
        return self.by_moves.get(1, 0) / max(1, self.moving)

    @property
    def single(self) -> float:
        """Share of positions with several legal moves of which exactly one keeps the value."""
        return int(self.kinds["single"].sum()) / max(1, self.moving)

    @property
    def free(self) -> float:
        """Share of positions with several legal moves all of which keep the value."""
        return int(self.kinds["free"].sum()) / max(1, self.moving)

    def random(self, kind: str, outcome: str | None = None) -> float | None:
        """Returns the mean effect of a random legal move in a random position, or in a random one with ``outcome``.

        For ``wrong``, the probability that the move does not keep the value; for ``turning``, that it changes the
        outcome; for ``lost``, the points that it loses. None if there is no such position.
        """
        rows = slice(None) if outcome is None else [OUTCOMES.index(outcome)]
        moves = np.arange(1, self.kinds[kind].shape[1])
        positions = int(self.kinds["positions"][rows, 1:].sum())
        return float((self.kinds[kind][rows, 1:] / moves).sum()) / positions if positions else None

    @property
    def mean_dtm(self) -> float | None:
        """Mean DTM of won and lost positions; None if there are none, and for scores."""
        plies = [(self.kind.dtm(value), count) for value, count in self.by_value.items()]
        decided = [(each, count) for each, count in plies if each is not None]
        positions = sum(count for _, count in decided)
        return sum(each * count for each, count in decided) / positions if positions else None


def count(table: RecordTable, scan: Scan, ranks: LatestRanks) -> list[Census]:
    """Returns a census of all positions and, if the table has distances, one of those that have a distance."""
    module, rows = scan.kernels, 2 if table.has_distances else 1
    shape = rows, module.N_KINDS, len(OUTCOMES), table.rules.max_moves + 1
    values = rows, 2 * len(table.values)

    def work(task: Task) -> tuple[Counts, Counts]:
        counts, by_value = np.zeros(shape, np.int64), np.zeros(values, np.int64)
        with ranks.table() as latest:
            module.census(*task, latest, table.view, table.values, table.distance_view(), counts, by_value)
        return counts, by_value

    counts, by_value = np.zeros(shape, np.int64), np.zeros(values, np.int64)
    for _, (more, more_by_value) in scan.all("moves", work):
        counts += more
        by_value += more_by_value
    return [_census(table, module, *pair) for pair in zip(counts, by_value, strict=True)]


def _census(table: RecordTable, module: Any, counts: Counts, by_value: Counts) -> Census:
    names = ("positions", "single", "free", "wrong", "turning", "lost")
    values = counted_by_value(by_value, table.values)
    return Census(table.rules.kind, values, {name: counts[getattr(module, name.upper())] for name in names})
