"""Kernels that compare values, for win, loss and draw with DTM and for scores."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import SCORES, no_moves
from retro.compiling.roles import inner
from retro.game import DRAW, SCORE_ZERO, UNKNOWN
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
def move_value(value):
    """Returns the value of a move, for its mover, given the value of its successor."""
    if SCORES == "first":
        return value
    if SCORES:
        return 2 * SCORE_ZERO - value
    if value <= DRAW:
        return value
    return value + 1 if value & 1 else value + 3
