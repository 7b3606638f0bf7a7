"""The puzzle in figures 1B and 6 of Takizawa (2023), composed from its solution, by the slow twin alone.

The printed solution is d2L, a1R, c2L, b1R, b2R, c1U, c3U. Of all positions of Ostle one has a solution like that, but
for the fifth move: there a2R wins in three, and b2R only in seven. `python docs/results/puzzles.py` finds it.
"""

from functools import cache
from pathlib import Path

import naive_ostle as naive
import pytest

from retro.verify import published
from retro_ostle.plugin import retro_game

pytestmark = pytest.mark.compiled

((POSITION, LINE),) = next(each.rows.items() for each in published.load(retro_game()) if each.what == "lines")
SOLUTION = tuple(LINE.split())
PRINTED = "b2R"
PAGE = Path(__file__).parent.parent / "docs" / "results" / "puzzles.md"


@cache
def wins_by(state, plies):
    """The moves with which the player to move wins in so many plies at most, whatever the opponent does."""
    winning = []
    for move in naive.legal(state):
        outcome = naive.outcome(state[0], move, 3)
        if outcome == "win":
            winning.append(move)
        elif plies > 1 and outcome == "ongoing" and all_lost(naive.successor(state, move, "paper"), plies - 1):
            winning.append(move)
    return winning


@cache
def wins(state, plies):
    """Returns whether there is such a move; short wins are searched first."""
    if plies > 2 and wins(state, plies - 2):
        return True
    board = state[0]
    moves = naive.legal(state)
    if any(naive.outcome(board, move, 3) == "win" for move in moves):
        return True
    return plies > 1 and any(
        naive.outcome(board, move, 3) == "ongoing" and all_lost(naive.successor(state, move, "paper"), plies - 1)
        for move in moves
    )


@cache
def all_lost(state, plies):
    """Whether the player to move has lost in so many plies at most."""
    moves = naive.legal(state)
    outcomes = {move: naive.outcome(state[0], move, 3) for move in moves}
    if "win" in outcomes.values():
        return False
    return all(
        outcome == "loss" or (plies > 1 and wins(naive.successor(state, move, "paper"), plies - 1))
        for move, outcome in outcomes.items()
    )


def test_the_solution_is_best_play_of_both(apart):
    """For the last five plies, and with ``--soak`` for all seven."""
    state = naive.board(POSITION), None
    deepest = 7 if apart(2) == 1 else 5
    for left in range(7, 0, -1):
        move = SOLUTION[7 - left]
        outcome = naive.outcome(state[0], move, 3)
        if left > deepest:
            state = naive.successor(state, move, "paper")
            continue
        if left == deepest:
            assert wins_by(state, left - 2) == []
        if left % 2:
            assert move in wins_by(state, left)
        elif left > 2:
            assert not all_lost(naive.successor(state, move, "paper"), 1) and not all_lost(state, left - 2)
        if left == 3:
            assert PRINTED in naive.legal(state) and PRINTED not in wins_by(state, 3)
        assert (outcome == "win") == (left == 1)
        if left > 1:
            state = naive.successor(state, move, "paper")


@pytest.mark.soak
def test_only_two_moves_win_in_time_and_both_give_up_a_piece():
    state = naive.board(POSITION), None
    assert wins_by(state, 7) == ["d2L"]
    for move in ("d2L", "e2L"):
        assert naive.apply(state[0], move).count("2") == POSITION.count("1") - 1


def test_the_page_shows_the_puzzle():
    page = PAGE.read_text(encoding="utf-8")
    assert f"`{POSITION}`" in page
    assert "Winning moves: d2L in 7, e2L in 9." in page
