"""Kernels that find the positions of a game: the successors of positions, and their tiers.

``sorted_kernels`` sort and unite the keys.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, canonical, moves, tier
from retro.compiling.roles import inner, kernel
from retro.game import SLACK, goes_on
from retro.game.bits import low_product
from retro.game.rules import MAX_TIERS

WRONG = -1
"""Returned instead of a count if the result of `moves` is impossible; the plain function then gives the reason."""


SEEN_BITS = 13
"""Binary logarithm of the entries of a table of the latest successors. Neighbouring positions have many successors in
common, whose images are then computed once: 84 % of the successors of four king-steppers a side on 5 x 5."""
SEEN_FACTOR = 0x1E3779B97F4A7C15
"""An odd number; the product with it spreads keys over the table."""


SAMPLE_BITS = 10
"""One position of 2**SAMPLE_BITS is in the sample whose edges predict the memory of all edges."""
SAMPLE_FACTOR = 0x5851F42D4C957F2D
"""An odd number; the highest bits of the product with it choose the positions of the sample."""


@inner
def seen_entry(key):
    """Returns the entry of a key in a table of the latest successors."""
    return low_product(key, SEEN_FACTOR) >> (63 - SEEN_BITS)


@kernel
def expand(keys, successors, edges):
    """Writes the canonical successors of ``keys``, some of them more than once, and the edges to sampled positions.

    Returns the number of successors; the number of keys whose moves were made, which are all of them unless the next
    key might have more successors than ``successors`` has entries left; and the number of edges. If the moves of a
    position are impossible, returns WRONG, its index in ``keys``, and 0. ``successors`` has at least MAX_MOVES entries,
    so at least one key is done. A row of ``edges`` has target and source; edges beyond its last row are not written.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    seen = np.full((1 << SEEN_BITS, 2), -1, np.int64)  # key, and its canonical one if that is in the sample, or -1
    count, n_edges = 0, 0
    for i in range(len(keys)):
        if count + MAX_MOVES > len(successors):
            return count, i, n_edges
        n = moves(keys[i], out)
        if n < 0 or n > MAX_MOVES:
            return WRONG, i, 0
        for j in range(n):
            if goes_on(out[j, 2]):
                key = out[j, 0]
                entry = seen_entry(key)
                if seen[entry, 0] != key:
                    successor = canonical(key)[0]
                    if successor < 0:
                        return WRONG, i, 0
                    successors[count] = successor
                    count += 1
                    sampled = low_product(successor, SAMPLE_FACTOR) >> (63 - SAMPLE_BITS) == 0
                    seen[entry, 0], seen[entry, 1] = key, successor if sampled else -1
                if seen[entry, 1] >= 0 and n_edges < len(edges):
                    edges[n_edges, 0], edges[n_edges, 1] = seen[entry, 1], keys[i]
                    n_edges += 1
    return count, len(keys), n_edges


@kernel
def tiers_of(keys, tiers):
    """Writes the tier of every key to ``tiers``. Returns the index of a key whose tier is out of range, or -1."""
    for i in range(len(keys)):
        number = tier(keys[i])
        if number < 0 or number >= MAX_TIERS:
            return i
        tiers[i] = number
    return -1
