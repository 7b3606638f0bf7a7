"""British Square for tests: options, random positions, boards solved by the program."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import naive_british_square as naive
import numpy as np
from hypothesis import strategies as st

from retro.game.loading import load
from retro.game.rules import Rules
from retro.indexing.discovery import Limits, enumerate_positions
from retro.lookup.table import RecordTable
from retro.solving import solve
from retro.statistics.heuristic import Losses, find, measure
from retro.storage.solution import Statistics
from retro.system.progress import Silent
from retro_british_square.plugin import retro_game

ALLOWED = {"centre": "allowed"}


@st.composite
def positions(draw: st.DrawFn, size: int = 5, forbidden: bool = True) -> naive.Position:
    """Positions of random games."""
    position = naive.start(size, forbidden)
    for choice in draw(st.lists(st.integers(0, size * size - 1), max_size=2 * size * size)):
        legal = naive.moves(position)
        if not legal:
            break
        position = naive.play(position, legal[choice % len(legal)])
    return position


MAX_POSITIONS = 10_000_000


@dataclass
class SolvedBoard:
    """Rules with their index, the value of each slot for its mover, and the counts."""

    rules: Rules
    values: np.ndarray
    statistics: Statistics

    def value(self, key: int) -> int:
        return self.rules.words(key, int(self.values[self.rules.rank(key)[0]])).number


@cache
def solved(size: int = 5, **options: str) -> SolvedBoard:
    game = retro_game()
    rules = enumerate_positions(
        load(game, game.choose({"size": str(size), **options})), 2, Silent(), Limits(MAX_POSITIONS)
    )
    solution = solve(rules, "queue", 2, Silent())
    return SolvedBoard(rules, solution.planes(0, rules.slots)[0], solution.statistics)


def ends(statistics: Statistics) -> tuple[int, int, int]:
    """Terminal states won by the first player, won by the second, and tied."""
    scores = statistics.final
    first, second = (sum(count for score, count in scores.items() if sign * score > 0) for sign in (1, -1))
    return first, second, scores.get(0, 0)


def score_range(statistics: Statistics) -> tuple[int, int]:
    return min(statistics.states), max(statistics.states)


def losses_of(size: int, limit: int = 10) -> tuple[RecordTable, Losses]:
    game = solved(size)
    distinct, fields = np.unique(game.values, return_inverse=True)
    table = RecordTable(game.rules, fields.astype(np.uint8), distinct)
    return table, measure(table, find(game.rules, "greedy"), 2, limit, Silent())
