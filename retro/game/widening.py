"""Copies of a plugin's functions whose tables give the same results in plain Python and in compiled code.

By the contract an entry of a table is an integer of 64 bits. But numpy computes in the type of the table: with int16
``TABLE[i] * 1000`` wraps around, and with bool ``FLAGS[i] + FLAGS[j]`` is at most 1. numba does so if all operands are
unsigned, and for a minus sign: with uint8 ``-TABLE[i]`` is positive.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import CellType, FunctionType, ModuleType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from retro.game.instances import module_reading, reading
from retro.game.reads import content, is_library
from retro.game.syntax import names_in

COMPILING = ("BOUNDS_CHECKED",)
"""Globals that say how a module's functions are compiled (`retro.compiling.compile`); no code names them."""
Called = TypeVar("Called", bound=Callable[..., Any])


class WideArray(np.ndarray):
    """An array whose single entries are Python integers and booleans; numba treats it as an ordinary array."""

    def __getitem__(self, index: Any, item: Any = np.ndarray.item) -> Any:
        if self.ndim == 1 or type(index) is tuple:
            try:
                return item(self, index)  # several times as fast as what numpy does for a subclass
            except (TypeError, ValueError):
                pass  # no single entry: a slice, or fewer numbers than axes
        return super().__getitem__(index)


_COPIES: WeakKeyDictionary[FunctionType, FunctionType | None] = WeakKeyDictionary()
"""The result of `widened` for each function; None if that is the function itself."""


def widened(function: Called) -> Called:
    """A copy of the function in which each array of integers that it reaches is a `WideArray`.

    numpy scalars become Python numbers. Repeated calls return the same copy, or the function itself if it reaches no
    array. Functions of this package keep their tables.
    """
    return _of(function, [])  # type: ignore[no-any-return]


def _of(value: Any, names: list[str]) -> Any:
    """The copy of any value that a function reaches; of a module, only the attributes ``names`` are copied."""
    if isinstance(value, np.integer | np.bool_):
        return value.item()
    if isinstance(value, np.ndarray):
        return _signed(value).view(WideArray) if value.dtype.kind in "biu" else value
    if type(value) is tuple:
        entries = tuple(_of(each, names) for each in value)
        return entries if any(map(operator.is_not, entries, value)) else value
    if isinstance(value, ModuleType):
        return module_reading(value, names, lambda each: _of(each, names))
    if isinstance(value, FunctionType):
        return value if is_library(value) else _of_function(value)
    return value


def _signed(table: NDArray[Any]) -> NDArray[Any]:
    """The table in a signed type that also holds the negative of each entry; booleans and 64-bit tables unchanged."""
    if table.dtype.kind == "b" or table.itemsize == 8 or not table.size:
        return table
    signed = np.result_type(table.dtype, np.int8)
    if table.min() == np.iinfo(signed).min:
        signed = np.dtype(f"i{2 * signed.itemsize}")
    return table.astype(signed, copy=False)


def _of_function(function: FunctionType) -> FunctionType:
    if function not in _COPIES:
        _COPIES[function] = None  # until the copy exists, for functions that call themselves
        names = names_in(function.__code__)
        used = {name: function.__globals__[name] for name in names if name in function.__globals__}
        reached = [*used.values(), *map(content, function.__closure__ or ())]
        engine = (function.__module__ or "").partition(".")[0] == "retro"
        copies = [each if engine and not callable(each) else _of(each, names) for each in reached]
        if any(map(operator.is_not, copies, reached)):
            namespace = dict(zip(used, copies, strict=False)) | {"__name__": function.__module__}
            namespace |= {name: function.__globals__[name] for name in COMPILING if name in function.__globals__}
            closure = tuple(map(CellType, copies[len(used) :]))
            _COPIES[function] = reading(function, namespace, closure)
    return _COPIES[function] or function
