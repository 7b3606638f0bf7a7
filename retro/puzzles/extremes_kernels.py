"""Kernels that count what forbidden moves change (`retro.puzzles.extremes`)."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.roles import kernel
from retro.lookup.table_kernels import best_index, second_index


@kernel
def pairs(start, stop, records, counts, first):
    """Count the records of slots start..stop-1 by the indices of best and second.

    ``first[best, second]`` becomes the first slot with them.
    """
    for index in range(start, stop):
        best, second = best_index(index, records), second_index(index, records)
        counts[best, second] += 1
        if first[best, second] < 0:
            first[best, second] = index
