"""The kernel that finds the row of a slot among the pages in memory (`retro.storage.page_cache`)."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.roles import borrowing
from retro.storage.page_cache import ABSENT, MARKED, MISSING, QUOTA, REFUSED, SHIFT, SLOTS, ZEROS


@borrowing
def row_of(slot, pages):
    """Returns the row of a slot; ZEROS if it is not in memory or there is no such slot.

    A page that is not in memory is marked, so that it is loaded; the result of the task does not count then.
    """
    table, _, numbers = pages
    if not 0 <= slot < numbers[SLOTS]:
        return ZEROS
    shift = numbers[SHIFT]
    page = slot >> shift
    place = np.int64(table[page])
    if place >= 0:
        return (place << shift) + (slot - (page << shift))
    numbers[MISSING] += 1
    if place == ABSENT:
        if numbers[QUOTA] > 0:
            table[page] = MARKED
            numbers[QUOTA] -= 1
        else:
            numbers[REFUSED] += 1
    return ZEROS
