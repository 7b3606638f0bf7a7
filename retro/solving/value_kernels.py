"""What kernels ask of the rules in terms of values (`retro.game.values`): outcomes, and moves that go on.

All points are those of the player to move, whatever the game's SCORES.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import (
    ENDLESS,
    GAIN_BIAS,
    NO_GAIN,
    NO_OUTCOME,
    PLY_BITS,
    SCORES,
    TOP,
    endless,
    first_to_move,
    no_moves,
)
from retro.compiling.roles import inner
from retro.game import AGAIN, DRAW, GAIN_SHIFT, ONGOING, SCORE_ZERO, WIN, goes_on
from retro.game.values import WIN_POINTS, code_of, one_ply_up, plies_of_level, points_of, value_of

MARKED = NO_GAIN != -1
"""Whether outcomes of moves that go on say more than that."""
TURNS = NO_GAIN & AGAIN == 0
"""Whether the same player moves again after some moves."""
FIRST = SCORES == "first"
"""Whether ``first_to_move`` says whose move it is, and counts are of the first player's points."""


@inner
def sign_of(key):
    """Returns -1 if counts have the negative of the mover's points, which are then the first player's, else 1."""
    return -1 if FIRST and not first_to_move(key) else 1


@inner
def points_of_outcome(outcome, key):
    """Returns the points of a result."""
    if SCORES:
        return sign_of(key) * (outcome - SCORE_ZERO)
    return 0 if outcome == DRAW else WIN_POINTS if outcome & 1 else -WIN_POINTS


@inner
def endless_points(key):
    """Returns the points that play without end is worth."""
    if not ENDLESS:
        return 0
    return points_of_outcome(endless(key), key) >> (0 if SCORES else 1)


@inner
def ended_value(outcome, plies, key):
    """Returns the value in a position of a result, after so many plies: 0 or 1."""
    return value_of(points_of_outcome(outcome, key), plies, endless_points(key), PLY_BITS)


@inner
def terminal_value(key):
    """Returns the value of a position without moves."""
    return ended_value(no_moves(key), 0, key)


@inner
def code_in(value, key):
    """Returns level and won of a value of a position, as records have them."""
    return code_of(points_of(value, PLY_BITS), plies_of_level(value, PLY_BITS), endless_points(key), TOP, PLY_BITS)


@inner
def wins_at_once(outcome):
    """Returns whether a move ends the game with a win; no score is one."""
    return not SCORES and outcome == WIN


@inner
def points_in(value):
    """Returns the points of a value."""
    return points_of(value, PLY_BITS)


@inner
def result_of(value):
    """Returns points; where values are not scores, 1 for a win, 0 for a draw, -1 for a loss."""
    points = points_in(value)
    if SCORES:
        return points
    return 1 if points > 0 else -1 if points < 0 else 0


@inner
def continues(outcome):
    """Returns `goes_on` of an outcome, or False for some that are `impossible`; the quickest test for the game."""
    return goes_on(outcome) if MARKED else outcome == ONGOING


@inner
def impossible(outcome):
    """Returns whether no move of the game has this outcome."""
    if MARKED and goes_on(outcome):
        return (outcome + GAIN_BIAS) & NO_GAIN != 0
    return outcome & NO_OUTCOME != 0


@inner
def same_player(key, successor, outcome):
    """Returns whether the same player moves again after a move that goes on."""
    if FIRST:
        return first_to_move(key) == first_to_move(successor)
    return TURNS and outcome & AGAIN != 0


@inner
def move_value(value, outcome, key, successor):
    """Returns the value of a move that goes on, for its player, from the value of its successor."""
    again = same_player(key, successor, outcome)
    return one_ply_up(value, outcome >> GAIN_SHIFT, again, endless_points(key), PLY_BITS)
