"""Kernels that read a record by its slot where only some pages are in memory (`retro.lookup.pages`).

They replace ``whole_kernels``. Looking up a record that is not in memory marks its page and returns a row of zeros. The
kernel's result is then discarded, and the kernel runs again once the page is loaded.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.instructions import prefetch
from retro.compiling.roles import borrowing, inner
from retro.lookup.pages import FAR
from retro.storage.page_cache import SHIFT, SLOTS, ZEROS
from retro.storage.page_kernels import row_of


@borrowing
def slot_count(records):
    """Returns the number of records."""
    return records.numbers[SLOTS]


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
    prefetch(records.rows[:, 0], row)


@borrowing
def field_at(row, number, records):
    """Returns field ``number`` of the record in a row."""
    return records.rows[row, number]


@borrowing
def has_distances(distances):
    """Whether rows have distances from the start, as their last field."""
    return distances.rows.shape[1] > 0


@borrowing
def distance_of(index, distances):
    """Returns the plies from the start to the position of a slot, FAR if it cannot be reached."""
    rows = distances.rows
    distance = np.int64(rows[row_of(index, distances), 0])
    return FAR if distance == (1 << 8 * rows.itemsize) - 1 else distance


@borrowing
def prefetch_record(index, records):
    """Prefetch the offset of the page that has the record of a slot."""
    prefetch(records.table, index >> records.numbers[SHIFT])
