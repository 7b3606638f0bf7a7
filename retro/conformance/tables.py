"""Tables that functions read: numpy arrays that are globals, of integers, and small enough for the code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.conformance.report import Failed
from retro.game.fingerprint import names_in
from retro.indexing.binding import FROZEN_BYTES


def check(functions: Iterable[Callable[..., Any]]) -> int:
    """Look at every table that the functions, and those that they call, read; how many. `Failed` names a wrong one."""
    seen: set[int] = set()
    checked = 0
    for function in functions:
        for name, reader, array in _tables(function, seen):
            problem = _problem(array)
            if problem:
                where = f"{reader.__name__} ({(reader.__module__ or '').rpartition('.')[2]}.py)"
                raise Failed(f"the table {name}, read by {where}, {problem}")
            checked += 1
    return checked


def _problem(array: NDArray[Any]) -> str:
    """Why an array is no table, in words; empty if it is one."""
    if array.nbytes > FROZEN_BYTES:
        return f"has {array.nbytes:,} bytes; a table has 2**20 at most, for it becomes part of machine code"
    if array.dtype == np.uint64:
        return "holds uint64, which makes floats together with other integers; choose int64"
    if array.dtype.kind not in "biu":
        return f"holds {array.dtype}, not integers of at most 64 bits or booleans"
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        return "is a view with gaps, which cannot become part of machine code; take a copy"
    return ""


def _tables(function: Any, seen: set[int]) -> Iterator[tuple[str, FunctionType, NDArray[Any]]]:
    """Tables that a function and those that it calls read: each one's name, who reads it, and the array."""
    if not isinstance(function, FunctionType) or id(function) in seen:
        return
    seen.add(id(function))
    for name, value in _read(function):
        if isinstance(value, FunctionType):
            yield from _tables(value, seen)
        else:
            yield from ((name, function, array) for array in _arrays(value))


def _read(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Globals that a function names, and what it may take out of modules."""
    names = names_in(function.__code__)
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            yield from ((f"{name}.{each}", vars(value)[each]) for each in names if each in vars(value))
        else:
            yield name, value


def _arrays(value: Any) -> Iterator[NDArray[Any]]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _arrays(each)
