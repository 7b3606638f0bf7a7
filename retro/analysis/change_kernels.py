"""Kernels that say how a value changes, shared by analyses that look for the most striking change.

Not for scores.
"""

from __future__ import annotations

from retro.compile import inner
from retro.game import DRAW

WINS, DRAWS, LOSSES = range(3)


@inner
def outcome(value):
    if value <= DRAW:
        return DRAWS
    return WINS if value & 1 else LOSSES


@inner
def plies(value):
    return (value >> 1) - 1


@inner
def striking(before, after):
    """How striking a change of value is: by the delay, or by how soon the ends come if the outcome is another."""
    if outcome(before) == DRAWS:
        return -plies(after)
    if outcome(after) == DRAWS:
        return -plies(before)
    if outcome(before) == outcome(after):
        return abs(plies(after) - plies(before))
    return -plies(before) - plies(after)
