"""Kernels that look up values while a tier is swept: in records of the tier, or in finished tiers."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    COUNT_MASK,
    MOVE_SHIFT,
    NO_MOVE,
    PLY_BITS,
    SECOND_SHIFT,
    TOP,
    VALUE_MASK,
)
from retro.compiling.roles import borrowing
from retro.game import NONE
from retro.game.values import UNDECIDED, value_at
from retro.solving.finished_kernels import value_of_slot
from retro.solving.update_kernels import best_is_set, second_is_set
from retro.solving.value_kernels import endless_points


@borrowing
def has_second(slot, held):
    """Returns whether a position is worth something else with one of its moves forbidden, as far as records say."""
    records, below = held
    number = slot - below.first
    if np.uint64(np.int64(number)) >= np.uint64(below.slots):
        return False
    return np.int64(records[number]) >> MOVE_SHIFT & NO_MOVE != NO_MOVE


@borrowing
def value_after(slot, forbidden, key, held):
    """Returns the value of a position with a move forbidden; one that is not known yet is that of play without end.

    ``held`` has the records of the tier, and ``below``.
    """
    records, below = held
    number = slot - below.first
    if np.uint64(np.int64(number)) >= np.uint64(below.slots):
        return value_of_slot(slot, below)
    old = np.int64(records[number])
    best, count = old >> BEST_SHIFT, old & COUNT_MASK
    code = best if best_is_set(best, count) else UNDECIDED
    if forbidden != NONE and forbidden == (old >> MOVE_SHIFT) & NO_MOVE:
        second = (old >> SECOND_SHIFT) & VALUE_MASK
        code = second if second_is_set(best, second, count) else UNDECIDED
    return value_at(code, endless_points(key), TOP, PLY_BITS)
