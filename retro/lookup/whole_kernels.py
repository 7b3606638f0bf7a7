"""Kernels that read a record by its slot from a table of all records in memory.

``paged_kernels`` define the same names for a table of which only some pages are in memory.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import REPETITION
from retro.compiling.instructions import prefetch
from retro.compiling.roles import inner


@inner
def width():
    """Returns the number of fields of a record."""
    return 3 if REPETITION else 1


@inner
def slots_of(fields):
    """Returns the number of records."""
    return len(fields) // width()


@inner
def place_of(index, fields):
    """Returns the row of a slot's record."""
    return index


@inner
def places_of(slots, count, rows, fields):
    """Returns the rows of the records of the first ``count`` slots, and whether all of them are in memory.

    ``rows`` is a buffer that only the paged variant needs.
    """
    return slots, True


@inner
def field_at(row, number, fields):
    """Returns field ``number`` of the record in a row."""
    return fields[row * width() + number]


@inner
def searched(distances):
    """Whether distances from the start are given."""
    return len(distances) > 0


@inner
def distance_of(index, distances):
    """Returns the plies from the start to the position of a slot."""
    return distances[index]


@inner
def ask_for(index, fields):
    """Prefetch the record of a slot."""
    prefetch(fields, index * width())
