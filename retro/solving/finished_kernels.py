"""Kernels that look up the values of slots in finished tiers, which are all in memory (`retro.solving.below`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.roles import borrowing


@borrowing
def value_of_slot(slot, below):
    """Returns the value of the position of a slot in a lower tier."""
    return np.int64(below.values[below.indices[slot]])


@borrowing
def incomplete(below):
    """Returns whether a value that was looked up is not in memory: never."""
    return False
