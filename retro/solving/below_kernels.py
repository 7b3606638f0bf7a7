"""Kernels that look up the values of positions in lower tiers, which are solved already (`retro.solving.below`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import rank
from retro.compiling.roles import borrowing


@borrowing
def value_below(key, below):
    """Returns the value of a position of a lower tier."""
    slot, _, _ = rank(key)
    return value_of_slot(slot, below)


@borrowing
def value_of_slot(slot, below):
    """Returns the value of the position of a slot in a lower tier."""
    return np.int64(below.values[below.indices[slot]])


@borrowing
def incomplete(below):
    """Returns whether a value that was looked up is not in memory: never."""
    return False


@borrowing
def has_second(slot, below):
    """Returns whether a position is worth something else with one of its moves forbidden: never."""
    return False


@borrowing
def value_after(slot, forbidden, key, below):
    """Returns the value of a position of a lower tier, where nothing is forbidden."""
    return value_of_slot(slot, below)
