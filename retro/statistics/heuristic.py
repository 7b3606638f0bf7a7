"""Rules of thumb against perfect play: in how many positions a heuristic gives points away, and how many.

A heuristic rates the moves of a position and plays one with the highest rating. Where several have it, nothing says
which: so three numbers are given, for the worst of them, for the best of them, and for the one with the lowest code.
Every slot of the database counts once, that is every position up to symmetry, with nothing forbidden. Where values are
not scores, a win is 1 point, a draw 0 and a loss -1: a slower win loses nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from types import FunctionType

import numpy as np
from numpy.typing import NDArray

from retro.compiling.added import Added
from retro.game import outcome_name, points, values
from retro.game.loading import imported
from retro.game.rules import Rules
from retro.game.widening import widened
from retro.lookup.scan import Scan, Task
from retro.lookup.table import RecordTable
from retro.statistics import heuristic_kernels
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.system.suggestions import suggestion

Lost = NDArray[np.int32]


@dataclass(frozen=True)
class Example:
    """A position in which a heuristic loses points: the move it plays, the worst with the highest rating, by code.

    best    every move that loses nothing, by code
    values  packed, of the move played and of the best move
    """

    key: int
    lost: int
    played: int
    best: tuple[int, ...]
    values: tuple[int, int]


@dataclass(frozen=True)
class Losses:
    """What a heuristic loses, positions counted as above.

    positions  in the database
    moving     of them, those with a legal move
    choosing   of them, those with more than one
    worst      those with a legal move by the points lost by the worst of the moves with the highest rating
    best       the same by the best of these moves
    first      the same by the one of these moves with the lowest code
    examples   positions in which the worst of these moves loses most, in order of points, then of the index
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
        """In how many positions points are lost."""
        return sum(count for lost, count in histogram.items() if lost)


def find(rules: Rules, name: str) -> Added:
    """A heuristic of the game; GameError if it has none of that name."""
    game = rules.game
    if name not in game.heuristics:
        known = ", ".join(game.heuristics) or "none"
        told = f"{name[:40]!r}{suggestion(name, game.heuristics)}"
        raise GameError(f"{game.name} has no heuristic {told}; its heuristics: {known}")
    module = imported(game, rules.module.__name__.rpartition(".")[0], "heuristics")
    rating = getattr(module, name, None)
    if not isinstance(rating, FunctionType):
        raise GameError(f"plugin {game.name}: heuristics.py does not define a function {name}")
    return Added("rating", f"heuristic {name}", widened(rating), 3)


def measure(table: RecordTable, heuristic: Added, threads: int, limit: int, progress: Progress) -> Losses:
    """What ``heuristic`` loses, with ``limit`` examples at most.

    GameError, naming plugin and function, if it cannot be compiled, or raises.
    """
    rules = table.rules
    scan = Scan(rules, heuristic_kernels, threads, progress, added=heuristic, pages=table.pages)

    def one(task: Task) -> tuple[Lost, int]:
        lost, choice = np.empty((3, task[1] - task[0]), np.int32), np.empty(task[1] - task[0], np.bool_)
        scan.kernels.points_lost(*task, table.view, table.values, lost, choice)
        return lost, int(np.count_nonzero(choice))

    positions, choosing = 0, 0
    histograms: tuple[Counter[int], ...] = Counter(), Counter(), Counter()
    worst: list[tuple[int, int]] = []
    for (start, _), (lost, choices) in scan.all("positions", one):
        positions += int(np.count_nonzero(lost[0] != scan.kernels.EMPTY))
        choosing += choices
        for histogram, row in zip(histograms, lost[:, lost[0] >= 0], strict=True):
            lost_here, counts = np.unique(row, return_counts=True)
            histogram.update(dict(zip(lost_here.tolist(), counts.tolist(), strict=True)))
        worst = _worst(worst, lost[0], start, limit)
    by_worst, by_best, by_first = (dict(sorted(histogram.items())) for histogram in histograms)
    examples = [_example(table, heuristic, slot, most) for most, slot in worst]
    return Losses(positions, sum(by_worst.values()), choosing, by_worst, by_best, by_first, examples)


def _worst(known: list[tuple[int, int]], lost: Lost, start: int, limit: int) -> list[tuple[int, int]]:
    """Points lost and slots where most are lost: of those known and those of a task, which come later."""
    least = known[-1][0] if limit and len(known) == limit else 0
    slots = np.flatnonzero(lost > least)
    found = slots[np.argsort(-lost[slots], kind="stable")[:limit]].tolist()
    merged = known + [(int(lost[slot]), start + slot) for slot in found]
    return sorted(merged, key=lambda each: (-each[0], each[1]))[:limit]


def _example(table: RecordTable, heuristic: Added, slot: int, lost: int) -> Example:
    rules = table.rules
    key = rules.unrank(slot)
    worth = {move.code: table.move_value(key, move) for move in rules.moves(key)}
    ratings = {move.code: int(heuristic.function(key, move.code, move.successor)) for move in rules.moves(key)}
    liked = {code: _points(rules, key, value) for code, value in worth.items()}
    played = min(ratings, key=lambda code: (-ratings[code], liked[code], code))
    best = sorted(code for code, points_here in liked.items() if points_here == max(liked.values()))
    most = min((worth[code] for code in best), key=lambda value: values.order(rules, key, value))
    return Example(key, lost, played, tuple(best), (worth[played], most))


def _points(rules: Rules, key: int, value: int) -> int:
    """Points for the player to move; where values are none, 1 for a win, 0 for a draw, -1 for a loss."""
    if rules.scores:
        return points(values.for_mover(rules, value, rules.first_to_move(key)))
    return 1 - values.OUTCOMES.index(outcome_name(value))
