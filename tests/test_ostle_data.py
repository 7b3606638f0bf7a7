"""The published numbers agree with each other and with counting by hand, and the naive Ostle with them."""

from __future__ import annotations

from itertools import product
from math import comb

import naive_ostle as naive
import pytest
from burnside import classes
from ostle_boards import ENTRIES, FOUR, START, TABLE_1, rows

FACTS = {
    name: number
    for each in ENTRIES
    if each.what == "numbers" and not each.options
    for name, number in each.rows.items()
}
TABLE_2 = rows("Table 2: states by plies to a checkmate position")
TABLE_3 = rows("Table 3: states by plies from the start")


def positions(hole: str) -> dict[tuple[int, int], int]:
    """Positions up to symmetry with the hole on that square, by the pieces of the mover and of the opponent."""
    squares = "".join(map(chr, range(25)))
    row, column = naive.coordinates(hole, 5)
    centre = row * 5 + column
    turns = [dict(enumerate(map(ord, turn))) for turn in naive.images(squares) if turn[centre] == squares[centre]]
    return classes([{square: to for square, to in turn.items() if square != centre} for turn in turns])


def test_table_1_counts_all_arrangements_up_to_symmetry():
    expected = {
        f"{hole} {mover} {opponent}": counted[mover, opponent]
        for hole, counted in ((hole, positions(hole)) for hole in ("a1", "a2", "a3", "b2", "b3", "c3"))
        for mover, opponent in product((5, 4), repeat=2)
    }
    assert expected == TABLE_1
    assert expected["a2 5 5"] == comb(24, 5) * comb(19, 5)
    assert sum(TABLE_1.values()) == FACTS["positions"]
    assert sum(count for name, count in TABLE_1.items() if name.endswith(" 4 4")) == FOUR["positions"]


def test_table_2_sums():
    longest = FACTS["longest game, plies"] - 1
    assert list(TABLE_2) == ["draw", *map(str, range(1, longest + 1))]
    assert sum(TABLE_2.values()) == FACTS["states"]
    assert TABLE_2["draw"] == FACTS["states drawn"]
    decided = {int(plies): states for plies, states in TABLE_2.items() if plies != "draw"}
    assert sum(states for plies, states in decided.items() if plies % 2 == 0) == FACTS["states won"]
    assert sum(states for plies, states in decided.items() if plies % 2 == 1) == FACTS["states lost"]
    assert decided[longest] == FACTS["states of the longest games"]


def test_table_3_sums():
    assert list(TABLE_3) == list(map(str, range(26 + 1)))
    assert sum(TABLE_3.values()) == 12_919_984_336
    assert TABLE_3["26"] == 97


def test_the_figures_have_all_states_of_the_longest_games():
    figures = [each for each in ENTRIES if each.what == "values with a move forbidden"]
    longest = f"win in {FACTS['longest game, plies']}"
    assert sum(list(each.rows.values()).count(longest) for each in figures) == FACTS["states of the longest games"]
    assert rows("Positions of the longest games") == {"states": FACTS["states of the longest games"], "positions": 2}
    assert len(figures) == 2


def test_other_numbers_agree():
    """314,485,799 checkmate positions of 5 against 4 are in the log of the author's solver."""
    assert 314_485_799 + FOUR["checkmate positions"] == FACTS["checkmate positions"]
    quiet = FACTS["positions"] - FACTS["checkmate positions"]
    unentered = quiet - (FACTS["states"] - FACTS["states with a forbidden move"])
    assert unentered == FACTS["positions that no move enters without forbidding one"]
    quiet = FOUR["positions"] - FOUR["checkmate positions"]
    assert quiet == FOUR["states"] - FOUR["states with a forbidden move"]


# The published search also walks the forbidden move of each state: with it the table comes out, and with
# rule 8 in force fewer states are found so early (three of the 102 take back the hole's first move).
SEARCHES = {
    "all moves": (lambda state: naive.moves(state[0]), [TABLE_3[str(plies)] for plies in range(5)]),
    "legal moves": (naive.legal, [1, 9, 99, 932]),
}


@pytest.mark.parametrize("search", SEARCHES)
def test_naive_distances_from_the_start(search):
    moves, expected = SEARCHES[search]
    frontier = [(START, None)]
    reached = {naive.normal(frontier[0], "paper")}
    for count in expected:
        assert len(frontier) == count
        after = {}
        for state in frontier if count < expected[-1] else ():
            for move in moves(state):
                if naive.outcome(state[0], move, left=3) == "ongoing":
                    next_state = naive.successor(state, move, "paper")
                    after.setdefault(naive.normal(next_state, "paper"), next_state)
        frontier = [state for name, state in after.items() if name not in reached]
        reached.update(after)


def test_naive_moves_of_the_figures():
    assert naive.moves(START)[:6] == ("a1U", "a1D", "a1L", "a1R", "b1U", "b1D")
    assert naive.apply(START, "a1D") == naive.apply(START, "a1L") == naive.apply(START, "a1R")
    pushed = naive.apply(naive.board("20000-12000-10000-00003-00222"), "a3U")
    assert naive.text(pushed) == "20000-21000-00000-00003-00111"
    taken_back = naive.board("22222-00000-30000-00000-11111")
    assert naive.forbidden(taken_back, "a3D", "exact") == "a2U"
    assert naive.forbidden(taken_back, "a1L", "exact") is None
