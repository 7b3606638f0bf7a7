"""Limits of the tables of an index, which are constants of the machine code that reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from retro.system.errors import GameError

FROZEN_BYTES = 1 << 20
"""Size limit of a table that becomes part of machine code: each cached function that reads a table has a copy of it."""

INSTEAD = "leave out rank, unrank and SLOTS: positions are then enumerated, with image for symmetry"
SOME_MEN = (
    "an index of some of the pieces, whose g turns the others, as in SLOTS, rank_kings, kings_of = "
    "legal_index(range(64**2), legal, image, 8) (docs: Indices and bits, Four men on 64 squares)"
)
"""Remedies in error messages of indices that would be too large."""


def check_size(name: str, size: int) -> None:
    """Raise GameError if the table ``name`` of ``size`` bytes is too large to become part of machine code."""
    if size > FROZEN_BYTES:
        raise GameError(
            f"the index needs a table of {size:,} bytes ({name}), more than 2**20: "
            f"use fewer squares, pieces or symmetries in one index, or {INSTEAD}"
        )


def check_sizes(given: Mapping[str, Any]) -> None:
    """Raise GameError if a table among the values of an index is too large to become part of machine code."""
    for name, value in given.items():
        if isinstance(value, np.ndarray):
            check_size(name, value.nbytes)
