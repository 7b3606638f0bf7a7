"""Kernels that compare values, for win, loss and draw with DTM and for scores."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import GAIN_BIAS, MOVES_AGAIN, NO_GAIN, NO_OUTCOME, SCORES, no_moves
from retro.compiling.roles import inner
from retro.game import AGAIN, DRAW, GAIN_SHIFT, SCORE_ZERO, UNKNOWN, goes_on
from retro.storage.solution import MAX_VALUE

WON = MAX_VALUE + 1
"""Preferences order values as the mover does: wins from WON down, draws 0, losses up from -WON; or points."""


@inner
def preference(value):
    """Returns a number that is larger for a value that the mover likes more."""
    if SCORES:
        return value - SCORE_ZERO
    if value <= DRAW:
        return 0
    return WON - value if value & 1 else value - WON


@inner
def value_of(preference):
    """Returns the value with a preference; UNKNOWN for a draw."""
    if SCORES:
        return preference + SCORE_ZERO
    if preference == 0:
        return UNKNOWN
    return WON - preference if preference > 0 else WON + preference


@inner
def terminal_value(key):
    """Returns the value of a terminal position, 0 if ``no_moves`` returns none that is possible. Not for scores."""
    value = no_moves(key)
    return value if 0 < value < 4 else 0


@inner
def impossible(outcome):
    """Returns whether no move of the game has this outcome."""
    if (SCORES or MOVES_AGAIN) and goes_on(outcome):
        return (outcome + GAIN_BIAS) & NO_GAIN != 0
    return outcome & NO_OUTCOME != 0


@inner
def moves_again(outcome):
    """Returns whether the same player moves again after a move that goes on."""
    return MOVES_AGAIN and outcome & AGAIN != 0


@inner
def move_value(value, outcome, sign):
    """Returns the value of a move that goes on, given the value of its successor.

    It is for the player who moves or, where scores are for the first player, for that one; ``sign`` is then -1 if the
    second player moves.
    """
    if SCORES == "first":
        return value + sign * (outcome >> GAIN_SHIFT)
    if SCORES:
        return (value if moves_again(outcome) else 2 * SCORE_ZERO - value) + (outcome >> GAIN_SHIFT)
    if value <= DRAW:
        return value
    if moves_again(outcome):
        return value + 2
    return value + 1 if value & 1 else value + 3
