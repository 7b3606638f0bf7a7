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

from retro.game.values import OUTCOMES
from retro.lookup.latest_ranks import LatestRanks
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable, counted_by_value
from retro.storage.page_runs import Task

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class LegalMoves:
    """Numbers of legal moves in positions that have one; ``histogram`` has the others, too."""

    mean: float
    median: int
    most: int
    histogram: list[dict[str, int]]


@dataclass(frozen=True)
class Census:
    """Counts of positions. Shares are 0 to 1; unless stated otherwise, of the positions with a legal move.

    positions            their number
    outcomes             share, of all positions, of each outcome for the player to move
    moves                numbers of legal moves
    one_legal_move       share with exactly one legal move
    one_keeps_the_value  share with several legal moves of which exactly one keeps the value
    all_keep_the_value   share with several legal moves all of which keep the value
    random_move          effects of a random legal move in a random position: the chance that it does not keep the
                         value, also of positions with an outcome, and that it changes the outcome; the points that it
                         loses. None if there is no such position
    mean_dtm             of won and lost positions; None if there are none, and for scores
    by_value             positions by value, as statistics have values
    tables               positions, moves or points; rows are outcomes for the player to move, as in OUTCOMES, columns
                         numbers of legal moves
    """

    positions: int
    outcomes: dict[str, float]
    moves: LegalMoves
    one_legal_move: float
    one_keeps_the_value: float
    all_keep_the_value: float
    random_move: dict[str, float | None]
    mean_dtm: float | None
    by_value: dict[int, int]
    tables: dict[str, Counts]


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
    tables = {name: counts[getattr(module, name.upper())] for name in names}
    positions, values = tables["positions"], counted_by_value(by_value, table.values)
    by_moves, numbers = positions.sum(axis=0), np.arange(positions.shape[1])
    every, moving = int(by_moves.sum()), int(by_moves[1:].sum())
    some = max(1, moving)

    def random(name: str, rows: slice = slice(None)) -> float | None:
        count = int(positions[rows, 1:].sum())
        return float((tables[name][rows, 1:] / numbers[1:]).sum()) / count if count else None

    dtm = [(table.rules.kind.dtm(value), count) for value, count in values.items()]
    decided = [(plies, count) for plies, count in dtm if plies is not None]
    all_plies, n_decided = sum(plies * count for plies, count in decided), sum(count for _, count in decided)
    outcomes = {outcome: slice(row, row + 1) for row, outcome in enumerate(OUTCOMES)}
    return Census(
        positions=every,
        outcomes={outcome: int(positions[rows].sum()) / max(1, every) for outcome, rows in outcomes.items()},
        moves=LegalMoves(
            mean=int(by_moves @ numbers) / some,
            median=1 + int(np.searchsorted(2 * np.cumsum(by_moves[1:]), moving)) if moving else 0,
            most=int(np.flatnonzero(by_moves).max(initial=0)),
            histogram=[{"moves": each, "positions": int(by_moves[each])} for each in np.flatnonzero(by_moves).tolist()],
        ),
        one_legal_move=int(by_moves[1]) / some,
        one_keeps_the_value=int(tables["single"].sum()) / some,
        all_keep_the_value=int(tables["free"].sum()) / some,
        random_move={
            "gives_value_away": random("wrong"),
            **{f"in_{outcome}": random("wrong", rows) for outcome, rows in outcomes.items()},
            "changes_outcome": random("turning"),
            "points_lost": random("lost"),
        },
        mean_dtm=all_plies / n_decided if n_decided else None,
        by_value=values,
        tables=tables,
    )
