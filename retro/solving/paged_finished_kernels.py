"""Kernels that look up values in finished tiers where only some pages of them are in memory (`PagedValues`).

They replace ``finished_kernels``. A look-up in a page that is not in memory returns any value; then the kernel writes
no more records, and runs again once the page is loaded.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.roles import borrowing
from retro.storage.page_cache import MISSING, ZEROS
from retro.storage.page_kernels import row_of


@borrowing
def value_of_slot(slot, below):
    """Returns the value of the position of a slot in a lower tier."""
    row = row_of(slot, below.indices)
    return 0 if row == ZEROS else np.int64(below.values[below.indices.rows[row, 0]])


@borrowing
def incomplete(below):
    """Returns whether a value that was looked up is not in memory."""
    return below.indices.numbers[MISSING] > 0
