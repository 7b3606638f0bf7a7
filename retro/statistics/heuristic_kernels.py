"""Kernel that plays a heuristic's choice in every position and measures the points that it loses."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, rating, unrank
from retro.compiling.roles import kernel
from retro.game import NONE, SLACK
from retro.puzzles.export_kernels import rate
from retro.solving.value_kernels import result_of
from retro.statistics.report_kernels import best_among

NO_MOVE, NO_POSITION = -1, -2
"""Markers in place of points lost: the position has no legal move; the slot holds no position."""


@kernel
def points_lost(start, stop, latest, records, values, lost, choice):
    """Write the points that moves with the highest rating lose in slots start..stop-1.

    ``lost`` has three rows: points lost by the worst of these moves, by the best, and by the one with the lowest code;
    or NO_MOVE or NO_POSITION. ``choice`` says whether there are several legal moves. Both are indexed from ``start``.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    after = np.empty((MAX_MOVES + SLACK, 2), np.int64)
    ratings = np.empty(MAX_MOVES + SLACK, np.int64)
    for index in range(start, stop):
        i = index - start
        lost[:, i], choice[i] = NO_POSITION, False
        key = unrank(index)
        if key < 0:
            continue
        lost[:, i] = NO_MOVE
        count = rate(key, out, after, ratings, latest, records, values)
        if count == 0:
            continue
        choice[i] = count > 1
        top, highest, lowest, first, code = np.int64(0), 0, 0, 0, NONE
        perfect = result_of(best_among(ratings, count))
        for j in range(count):
            points = result_of(ratings[j])
            rated = rating(key, out[j, 1], out[j, 0]) | 0  # does not compile for ratings that are not whole numbers
            if j == 0 or rated > top:
                top, highest, lowest, first, code = rated, points, points, points, out[j, 1]
            elif rated == top:
                highest, lowest = max(highest, points), min(lowest, points)
                if out[j, 1] < code:
                    first, code = points, out[j, 1]
        lost[0, i], lost[1, i], lost[2, i] = perfect - lowest, perfect - highest, perfect - first
