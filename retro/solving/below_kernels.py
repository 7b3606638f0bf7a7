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
    return np.int64(below.values[below.indices[slot]])
