"""The example Sim against a naive solver."""

from functools import cache
from itertools import combinations
from random import Random

import numpy as np
import pytest
from commanding import ask

import retro

pytestmark = pytest.mark.compiled

SIZES = {4: (247, 18), 5: (11_793, 136), 6: (1_350_022, 2_250)}
"""By the number of points: positions that play leads to, and classes of those that are equal up to names of points."""


def naive_values(points):
    """Returns the value of every position: plies to a win, minus plies to a loss, or 0 for a draw.

    A position is the lines of the mover, and above them those of the opponent. A line is a bit, in the order of
    `combinations`.
    """
    lines = list(combinations(range(points), 2))
    triangles = [{lines.index(side) for side in combinations(corners, 2)} for corners in combinations(range(points), 3)]
    closing = [
        [sum(1 << other for other in each - {number}) for each in triangles if number in each]
        for number in range(len(lines))
    ]
    values = {}

    def results(mine, theirs):
        for number in range(len(lines)):
            after = mine | 1 << number
            if after != mine and not theirs >> number & 1:
                if any(mine & pair == pair for pair in closing[number]):
                    yield -1
                else:
                    result = value(theirs, after)
                    yield -result + 1 if result < 0 else -result - 1 if result > 0 else 0

    @cache
    def value(mine, theirs):
        best = max(results(mine, theirs), key=lambda result: ((result > 0) - (result < 0), -result), default=0)
        values[mine | theirs << len(lines)] = best
        return best

    value(0, 0)
    return values


@pytest.mark.parametrize("points", [4, *(pytest.param(each, marks=pytest.mark.soak) for each in (5, 6))])
def test_values_are_those_of_the_naive_solver(points, examples, monkeypatch):
    """In one position of each class, and in others that are images of these."""
    if points == 4:
        monkeypatch.setenv("RETRO_PLAIN", "1")
    ask("solve", "sim", f"--set=points={points}")
    expected = naive_values(points)
    with retro.open("sim", examples, points=points) as table:
        assert (len(expected), table.rules.slots) == SIZES[points]
        keys = {*map(table.rules.unrank, range(table.rules.slots)), *Random(1).sample(sorted(expected), 200)}
        found = table.probe_many(np.array([*keys]))
    assert found.known.all() and np.array_equal(found.value * found.dtm, [expected[key] for key in keys])
