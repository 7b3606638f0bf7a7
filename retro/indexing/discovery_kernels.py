"""Kernels that find the positions of a game: successors of known ones, and their tiers.

This source is compiled once per game (`retro.compiling.compile.kernels`); the game's functions are globals of the
module it is copied to. What becomes of keys afterwards is the same for all games (`sorted_kernels`).
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, canonical, moves, tier
from retro.compiling.roles import kernel
from retro.game import ONGOING, SLACK

WRONG = -1
"""Instead of a count: what `moves` said cannot be; ask the plain function about the position."""


@kernel
def expand(keys, found):
    """Write the canonical successors of ``keys`` to ``found``; how many, repetitions included.

    Or WRONG and the place in ``keys`` at which something was. ``found`` has room for MAX_MOVES of each.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    count = 0
    for i in range(len(keys)):
        n = moves(keys[i], out)
        if n < 0 or n > MAX_MOVES:
            return WRONG, i
        for j in range(n):
            if out[j, 2] == ONGOING:
                successor = canonical(out[j, 0])[0]
                if successor < 0:
                    return WRONG, i
                found[count] = successor
                count += 1
    return count, 0


@kernel
def tiers_of(keys, tiers):
    """Write the tier of every key to ``tiers``; the place of one whose tier is out of range, or -1."""
    for i in range(len(keys)):
        number = tier(keys[i])
        if number < 0 or number > 254:
            return i
        tiers[i] = number
    return -1
