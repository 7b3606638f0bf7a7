"""Kernels that find the positions of a game: the successors of positions, and their tiers.

``sorted_kernels`` sort and unite the keys.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, canonical, moves, tier
from retro.compiling.roles import inner, kernel
from retro.game import ONGOING, SLACK
from retro.game.bits import low_product

WRONG = -1
"""Returned instead of a count if the result of `moves` is impossible; the plain function then gives the reason."""


SEEN_BITS = 13
"""Binary logarithm of the entries of a table of the latest successors. Of those of neighbouring positions many are
equal: 84 % of them in four king-steppers a side on 5 x 5, whose images are then not computed again."""
SEEN_FACTOR = 0x1E3779B97F4A7C15
"""An odd number; the product with it spreads keys over the table."""


@inner
def seen_entry(key):
    """Returns the entry of a key in a table of the latest successors."""
    return low_product(key, SEEN_FACTOR) >> (63 - SEEN_BITS)


@kernel
def expand(keys, successors):
    """Writes the canonical successors of ``keys``, some of them more than once.

    Returns their number, and the number of keys whose moves were made before there might not have been room for more,
    at least one; WRONG and an index in ``keys`` if the moves of that position are impossible. ``successors`` has at
    least MAX_MOVES entries.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    seen = np.full(1 << SEEN_BITS, -1, np.int64)
    count = 0
    for i in range(len(keys)):
        if count + MAX_MOVES > len(successors):
            return count, i
        n = moves(keys[i], out)
        if n < 0 or n > MAX_MOVES:
            return WRONG, i
        for j in range(n):
            if out[j, 2] == ONGOING:
                key = out[j, 0]
                entry = seen_entry(key)
                if seen[entry] != key:
                    seen[entry] = key
                    successor = canonical(key)[0]
                    if successor < 0:
                        return WRONG, i
                    successors[count] = successor
                    count += 1
    return count, len(keys)


@kernel
def tiers_of(keys, tiers):
    """Write the tier of every key to ``tiers``; returns the index of a key whose tier is out of range, or -1."""
    for i in range(len(keys)):
        number = tier(keys[i])
        if number < 0 or number > 254:
            return i
        tiers[i] = number
    return -1
