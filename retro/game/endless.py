"""Packed values of games in which play may go on without end, besides those that `retro.game` describes.

Play without end is worth what the game's `endless` says: a draw, a win for one side, or points. Where that is so, a
value says more than its worth, so that perfect players make progress:

- A draw by rule has the plies to the end of the game: DRAWN | win(d) for the player who would lose without end, and who
  wants it soon, DRAWN | loss(d) for the other one. Where play without end is a draw as well, it is EVEN | loss(d): the
  players could not even go on for ever.
- ENDLESS_WIN, ENDLESS_LOSS and ENDLESS_DRAW are values of positions from which play goes on for ever.
- Scores have a distance in the bits from DISTANCE_SHIFT on: win(d) if they are more than play without end is worth for
  the player whose points they are, loss(d) if they are less, 0 if they are the same. It is the number of plies until
  the game ends, or until the rest of play is worth the same with and without end.
"""

from __future__ import annotations

DRAWN = 1 << 29
EVEN = 2 << 29
ENDLESS_LOSS, ENDLESS_WIN, ENDLESS_DRAW = (3 << 29) + 0, (3 << 29) + 1, (3 << 29) + 2
HIGHEST = ENDLESS_DRAW
"""The highest packed value."""
DISTANCE_SHIFT = 15
SCORE_BITS = (1 << DISTANCE_SHIFT) - 1
"""The bits of a packed score without its distance."""


def points_of(value: int) -> int:
    """Returns the points of a packed score, which may have a distance."""
    return (value & SCORE_BITS) - (1 << (DISTANCE_SHIFT - 1))


def is_draw(value: int) -> bool:
    """Whether a value, which is no score, is a draw."""
    return value <= 1 or DRAWN <= value < ENDLESS_LOSS or value == ENDLESS_DRAW


def has_dtm(value: int) -> bool:
    """Whether a value, which is no score, is a win or a loss in some plies."""
    return 1 < value < DRAWN


def plies(value: int, scores: str = "") -> int | None:
    """Returns the plies to the end of the game, or for scores the distance; None if the value has none."""
    if scores:
        value >>= DISTANCE_SHIFT
    elif value >= ENDLESS_LOSS:
        return None
    else:
        value &= DRAWN - 1
    return (value >> 1) - 1 if value > 1 else None
