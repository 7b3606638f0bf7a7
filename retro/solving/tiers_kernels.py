"""Kernels that compute the tiers of positions, and count positions by tier (`retro.solving.tiers`)."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import ORBITS, tier, unrank
from retro.compiling.roles import kernel
from retro.solving.symmetry_kernels import images

EMPTY = 255
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
            if 0 <= number < EMPTY:
                tiers[index] = number
            else:
                wrong = key
    return wrong


@kernel
def count_positions(start, stop, counts):
    """Adds the positions of slots start..stop-1 to ``counts``, which has an entry for each tier."""
    for index in range(start, stop):
        key = unrank(index)
        if key >= 0:
            counts[tier(key)] += images(key) if ORBITS else 1
