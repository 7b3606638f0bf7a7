"""Kernels that read a record by its slot from the records of a solution in memory (`retro.solving.record`).

They replace ``whole_kernels``. Records are a pair: the words of all slots, and the list of all values.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import BEST_SHIFT, MOVE_SHIFT, NO_MOVE, REPETITION, SECOND_SHIFT, VALUE_MASK
from retro.compiling.instructions import prefetch
from retro.compiling.roles import inner
from retro.game import NONE
from retro.game.values import NO_VALUE
from retro.lookup.pages import FAR
from retro.storage.block import stored_move


@inner
def slot_count(records):
    """Returns the number of records."""
    return len(records[0])


@inner
def row_of(index, records):
    """Returns the row of a slot's record."""
    return index


@inner
def rows_of(slots, count, rows, records):
    """Returns the rows of the records of the first ``count`` slots, and whether all of them are in memory."""
    return slots, True


@inner
def number_of(value, values):
    """Returns the index of a value in a list of values that ascend."""
    first, last = 0, len(values) - 1
    while first < last:
        middle = (first + last + 1) >> 1
        if values[middle] > value:
            last = middle - 1
        else:
            first = middle
    return first


@inner
def field_at(row, number, records):
    """Returns field ``number`` of the record in a row: the index in the list of values of best or second, or the only
    move as it is stored."""
    words, values = records
    word = np.int64(words[row])
    if not REPETITION:
        return number_of(word + NO_VALUE, values)
    best = (word >> BEST_SHIFT) & VALUE_MASK
    second, only_move = (word >> SECOND_SHIFT) & VALUE_MASK, (word >> MOVE_SHIFT) & NO_MOVE
    forbids = only_move != NO_MOVE and (best > 1 or second > 1)
    if number == 2:
        return stored_move(only_move if forbids else NONE)
    code = second if number == 1 and forbids else best
    return max(code, 1) if word != 0 else 0


@inner
def has_distances(distances):
    """Whether distances from the start are given: they are not known yet."""
    return False


@inner
def distance_of(index, distances):
    """Returns the plies from the start to the position of a slot."""
    return FAR


@inner
def prefetch_record(index, records):
    """Prefetch the record of a slot."""
    prefetch(records[0], index)
