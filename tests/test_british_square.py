"""British Square solved: the published numbers of the whole game, and every value of the small boards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import naive_british_square as naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_british_square_rules import ALLOWED, positions

from retro.analysis import published
from retro.game import points
from retro.indexing.discovery import enumerate_positions
from retro.loading import load
from retro.progress import Silent
from retro.rules import Rules
from retro.solving import acyclic
from retro.solving.solution import Statistics
from retro.values import Value
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

    def first_moves(self) -> dict[str, str]:
        """What each first move is worth."""
        name, start = self.rules.text.format_move, self.rules.initial
        moves = self.rules.moves(start)
        return {name(start, move.code): str(Value(self.value(move.successor), None)) for move in moves}


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


def published_for(**options: str) -> dict[str, dict[str, int | str]]:
    """Rows by kind of entry."""
    game, found = retro_game(), {}
    for each in published.holding(game, game.choose(options)):
        found.setdefault(each.what, {}).update(each.rows)
    return found


def test_published_numbers():
    game, numbers = solved(), published_for()["numbers"]
    assert game.rules.slots == game.statistics.positions == sum(game.statistics.states.values())
    assert game.rules.slots == numbers["positions"] == 8_659_987
    assert sum(game.statistics.final.values()) == numbers["final positions"] == 6_955
    assert ends(game.statistics) == tuple(numbers[f"final positions {which}"] for which in ("won", "lost", "drawn"))
    assert score_range(game.statistics) == (numbers["lowest score"], numbers["highest score"])
    assert str(Value(game.value(game.rules.initial), None)) == numbers["the start"] == "+2"
    assert game.first_moves() == published_for()["moves"]


def test_the_longest_game_has_32_turns():
    keys = [solved().rules.unrank(slot) for slot in (0, solved().rules.slots - 1)]
    assert [solved().rules.text.format(key).split()[-1] for key in keys] == ["1", "32"]
    assert [solved().rules.tier(key) for key in keys] == [31, 0]
    assert len(solved().statistics.tiers) == published_for()["numbers"]["parts"] == 32


def test_published_first_moves_with_the_centre_allowed():
    game = solved(**ALLOWED)
    assert game.first_moves() == published_for(**ALLOWED)["moves"]
    assert set(game.first_moves()) - set(solved().first_moves()) == {"c3"}
    assert game.value(game.rules.initial) == 2


def test_two_points_for_the_second_player_make_it_a_tie():
    plain, biased = solved(), solved(bias="2")
    assert (
        str(Value(biased.value(biased.rules.initial), None)) == published_for(bias="2")["numbers"]["the start"] == "0"
    )
    assert np.array_equal(plain.values.astype(np.int64) - 2, biased.values)


@pytest.mark.parametrize(("size", "options"), [(3, {}), (3, ALLOWED), (4, {})])
def test_small_boards_agree_with_the_twin(size, options):
    game = solved(size, **options)
    for position in naive.reachable(size, options != ALLOWED):
        assert game.value(game.rules.text.parse(naive.text(position))) == naive.value(position)


@pytest.mark.parametrize(
    ("size", "states", "terminal", "scores", "value"),
    [(3, 74, (4, 2, 3), (-2, 2), 1), (4, 10_206, (56, 32, 40), (-4, 6), 0)],
)
def test_small_boards_as_the_readme_has_them(size, states, terminal, scores, value):
    game = solved(size)
    assert game.rules.slots == states
    assert ends(game.statistics) == terminal
    assert score_range(game.statistics) == scores
    assert game.value(game.rules.initial) == value


@settings(max_examples=100)
@given(positions(), st.randoms(use_true_random=False), st.integers(0, 7))
def test_late_positions_agree_with_the_twin(position, random, g):
    while len(naive.moves(position)) > 6:
        position = naive.play(position, random.choice(naive.moves(position)))
    rules = solved().rules
    key = rules.image(rules.text.parse(naive.text(position)), g)
    assert solved().value(key) == naive.value(position)
