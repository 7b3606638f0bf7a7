"""Kernels that read a record by its slot where only some pages are in memory (`retro.lookup.pages`).

They replace ``whole_kernels``. Looking up a record that is not in memory requests its page and returns a row of zeros.
The kernel's result is then discarded, and the kernel runs again once the page is loaded.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.instructions import prefetch
from retro.compiling.roles import borrowing, inner
from retro.lookup.pages import ABSENT, FAR, MISSING, QUOTA, REFUSED, REQUESTED, SHIFT, SLOTS, ZEROS


@borrowing
def row_of(index, records):
    """Returns the row of a slot's record; ZEROS if it is not in memory or there is no such slot."""
    offsets, _, numbers = records
    if not 0 <= index < numbers[SLOTS]:
        return ZEROS
    shift = numbers[SHIFT]
    page = index >> shift
    offset = np.int64(offsets[page])
    if offset >= 0:
        return (offset << shift) + (index - (page << shift))
    numbers[MISSING] += 1
    if offset == ABSENT:
        if numbers[QUOTA] > 0:
            offsets[page] = REQUESTED
            numbers[QUOTA] -= 1
        else:
            numbers[REFUSED] += 1
    return ZEROS


@borrowing
def slot_count(records):
    """Returns the number of records."""
    return records[2][SLOTS]


@inner
def rows_of(slots, count, rows, records):
    """Returns the rows of the records of the first ``count`` slots, and whether all of them are in memory.

    The rows are written to ``rows``, and their cache lines are prefetched.
    """
    complete = True
    for i in range(count):
        rows[i] = row_of(slots[i], records)
        if rows[i] != ZEROS:
            prefetch_row(rows[i], records)
        elif 0 <= slots[i] < slot_count(records):
            complete = False
    return rows, complete


@borrowing
def prefetch_row(row, records):
    """Prefetch the record in a row."""
    prefetch(records[1][:, 0], row)


@borrowing
def field_at(row, number, records):
    """Returns field ``number`` of the record in a row."""
    return records[1][row, number]


@borrowing
def has_distances(distances):
    """Whether rows have distances from the start, as their last field."""
    return distances[1].shape[1] > 0


@borrowing
def distance_of(index, distances):
    """Returns the plies from the start to the position of a slot, FAR if it cannot be reached."""
    rows = distances[1]
    distance = np.int64(rows[row_of(index, distances), 0])
    return FAR if distance == (1 << 8 * rows.itemsize) - 1 else distance


@borrowing
def prefetch_record(index, records):
    """Prefetch the offset of the page that has the record of a slot."""
    prefetch(records[0], index >> records[2][SHIFT])
