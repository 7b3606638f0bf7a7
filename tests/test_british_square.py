"""British Square solved: every value of the small boards."""

import naive_british_square as naive
import numpy as np
import pytest
from british_square_solved import ALLOWED, ends, score_range, solved

pytestmark = pytest.mark.compiled


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


@pytest.mark.soak
@pytest.mark.parametrize("size", [4, 5])
def test_two_points_for_the_second_player_are_two_points(size):
    plain, biased = solved(size), solved(size, bias="2")
    assert np.array_equal(plain.values.astype(np.int64) - 2, biased.values)
