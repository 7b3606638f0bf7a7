"""Kernels that know where the record of a slot lies if not all are in memory, but some pages (`retro.analysis.pages`).

They take the place of ``whole_kernels``. A record that is not there is asked for, and one of zeros stands for it:
whatever a kernel finds then counts for nothing, and it is run again when the page is there.
"""

from __future__ import annotations

import numpy as np

from retro.analysis.pages import ABSENT, MISSING, REFUSED, ROOM, SHIFT, SLOTS, WANTED, ZEROS
from retro.compile import borrowing
from retro.intrinsics import prefetch


@borrowing
def row_of(index, fields):
    """Where the record of a slot is; ZEROS if it is not there, or if there is no such slot."""
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


@borrowing
def field(index, number, fields):
    """A field of the record of a slot."""
    return fields[1][row_of(index, fields), number]


@borrowing
def held(index, fields):
    """Whether the record of a slot can be looked at now."""
    return row_of(index, fields) != ZEROS


@borrowing
def searched(distances):
    """Whether there are distances from the start: they are the last field of every row."""
    return distances[1].shape[1] > 0


@borrowing
def distance_of(index, distances):
    """How far from the start the position of a slot is."""
    return distances[1][row_of(index, distances), 0]


@borrowing
def ask_for(index, fields):
    """A record that will soon be looked at."""
    prefetch(fields[0], index >> fields[2][SHIFT])


@borrowing
def ask_nearer(index, fields):
    """The same, after `ask_for`."""
    places, rows, numbers = fields
    shift = numbers[SHIFT]
    place = np.int64(places[index >> shift])
    if place >= 0:
        prefetch(rows[:, 0], (place << shift) + (index & ((1 << shift) - 1)))
