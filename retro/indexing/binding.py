"""Tables bound to the plain functions that read them, to be called by a game's rules and compiled by the engine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from retro.system.errors import GameError

FROZEN_BYTES = 1 << 20
"""Larger tables are not frozen into machine code: each cached function that reads one would have a copy of it."""

INSTEAD = "leave out rank, unrank and SLOTS: positions are then enumerated, with image for symmetry"
SOME_MEN = "an index of some of the pieces, whose g turns the others (docs: Indices and bits, Four men on 64 squares)"
"""What can be done in place of an index that cannot be made."""


def bound(functions: Sequence[Callable[..., Any]], tables: Mapping[str, Any]) -> list[Any]:
    """Functions of one module with ``tables`` and each other as globals, instead of stand-ins of the same names.

    GameError if a table is too large for machine code.
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
    """GameError if a table of ``size`` bytes cannot be frozen into machine code."""
    if size > FROZEN_BYTES:
        raise GameError(
            f"the index needs a table of {size:,} bytes ({name}), more than 2**20: "
            f"use fewer squares, pieces or symmetries in one index, or {INSTEAD}"
        )
