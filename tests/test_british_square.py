"""British Square solved: every value of the small boards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import naive_british_square as naive
import numpy as np
import pytest
from test_british_square_rules import ALLOWED

from retro.game import points
from retro.game.loading import load
from retro.game.rules import Rules
from retro.indexing.discovery import enumerate_positions
from retro.solving import acyclic
from retro.storage.solution import Statistics
from retro.system.progress import Silent
from retro_british_square.plugin import retro_game

MOST = 10_000_000


@dataclass
class Solved:
    """Rules with their index, the packed value of each slot, and the counts."""

    rules: Rules
    values: np.ndarray
    statistics: Statistics

    def value(self, key: int) -> int:
        return points(int(self.values[self.rules.rank(key)[0]]))


@cache
def solved(size: int = 5, **options: str) -> Solved:
    game = retro_game()
    rules = enumerate_positions(load(game, game.choose({"size": str(size), **options})), 2, Silent(), MOST)
    solution = acyclic.solve(rules, 2, Silent())
    return Solved(rules, solution.planes(0, rules.slots)[0], solution.statistics)


def ends(statistics: Statistics) -> tuple[int, int, int]:
    """Terminal states won by the first player, won by the second, and tied."""
    scores = {points(value): count for value, count in statistics.final.items()}
    first, second = (sum(count for score, count in scores.items() if sign * score > 0) for sign in (1, -1))
    return first, second, scores.get(0, 0)


def score_range(statistics: Statistics) -> tuple[int, int]:
    return points(min(statistics.states)), points(max(statistics.states))


@pytest.mark.parametrize(("size", "options"), [(3, {}), (3, ALLOWED), pytest.param(4, {}, marks=pytest.mark.soak)])
def test_small_boards_agree_with_the_twin(size, options):
    game = solved(size, **options)
    for position in naive.reachable(size, options != ALLOWED):
        assert game.value(game.rules.text.parse(naive.text(position))) == naive.value(position)


@pytest.mark.parametrize(
    ("size", "states", "terminal", "scores", "value"),
    [(3, 74, (4, 2, 3), (-2, 2), 1), (4, 10_206, (56, 32, 40), (-4, 6), 0)],
)
def test_small_boards_have_the_values_in_the_readme(size, states, terminal, scores, value):
    game = solved(size)
    assert game.rules.slots == states
    assert ends(game.statistics) == terminal
    assert score_range(game.statistics) == scores
    assert game.value(game.rules.initial) == value


@pytest.mark.soak(only=True)
@pytest.mark.parametrize("size", [4, 5])
def test_two_points_for_the_second_player_are_two_points(size):
    plain, biased = solved(size), solved(size, bias="2")
    assert np.array_equal(plain.values.astype(np.int64) - 2, biased.values)
