"""Kernels for sets of positions as sorted arrays of keys. They do not depend on a game, so all games share them.

numpy does the sorting: it releases the interpreter lock and uses vector instructions.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.roles import kernel


@kernel
def unique(keys):
    """Move each of the sorted ``keys`` to the front once; returns their number."""
    count = 0
    for i in range(len(keys)):
        if i == 0 or keys[i] != keys[i - 1]:
            keys[count] = keys[i]
            count += 1
    return count


@kernel
def merge(one, other, merged):
    """Merge two sorted arrays into ``merged``, common keys once; returns the number of keys."""
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
def without(keys, excluded):
    """Move the sorted ``keys`` that are not in the sorted ``excluded`` to the front; returns their number."""
    count, j = 0, 0
    for i in range(len(keys)):
        key = keys[i]
        while j < len(excluded) and excluded[j] < key:
            j += 1
        if j == len(excluded) or excluded[j] != key:
            keys[count] = key
            count += 1
    return count
