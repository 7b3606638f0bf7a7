"""Kernels for values that depend on what play without end is worth (`retro.game.endless`), solved by thresholds.

Records have levels as those of other games do, and levels of all thresholds follow each other. So updates, flags and
bounds need no kernels of their own:

- Scores: level (TOP - p) << STRIDE_BITS | d has the positions that are p points better or worse than play without end,
  in d plies. The largest differences come first. A position with more points is won, one with fewer is lost.
- Win, loss and draw: wins and losses come first, level by level. From level DRAWS on come draws by rule: a position is
  won if play without end is a loss for its mover, and lost otherwise.

What is left in the end goes on for ever. Then each record becomes the packed value of its position
(`retro.solving.conclude_kernels`).
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import SCORES
from retro.compiling.roles import inner
from retro.game import DRAW, SCORE_ZERO, UNKNOWN, loss, win
from retro.game.endless import DISTANCE_SHIFT, DRAWN, SCORE_BITS
from retro.solving.value_kernels import drawn, endless_points, scored, sign_of

TOP = SCORE_ZERO
"""More than the largest difference of points."""
STRIDE_BITS = 13
STRIDE = 1 << STRIDE_BITS
"""Levels of a threshold."""
DRAWS = 1 << 20
"""The first level of draws by rule."""
MAX_PLIES = STRIDE - 2 if SCORES else DRAWS - 2
"""The largest distance, and the longest win."""


@inner
def level_value(value, key):
    """Returns how records have a value: UNKNOWN if it is of no level, or of none before draws."""
    if not SCORES:
        return value if DRAW < value < DRAWN else UNKNOWN
    if value >> DISTANCE_SHIFT == 0:
        return UNKNOWN
    more = sign_of(key) * ((value & SCORE_BITS) - SCORE_ZERO - endless_points(key))
    level = (TOP - abs(more)) << STRIDE_BITS | ((value >> (DISTANCE_SHIFT + 1)) - 1)
    return win(level) if more > 0 else loss(level)


@inner
def packed_value(best, key):
    """Returns the value of a position that was settled at the level of its record."""
    level = (best >> 1) - 1
    if SCORES:
        more = TOP - (level >> STRIDE_BITS)
        more = sign_of(key) * (more if best & 1 else -more)
        return scored(more + endless_points(key), level & (STRIDE - 1), key)
    if level < DRAWS:
        return best
    return drawn(0, key) & ~(DRAWN - 1) | (best - 2 * DRAWS)
