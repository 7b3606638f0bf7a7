"""Kernels that find the positions of a game: the successors of positions, and their tiers.

``sorted_kernels`` merge and compare the keys.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, canonical, moves, tier
from retro.compiling.roles import kernel
from retro.game import ONGOING, SLACK

WRONG = -1
"""Returned instead of a count if the result of `moves` is impossible; the plain function then gives the reason."""


@kernel
def expand(keys, successors):
    """Writes the canonical successors of ``keys`` to ``successors``, which has at least MAX_MOVES entries for each key.

    Returns two numbers: how many were written, repetitions included, and 0; or WRONG and an index in ``keys``, if the
    moves of that position are impossible.
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
                successors[count] = successor
                count += 1
    return count, 0


@kernel
def tiers_of(keys, tiers):
    """Write the tier of every key to ``tiers``; returns the index of a key whose tier is out of range, or -1."""
    for i in range(len(keys)):
        number = tier(keys[i])
        if number < 0 or number > 254:
            return i
        tiers[i] = number
    return -1
