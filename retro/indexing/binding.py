"""Binds an index's tables to the plain functions that read them.

A game's rules call the bound functions, and the engine compiles them with their tables as constants.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
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


def bound(functions: Sequence[Callable[..., Any]], tables: Mapping[str, Any]) -> list[Any]:
    """Copies of functions of one module whose globals are the module's, but for ``tables`` and the copies themselves.

    The module defines placeholders under the names of the tables. GameError if a table is too large for machine code.
    """
    for name, table in tables.items():
        if isinstance(table, np.ndarray):
            check_size(name, table.nbytes)
    namespace: dict[str, Any] = {**vars(sys.modules[functions[0].__module__]), **tables}
    for function in functions:
        assert isinstance(function, FunctionType)
        namespace[function.__name__] = FunctionType(function.__code__, namespace, function.__name__)
    return [namespace[function.__name__] for function in functions]


def check_size(name: str, size: int) -> None:
    """Raise GameError if the table ``name`` of ``size`` bytes is too large to become part of machine code."""
    if size > FROZEN_BYTES:
        raise GameError(
            f"the index needs a table of {size:,} bytes ({name}), more than 2**20: "
            f"use fewer squares, pieces or symmetries in one index, or {INSTEAD}"
        )
