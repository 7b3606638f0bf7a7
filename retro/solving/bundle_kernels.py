"""Kernels that tell whether the moves of a tier enter tiers that are not finished (`retro.solving.bundles`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, raw_moves, tier, unrank
from retro.compiling.roles import borrowing, kernel
from retro.game import SLACK
from retro.solving.value_kernels import continues, impossible

MIN_DRAWN, DRAWN_SHARE = 64, 256
"""One slot of DRAWN_SHARE is drawn, but at least so many of a tier."""
STRIDE = 2654435769
"""Drawn slots are so far from each other, modulo the slots of the tier."""


@borrowing
def among(number, unfinished):
    """Returns whether a tier is one of those that are not finished."""
    if len(unfinished) == 0 or number < unfinished[0]:
        return False
    at = np.searchsorted(unfinished, number)
    return at < len(unfinished) and unfinished[at] == number


@kernel
def entered(start, stop, unfinished):
    """Returns the number of an unfinished tier that moves of the tier with slots start..stop-1 enter; -1 if there seems
    to be none.

    Only the moves of a few slots are made. ``unfinished`` has the numbers of unfinished tiers below that tier.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    slots = stop - start
    for i in range(min(slots, max(MIN_DRAWN, slots // DRAWN_SHARE))):
        key = unrank(start + (i * STRIDE % slots if slots > MIN_DRAWN else i))
        if key < 0:
            continue
        count = raw_moves(key, out)
        for j in range(count):
            if continues(out[j, 2]):
                if out[j, 0] < 0 or impossible(out[j, 2]):
                    break  # the first record of the position tests its moves
                if among(tier(out[j, 0]), unfinished):
                    return tier(out[j, 0])
    return -1
