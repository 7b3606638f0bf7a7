"""Kernels that compare values: win, loss and draw with DTM, scores, and values with thresholds.

`retro.game.endless` describes the latter.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import (
    ENDLESS,
    GAIN_BIAS,
    MOVES_AGAIN,
    NO_GAIN,
    NO_OUTCOME,
    SCORES,
    THRESHOLDS,
    endless,
    first_to_move,
    no_moves,
)
from retro.compiling.roles import inner
from retro.game import AGAIN, DRAW, GAIN_SHIFT, LOSS, ONGOING, SCORE_ZERO, UNKNOWN, WIN, goes_on
from retro.game.endless import (
    DISTANCE_SHIFT,
    DRAWN,
    ENDLESS_DRAW,
    ENDLESS_LOSS,
    ENDLESS_WIN,
    EVEN,
    SCORE_BITS,
)
from retro.storage.solution import MAX_VALUE

WON = 3 << 28 if THRESHOLDS else MAX_VALUE + 1
"""Preferences order values as the mover does: wins from WON down, draws 0, losses up from -WON; or points."""
ENDLESS_WON = 1 << 28
"""The preference of a win without end: less than those of other wins, more than those of draws by rule."""
SOON = 1 << 27
"""More than the preference of every draw by rule: from SOON down where it is wanted soon, else up from -SOON."""
POINT_BITS = 16
"""Preferences of scores with distances have the points above so many bits, and the distance in these."""
NEAR = 1 << (POINT_BITS - 1)


@inner
def sign_of(key):
    """Returns -1 if low scores are good for the player to move, else 1."""
    return -1 if SCORES == "first" and not first_to_move(key) else 1


@inner
def endless_points(key):
    """Returns the points that play without end is worth, for the player whose points values are."""
    return endless(key) - SCORE_ZERO if ENDLESS else 0


@inner
def endless_value(key):
    """Returns the value of a position from which play goes on for ever."""
    if SCORES:
        return endless_points(key) + SCORE_ZERO
    worth = endless(key)
    return ENDLESS_WIN if worth == WIN else ENDLESS_LOSS if worth == LOSS else ENDLESS_DRAW


@inner
def scored(points, plies, key):
    """Returns the value of a position with points, and a distance if play without end is worth other points there."""
    more = points - endless_points(key)
    distance = 0 if more == 0 else 2 * plies + (3 if more > 0 else 2)
    return distance << DISTANCE_SHIFT | (points + SCORE_ZERO)


@inner
def drawn(plies, key):
    """Returns the value of a draw by rule in so many plies."""
    worth = endless(key)
    if worth == LOSS:
        return DRAWN | (2 * plies + 3)
    return (DRAWN if worth == WIN else EVEN) | (2 * plies + 2)


@inner
def ended_value(outcome, plies, key):
    """Returns the value in a position of a result, for its mover, after so many plies: 0 or 1."""
    if not THRESHOLDS:
        return outcome
    if SCORES:
        return scored(outcome - SCORE_ZERO, plies, key)
    return drawn(plies, key) if outcome == DRAW else outcome


@inner
def preference(value):
    """Returns a number that is larger for a value that the mover likes more."""
    if SCORES and not THRESHOLDS:
        return value - SCORE_ZERO
    if SCORES:
        points, distance = (value & SCORE_BITS) - SCORE_ZERO, value >> DISTANCE_SHIFT
        near = 0 if distance == 0 else NEAR - (distance >> 1)
        return (points << POINT_BITS) + (near if distance & 1 else -near)
    if THRESHOLDS and value >= ENDLESS_LOSS:
        return 0 if value == ENDLESS_DRAW else ENDLESS_WON if value == ENDLESS_WIN else -ENDLESS_WON
    if THRESHOLDS and value >= DRAWN:
        plies = value & (DRAWN - 1)
        return SOON - plies if plies & 1 else plies - SOON
    if value <= DRAW:
        return 0
    return WON - value if value & 1 else value - WON


@inner
def value_of(preference, key):
    """Returns the value of a position with a preference; UNKNOWN for a draw, if all draws are alike."""
    if SCORES and not THRESHOLDS:
        return preference + SCORE_ZERO
    if SCORES:
        points = worth(preference)
        near, distance = preference - (points << POINT_BITS), 0
        if near > 0:
            distance = 2 * (NEAR - near) + 1
        elif near < 0:
            distance = 2 * (NEAR + near)
        return distance << DISTANCE_SHIFT | (points + SCORE_ZERO)
    if THRESHOLDS and -ENDLESS_WON <= preference <= ENDLESS_WON:
        if preference == 0 or abs(preference) == ENDLESS_WON:
            return ENDLESS_DRAW if preference == 0 else ENDLESS_WIN if preference > 0 else ENDLESS_LOSS
        return drawn(0, key) & ~(DRAWN - 1) | (SOON - preference if preference > 0 else SOON + preference)
    if preference == 0:
        return UNKNOWN
    return WON - preference if preference > 0 else WON + preference


@inner
def worth(preference):
    """Returns points or, where values are no scores, a number above 0 for a win, 0 for a draw, below 0 for a loss."""
    if not THRESHOLDS:
        return preference
    if SCORES:
        return (preference + NEAR) >> POINT_BITS
    return preference if abs(preference) >= ENDLESS_WON else 0


@inner
def terminal_value(key):
    """Returns the value of a terminal position, 0 if ``no_moves`` returns none that is possible. Not for scores."""
    value = no_moves(key)
    return value if 0 < value < 4 else 0


@inner
def continues(outcome):
    """Returns `goes_on` of an outcome, or False for some that are `impossible`; the quickest test for the game."""
    return goes_on(outcome) if SCORES or MOVES_AGAIN else outcome == ONGOING


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
def move_value(value, outcome, key):
    """Returns the value of a move that goes on from a position, given the value of its successor.

    It is for the player who moves or, where scores are for the first player, for that one.
    """
    if SCORES:
        points = (value & SCORE_BITS) - SCORE_ZERO
        if SCORES == "mover" and not moves_again(outcome):
            points = -points
        points += sign_of(key) * (outcome >> GAIN_SHIFT)
        if not THRESHOLDS:
            return points + SCORE_ZERO
        distance = value >> DISTANCE_SHIFT
        return scored(points, distance >> 1 if distance else 1, key)
    if value <= DRAW:
        return value
    if THRESHOLDS and value >= ENDLESS_LOSS:
        again = moves_again(outcome) or value == ENDLESS_DRAW
        return value if again else ENDLESS_LOSS + ENDLESS_WIN - value
    if moves_again(outcome) or (THRESHOLDS and value >= EVEN):
        return value + 2
    return value + 1 if value & 1 else value + 3
