"""Heuristics compared with perfect play: in how many positions a heuristic loses points, and how many.

A heuristic rates the moves of a position and plays one with the highest rating. If several moves have it, the choice is
undefined; so there are three results: for the worst of them, for the best, and for the one with the lowest code. Every
position counts once up to symmetry, with nothing forbidden. Where values are not scores, a win is 1 point, a draw 0 and
a loss -1: a slower win loses nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from types import FunctionType

import numpy as np
from numpy.typing import NDArray

from retro.compiling.added import Added
from retro.game.loading import imported
from retro.game.rules import Rules
from retro.game.widening import widened
from retro.lookup.latest_ranks import LatestRanks
from retro.lookup.scan import Scan
from retro.lookup.table import RecordTable
from retro.statistics import heuristic_kernels
from retro.storage.page_runs import Task
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.system.suggestions import suggestion

Lost = NDArray[np.int32]


@dataclass(frozen=True)
class Example:
    """A position in which a heuristic loses points.

    played  code of the move with the highest rating; the worst one of several
    best    codes of all moves that lose nothing
    values  values of the move played and of a best move
    """

    key: int
    lost: int
    played: int
    best: tuple[int, ...]
    values: tuple[int, int]


@dataclass(frozen=True)
class Losses:
    """The losses of a heuristic.

    positions  number of positions in the database
    moving     those with a legal move
    choosing   those with several legal moves
    worst      positions with a legal move, by points lost by the worst of the moves with the highest rating
    best       the same for the best of these moves
    first      the same for the one with the lowest code
    examples   positions in which the worst of these moves loses most, in order of points, then of slots
    """

    positions: int
    moving: int
    choosing: int
    worst: dict[int, int]
    best: dict[int, int]
    first: dict[int, int]
    examples: list[Example]

    @staticmethod
    def losing(histogram: dict[int, int]) -> int:
        """Returns the number of positions in which points are lost."""
        return sum(count for lost, count in histogram.items() if lost)


def find(rules: Rules, name: str) -> Added:
    """Returns a heuristic of the game by its name; GameError if there is none."""
    game = rules.game
    if name not in game.heuristics:
        available = ", ".join(game.heuristics) or "none"
        unknown = f"{name[:40]!r}{suggestion(name, game.heuristics)}"
        raise GameError(f"{game.name} has no heuristic {unknown}; its heuristics: {available}")
    module = imported(game, rules.module.__name__.rpartition(".")[0], "heuristics")
    rating = getattr(module, name, None)
    if not isinstance(rating, FunctionType):
        raise GameError(f"plugin {game.name}: heuristics.py does not define a function {name}")
    return Added("rating", f"heuristic {name}", widened(rating), 3)


def measure(table: RecordTable, heuristic: Added, threads: int, limit: int, progress: Progress) -> Losses:
    """Returns the losses of ``heuristic``, with at most ``limit`` examples.

    GameError that names plugin and function if it cannot be compiled, or raises.
    """
    rules = table.rules
    scan = Scan(rules, heuristic_kernels, threads, progress, added=heuristic, pages=table.pages)
    ranks = LatestRanks(rules)

    def work(task: Task) -> tuple[Lost, int]:
        lost, choice = np.empty((3, task[1] - task[0]), np.int32), np.empty(task[1] - task[0], np.bool_)
        with ranks.table() as latest:
            scan.kernels.points_lost(*task, latest, table.view, table.values, lost, choice)
        return lost, int(np.count_nonzero(choice))

    positions, choosing = 0, 0
    histograms: tuple[Counter[int], ...] = Counter(), Counter(), Counter()
    worst: list[tuple[int, int]] = []
    for (start, _), (lost, choices) in scan.all("positions", work):
        positions += int(np.count_nonzero(lost[0] != scan.kernels.NO_POSITION))
        choosing += choices
        for histogram, row in zip(histograms, lost[:, lost[0] >= 0], strict=True):
            lost_here, counts = np.unique(row, return_counts=True)
            histogram.update(dict(zip(lost_here.tolist(), counts.tolist(), strict=True)))
        worst = _worst(worst, lost[0], start, limit)
    by_worst, by_best, by_first = (dict(sorted(histogram.items())) for histogram in histograms)
    examples = [_example(table, heuristic, slot, points_lost) for points_lost, slot in worst]
    return Losses(positions, sum(by_worst.values()), choosing, by_worst, by_best, by_first, examples)


def _worst(before: list[tuple[int, int]], lost: Lost, start: int, limit: int) -> list[tuple[int, int]]:
    """Returns the ``limit`` worst pairs of points lost and slot, of those ``before`` and of a later task."""
    bound = before[-1][0] if limit and len(before) == limit else 0
    slots = np.flatnonzero(lost > bound)
    worst = slots[np.argsort(-lost[slots], kind="stable")[:limit]].tolist()
    merged = before + [(int(lost[slot]), start + slot) for slot in worst]
    return sorted(merged, key=lambda each: (-each[0], each[1]))[:limit]


def _example(table: RecordTable, heuristic: Added, slot: int, lost: int) -> Example:
    rules = table.rules
    key = rules.unrank(slot)
    by_code = {move.code: table.move_value(key, move) for move in rules.moves(key)}
    ratings = {move.code: int(heuristic.function(key, move.code, move.successor)) for move in rules.moves(key)}
    points_of = {code: rules.kind.result(value) for code, value in by_code.items()}
    played = min(ratings, key=lambda code: (-ratings[code], points_of[code], code))
    best = sorted(code for code in points_of if points_of[code] == max(points_of.values()))
    best_value = max(by_code[code] for code in best)
    return Example(key, lost, played, tuple(best), (by_code[played], best_value))
