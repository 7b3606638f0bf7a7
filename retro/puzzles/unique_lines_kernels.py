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
    """Whether some state of a position may have a value."""
    return best_of(index, records, values) == value or second_of(index, records, values) == value


@kernel
def two_plies_before(start, slots, between, value, records, values, buffer):
    """Write slots with ``value`` from which one move leads to a value ``between`` and the next one to slots[start:].

    Some slots are written several times. Returns the index in ``slots`` at which to continue because ``buffer`` is
    full, and the number of slots written.
    """
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    earlier = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    written = 0
    for number in range(start, len(slots)):
        if written + MAX_UNMOVES * MAX_UNMOVES > len(buffer):
            return number, written
        for i in range(unmoves(unrank(slots[number]), edges)):
            index, _, _ = rank(edges[i, 0])
            if not may_have(index, between, records, values):
                continue
            for j in range(unmoves(unrank(index), earlier)):
                index, _, _ = rank(earlier[j, 0])
                if may_have(index, value, records, values):
                    buffer[written] = index
                    written += 1
    return len(slots), written
