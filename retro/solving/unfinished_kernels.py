"""Kernels that recognise a move into a tier that is not finished (`retro.solving.schedule`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.roles import borrowing


@borrowing
def among(number, unfinished):
    """Returns whether a tier is one of those that are not finished."""
    if len(unfinished) == 0 or number < unfinished[0]:
        return False
    at = np.searchsorted(unfinished, number)
    return at < len(unfinished) and unfinished[at] == number
