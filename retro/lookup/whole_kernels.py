"""Kernels that read a record by its slot from a table of all records in memory.

``paged_kernels`` define the same names for a table of which only some pages are in memory.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import REPETITION
from retro.compiling.instructions import prefetch
from retro.compiling.roles import inner
from retro.lookup.pages import FAR


@inner
def width():
    """Returns the number of fields of a record."""
    return 3 if REPETITION else 1


@inner
def slot_count(records):
    """Returns the number of records."""
    return len(records) // width()


@inner
def row_of(index, records):
    """Returns the row of a slot's record."""
    return index


@inner
def rows_of(slots, count, rows, records):
    """Returns the rows of the records of the first ``count`` slots, and whether all of them are in memory.

    ``rows`` is a buffer that only the paged variant needs.
    """
    return slots, True


@inner
def field_at(row, number, records):
    """Returns field ``number`` of the record in a row."""
    return records[row * width() + number]


@inner
def has_distances(distances):
    """Whether distances from the start are given."""
    return len(distances) > 0


@inner
def distance_of(index, distances):
    """Returns the plies from the start to the position of a slot, FAR if it cannot be reached."""
    distance = np.int64(distances[index])
    return FAR if distance == (1 << 8 * distances.itemsize) - 1 else distance


@inner
def prefetch_record(index, records):
    """Prefetch the record of a slot."""
    prefetch(records, index * width())
