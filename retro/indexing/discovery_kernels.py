"""Kernels that find the positions of a game: successors of known ones, sorted, each once.

This source is compiled once per game (`retro.compile.kernels`); the game's functions are globals of the module it is
copied to. Sorting is left to numpy: it releases the interpreter lock and uses vector instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from retro.compile import kernel
from retro.game import ONGOING, SLACK

if TYPE_CHECKING:
    from retro.kernel_names import MAX_MOVES, canonical, moves, tier

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


@kernel
def unique(keys):
    """Move each of the sorted ``keys`` to the front once; how many there are."""
    count = 0
    for i in range(len(keys)):
        if i == 0 or keys[i] != keys[i - 1]:
            keys[count] = keys[i]
            count += 1
    return count


@kernel
def merge(one, other, merged):
    """Merge two sorted arrays, what is in both once; how many."""
    i, j, count = 0, 0, 0
    while i < len(one) and j < len(other):
        a, b = one[i], other[j]
        merged[count] = min(a, b)
        count += 1
        i += a <= b
        j += b <= a
    while i < len(one):
        merged[count] = one[i]
        i += 1
        count += 1
    while j < len(other):
        merged[count] = other[j]
        j += 1
        count += 1
    return count


@kernel
def without(keys, known):
    """Move those of the sorted ``keys`` that are not among the sorted ``known`` to the front; how many."""
    count, j = 0, 0
    for i in range(len(keys)):
        key = keys[i]
        while j < len(known) and known[j] < key:
            j += 1
        if j == len(known) or known[j] != key:
            keys[count] = key
            count += 1
    return count
