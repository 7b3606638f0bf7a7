"""Kernels of the acyclic backend: the value of a position from those of its successors, which are all known.

This source is compiled once per game (`retro.compile.kernels`), after ``symmetry_kernels``, ``value_kernels`` and
``tiers_kernels``; the game's functions, the constants below and the kernels of those are globals of the module it is
copied to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit

from retro.game import DRAW, ONGOING, SLACK, UNKNOWN, WIN

if TYPE_CHECKING:
    from retro.solving.kernel_names import MAX_MOVES, ORBITS, SCORES, first_to_move, moves, no_moves, rank, unrank
    from retro.solving.symmetry_kernels import images
    from retro.solving.value_kernels import preference, turned, value_of

VALUES = 1 << 15
"""Counters: states by value, final positions by value, then these."""
POSITIONS, CHECKMATES, STORED, EDGES = range(2 * VALUES, 2 * VALUES + 4)
COUNTERS = 2 * VALUES + 4

LEAST = -(1 << 30)


@njit(nogil=True, cache=True)
def settle(start, stop, tiers, number, values, counters):
    """Give slots start..stop-1 of the tier ``number`` their values; one that cannot have one, or -1."""
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    for index in range(start, stop):
        if tiers[index] != number:
            continue
        key = unrank(index)
        # scores for the first player: the second one likes them small
        sign = -1 if SCORES == "first" and not first_to_move(key) else 1
        weight = images(key) if ORBITS else 1
        count = moves(key, out)
        best, checkmate = LEAST, 0
        for j in range(count):
            value = out[j, 2]
            if value == ONGOING:
                successor = rank(out[j, 0])[0]
                if successor < 0 or values[successor] == UNKNOWN:
                    return index
                value = turned(np.int64(values[successor]))
                counters[EDGES] += 1
            elif value == WIN:
                checkmate = 1
            best = max(best, sign * preference(value))
        value = value_of(sign * best)
        if count == 0:
            value = np.int64(no_moves(key))
            if value <= UNKNOWN or value >= VALUES:
                return index
        if value == UNKNOWN:
            value = DRAW
        values[index] = value
        counters[value] += weight
        if count == 0:
            counters[VALUES + value] += weight
        counters[POSITIONS] += weight
        counters[STORED] += 1
        if not SCORES:
            counters[CHECKMATES] += checkmate * weight
    return -1
