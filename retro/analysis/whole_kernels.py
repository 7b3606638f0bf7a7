"""Kernels that know where the record of a slot lies: in one table of all records, which is in memory as a whole.

``paged_kernels`` define the same names where it is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro.compile import inner
from retro.intrinsics import prefetch

if TYPE_CHECKING:
    from retro.kernel_names import REPETITION


@inner
def width():
    """Fields in a record."""
    return 3 if REPETITION else 1


@inner
def slots_of(fields):
    """How many records there are."""
    return len(fields) // width()


@inner
def field(index, number, fields):
    """A field of the record of a slot."""
    return fields[index * width() + number]


@inner
def held(index, fields):
    """Whether the record of a slot can be looked at now."""
    return True


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


@inner
def ask_nearer(index, fields):
    """The same, after `ask_for`: that was enough."""
