"""Kernels that know where the record of a slot lies if not all are in memory, but some pages (`retro.lookup.pages`).

They take the place of ``whole_kernels``. A record that is not there is asked for, and one of zeros stands for it:
whatever a kernel finds then counts for nothing, and it is run again when the page is there.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.instructions import prefetch
from retro.compiling.roles import borrowing, inner
from retro.lookup.pages import ABSENT, MISSING, REFUSED, ROOM, SHIFT, SLOTS, WANTED, ZEROS


@borrowing
def place_of(index, fields):
    """The row in which the record of a slot lies; ZEROS if it is not there, or if there is no such slot."""
    places, _, numbers = fields
    if not 0 <= index < numbers[SLOTS]:
        return ZEROS
    shift = numbers[SHIFT]
    page = index >> shift
    place = np.int64(places[page])
    if place >= 0:
        return (place << shift) + (index - (page << shift))
    numbers[MISSING] += 1
    if place == ABSENT:
        if numbers[ROOM] > 0:
            places[page] = WANTED
            numbers[ROOM] -= 1
        else:
            numbers[REFUSED] += 1
    return ZEROS


@borrowing
def slots_of(fields):
    """How many records there are."""
    return fields[2][SLOTS]


@inner
def places_of(slots, many, places, fields):
    """Where the records of the first ``many`` slots lie, and whether all that there are can be looked at now.

    ``places`` is room for the answer. Their cache lines are asked for.
    """
    there = True
    for i in range(many):
        places[i] = place_of(slots[i], fields)
        if places[i] != ZEROS:
            ask_for_row(places[i], fields)
        elif 0 <= slots[i] < slots_of(fields):
            there = False
    return places, there


@borrowing
def ask_for_row(place, fields):
    """A record that will soon be looked at, and lies there."""
    prefetch(fields[1][:, 0], place)


@borrowing
def field_at(place, number, fields):
    """A field of the record that lies there."""
    return fields[1][place, number]


@borrowing
def searched(distances):
    """Whether there are distances from the start: they are the last field of every row."""
    return distances[1].shape[1] > 0


@borrowing
def distance_of(index, distances):
    """How far from the start the position of a slot is."""
    return distances[1][place_of(index, distances), 0]


@borrowing
def ask_for(index, fields):
    """A record that will soon be looked at."""
    prefetch(fields[0], index >> fields[2][SHIFT])
