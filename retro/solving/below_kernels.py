"""Kernels that look up the values of positions in lower tiers, which are solved already (`retro.solving.below`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import rank
from retro.compiling.roles import inner


@inner
def value_below(key, below):
    """Returns the value of a position of a lower tier; UNKNOWN for a draw."""
    slot, _, _ = rank(key)
    return value_of_slot(slot, below)


@inner
def value_of_slot(slot, below):
    """Returns the value of the position of a slot in a lower tier."""
    return np.int64(below.values[below.indices[slot]])


@inner
def incomplete(below):
    """Returns whether a value that was looked up is not in memory: never."""
    return False
