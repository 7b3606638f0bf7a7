"""Kernels for sets of positions: sorted arrays of keys. They know nothing of a game, so all games share them.

Sorting is left to numpy: it releases the interpreter lock and uses vector instructions.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.roles import kernel


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
