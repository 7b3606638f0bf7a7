"""Kernels that know where the record of a slot lies: in one table of all records, which is in memory as a whole.

``paged_kernels`` define the same names where it is not.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import REPETITION
from retro.compiling.instructions import prefetch
from retro.compiling.roles import inner


@inner
def width():
    """Fields in a record."""
    return 3 if REPETITION else 1


@inner
def slots_of(fields):
    """How many records there are."""
    return len(fields) // width()


@inner
def place_of(index, fields):
    """Where the record of a slot lies."""
    return index


@inner
def places_of(slots, many, places, fields):
    """Where the records of the first ``many`` slots lie, and whether all that there are can be looked at now.

    ``places`` is room for the answer.
    """
    return slots, True


@inner
def field_at(place, number, fields):
    """A field of the record that lies there."""
    return fields[place * width() + number]


@inner
def searched(distances):
    """Whether there are distances from the start."""
    return len(distances) > 0


@inner
def distance_of(index, distances):
    """How far from the start the position of a slot is."""
    return distances[index]


@inner
def ask_for(index, fields):
    """A record that will soon be looked at."""
    prefetch(fields, index * width())
