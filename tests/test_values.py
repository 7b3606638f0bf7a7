"""The value of a position as a number: its order, its negative, one ply up, levels and words, up to the borders."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retro.game.rules import OUTCOME_PLY_BITS, SCORE_PLY_BITS
from retro.game.values import (
    MAX_SCORE,
    NO_VALUE,
    Kind,
    code_of,
    has_plies,
    needs_an_end,
    one_ply_up,
    plies_of,
    points_of,
    value_at,
    value_of,
)

OUTCOMES, SCORES, NO_PLIES = Kind("", OUTCOME_PLY_BITS), Kind("mover", SCORE_PLY_BITS), Kind("mover", 0)
CLASSES = [
    (OUTCOMES, 2, 1, 3),
    (SCORES, MAX_SCORE // 2, MAX_SCORE // 2, MAX_SCORE + 1),
    (NO_PLIES, MAX_SCORE, 0, MAX_SCORE),
]
"""Kinds, the most points, the most points of play without end, and the largest difference of both."""


@st.composite
def positions(draw):
    """A kind, points, plies, points of play without end, and the largest difference; borders are frequent."""
    kind, most, without_end, top = draw(st.sampled_from(CLASSES))
    points = draw(st.sampled_from([-most, 0, most]) | st.integers(-most, most))
    endless = draw(st.integers(-without_end, without_end))
    longest = max((1 << kind.bits >> 1) - 2, 0)
    plies = draw(st.sampled_from([0, longest]) | st.integers(0, longest))
    return kind, points, plies, endless, top


@given(positions())
def test_points_and_plies_come_back(position):
    kind, points, plies, endless, _ = position
    value = value_of(points, plies, endless, kind.bits)
    assert NO_VALUE < value < -NO_VALUE
    assert points_of(value, kind.bits) == points
    counted = points != endless and kind.bits > 0
    assert (has_plies(value, kind.bits), plies_of(value, kind.bits)) == (counted, plies if counted else 0)


@given(positions(), positions())
def test_a_larger_value_is_preferred(one, other):
    """By points; then sooner if they are more than play without end is worth, and later if they are less."""
    kind, points, plies, endless, _ = one
    if other[0] != kind:
        return
    after = other[1:3]
    sign = (points > endless) - (points < endless) if kind.bits else 0
    preferred = (points, -sign * plies), (after[0], -sign * after[1])
    first, second = (value_of(*each, endless, kind.bits) for each in ((points, plies), after))
    if points != after[0] or sign:
        assert (first < second) == (preferred[0] < preferred[1])
    else:
        assert first == second


@given(positions())
def test_the_negative_is_the_value_for_the_other_player(position):
    kind, points, plies, endless, _ = position
    value = value_of(points, plies, endless, kind.bits)
    assert -value == value_of(-points, plies, -endless, kind.bits)


@given(positions(), st.integers(-3, 3), st.booleans())
def test_one_ply_up_has_the_points_of_the_mover_and_one_ply_more(position, gained, again):
    kind, points, plies, endless, _ = position
    if kind.bits and plies == (1 << kind.bits >> 1) - 2:
        return
    sign = 1 if again else -1
    value = value_of(points, plies, endless, kind.bits)
    counted = 1 + (plies if points != endless and kind.bits else 0)
    for without_end in (sign * endless, endless + 1):
        expected = value_of(gained + sign * points, counted, without_end, kind.bits)
        assert one_ply_up(value, gained, again, without_end, kind.bits) == expected


@given(positions())
def test_codes_and_values_are_the_same(position):
    kind, points, plies, endless, top = position
    plies = plies if kind.bits else 0
    code = code_of(points, plies, endless, top, kind.bits)
    assert code == 0 if points == endless else code > 1
    assert value_at(code, endless, top, kind.bits) == value_of(points, plies, endless, kind.bits)
    assert code % 2 == (points > endless) or points == endless
    assert code.bit_length() < 32


@given(positions(), positions())
def test_levels_ascend_from_the_largest_difference_and_the_shortest_play(one, other):
    kind, points, plies, endless, top = one
    if other[0] != kind or endless in (points, other[1]) or not kind.bits:
        return
    levels = [(code_of(*each, endless, top, kind.bits) >> 1) - 1 for each in ((points, plies), other[1:3])]
    order = [(-abs(more - endless), late) for more, late in ((points, plies), other[1:3])]
    assert (levels[0] < levels[1]) == (order[0] < order[1])


@pytest.mark.parametrize(
    ("kind", "points", "plies", "endless", "words"),
    [
        (OUTCOMES, 2, 0, 0, "win in 0"),
        (OUTCOMES, 2, 7, 1, "win in 7"),
        (OUTCOMES, 1, 9, 1, "win without end"),
        (OUTCOMES, 0, 3, 0, "draw"),
        (OUTCOMES, 0, 3, 1, "draw in 3"),
        (OUTCOMES, 0, 3, -1, "draw in 3"),
        (OUTCOMES, -1, 0, -1, "loss without end"),
        (OUTCOMES, -2, 1_048_574, 1, "loss in 1048574"),
        (SCORES, 5, 2, 3, "+5 in 2"),
        (SCORES, 3, 2, 3, "+3"),
        (SCORES, -MAX_SCORE, 8_190, 0, "-16383 in 8190"),
        (NO_PLIES, -4, 2, 0, "-4"),
        (NO_PLIES, 0, 0, 0, "0"),
    ],
)
def test_words(kind, points, plies, endless, words):
    assert str(kind.words(value_of(points, plies, endless, kind.bits))) == words


def test_outcomes_in_order_of_preference():
    """For a player who would lose without end: a win, soon rather than late; a draw likewise; and losses late."""
    ranked = [(2, 0), (2, 9), (0, 1), (0, 5), (-1, 0), (-2, 8), (-2, 0)]
    values = [value_of(*each, -1, OUTCOME_PLY_BITS) for each in ranked]
    assert all(better > worse for better, worse in pairwise(values))
    assert [needs_an_end(value, OUTCOME_PLY_BITS) for value in values] == [True] * 4 + [False] * 3
    assert [OUTCOMES.dtm(value) for value in values] == [0, 9, None, None, None, 8, 0]
    assert [OUTCOMES.result(value) for value in values] == [1, 1, 0, 0, -1, -1, -1]
    assert [OUTCOMES.wins(value) for value in values] == [True] * 2 + [False] * 5
