"""The puzzle in figures 1B and 6 of Takizawa (2023), composed from its solution, by the slow twin alone.

The printed solution is d2L, a1R, c2L, b1R, b2R, c1U, c3U. Of all positions of Ostle one has a solution like that, but
for the fifth move: there a2R wins in three, and b2R only in seven. `python docs/results/puzzles.py` finds it.
"""

from functools import cache

import naive_ostle as naive
import pytest

from retro.verify import published
from retro_ostle.plugin import retro_game

((POSITION, LINE),) = next(each.rows.items() for each in published.load(retro_game()) if each.what == "lines")
SOLUTION = tuple(LINE.split())


def after(state, move):
    return naive.successor(state, move, "paper")


def outcomes(state):
    return {move: naive.outcome(state[0], move, 3) for move in naive.legal(state)}


def winning(state, plies):
    """Yields the moves with which the player to move wins in so many plies at most, whatever the opponent does."""
    for move, outcome in outcomes(state).items():
        if outcome == "win" or (plies > 1 and outcome == "ongoing" and lost(after(state, move), plies - 1)):
            yield move


@cache
def wins(state, plies):
    """Whether there is such a move; short wins are searched first."""
    return (plies > 2 and wins(state, plies - 2)) or any(winning(state, plies))


@cache
def lost(state, plies):
    """Whether the player to move has lost in so many plies at most."""
    ends = outcomes(state)
    return "win" not in ends.values() and all(
        end == "loss" or (plies > 1 and wins(after(state, move), plies - 1)) for move, end in ends.items()
    )


@pytest.mark.parametrize("deepest", [5, pytest.param(7, marks=pytest.mark.soak)])
def test_the_solution_is_best_play_of_both(deepest):
    """For the last plies."""
    state = naive.board(POSITION), None
    for move, left in zip(SOLUTION, range(7, 0, -1), strict=True):
        if left == deepest:
            assert not wins(state, left - 2)
        if left <= deepest and left % 2:
            assert move in winning(state, left)
        elif left <= deepest and left > 2:
            assert not lost(after(state, move), 1) and not lost(state, left - 2)
        if left == 3:
            assert "b2R" in {*naive.legal(state)} - {*winning(state, 3)}
        assert (naive.outcome(state[0], move, 3) == "win") == (left == 1)
        state = after(state, move)
