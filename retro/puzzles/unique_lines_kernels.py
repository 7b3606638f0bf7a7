"""Kernel that takes two moves back (`retro.puzzles.unique_lines`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_UNMOVES, rank, unmoves, unrank
from retro.compiling.roles import inner, kernel
from retro.game import SLACK
from retro.lookup.table_kernels import best_of, second_of


@inner
def may_have(index, value, records, values):
    """Whether a state of a position has a value, if it has such a state."""
    return best_of(index, records, values) == value or second_of(index, records, values) == value


@kernel
def two_plies_before(start, slots, between, value, records, values, found):
    """Write the slots with ``value`` from which one move leads to ``between`` and the next one to slots[start:].

    Some are written several times. Returns from where to go on because ``found`` is full, and how many are written.
    """
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    earlier = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    many = 0
    for place in range(start, len(slots)):
        if many + MAX_UNMOVES * MAX_UNMOVES > len(found):
            return place, many
        for i in range(unmoves(unrank(slots[place]), edges)):
            index, _, _ = rank(edges[i, 0])
            if not may_have(index, between, records, values):
                continue
            for j in range(unmoves(unrank(index), earlier)):
                index, _, _ = rank(earlier[j, 0])
                if may_have(index, value, records, values):
                    found[many] = index
                    many += 1
    return len(slots), many
