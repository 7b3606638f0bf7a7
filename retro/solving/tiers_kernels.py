"""Kernels that compute the tiers of positions (`retro.solving.tiers`)."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import tier, unrank
from retro.compiling.roles import kernel
from retro.game.rules import MAX_TIERS

EMPTY = -1
"""Tier of a slot that holds no position, and of one whose tier is out of range."""


@kernel
def tiers_of(start, stop, tiers):
    """Writes the tiers of slots start..stop-1. Returns a position whose tier is out of range, -1 if there is none."""
    wrong = -1
    for index in range(start, stop):
        key = unrank(index)
        tiers[index] = EMPTY
        if key >= 0:
            number = tier(key)
            if 0 <= number < MAX_TIERS:
                tiers[index] = number
            else:
                wrong = key
    return wrong
