"""What a plugin's functions read, prepared so that plain Python and compiled code compute the same of it.

An entry of a table is a whole number of 64 bits. numpy computes in the type of the table: of int16, ``TABLE[i] * 1000``
wraps around, and of bool, ``FLAGS[i] + FLAGS[j]`` is at most 1. So does numba where all operands are unsigned, and for
a minus sign: of uint8, ``-TABLE[i]`` is positive.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import CellType, FunctionType, ModuleType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from retro.game.fingerprint import LIBRARIES, content, names_in

Called = TypeVar("Called", bound=Callable[..., Any])


class WideArray(np.ndarray):
    """An array whose entries are Python's integers and booleans when they are read one by one; numba sees an array."""

    def __getitem__(self, index: Any, item: Any = np.ndarray.item) -> Any:
        if self.ndim == 1 or type(index) is tuple:
            try:
                return item(self, index)  # several times as fast as what numpy does for a subclass
            except (TypeError, ValueError):
                pass  # no single entry: a slice, or fewer numbers than axes
        return super().__getitem__(index)


_COPIES: WeakKeyDictionary[FunctionType, FunctionType | None] = WeakKeyDictionary()
"""What `widened` made of each function; None where it is the function itself."""


def widened(function: Called) -> Called:
    """The function with a `WideArray` in the place of each array of integers that it, or a function it calls, reads.

    Numbers of numpy become Python's. A copy, the same one each time; the function itself if it reaches nothing of that.
    Functions of this package compute with their tables as they are.
    """
    return _of(function, [])  # type: ignore[no-any-return]


def _of(value: Any, names: list[str]) -> Any:
    """The same of any value that a function reaches; of a module, only what is called by ``names`` counts."""
    if isinstance(value, np.integer | np.bool_):
        return value.item()
    if isinstance(value, np.ndarray):
        return _signed(value).view(WideArray) if value.dtype.kind in "biu" else value
    if type(value) is tuple:
        entries = tuple(_of(each, names) for each in value)
        return entries if any(map(operator.is_not, entries, value)) else value
    if isinstance(value, ModuleType):
        return _of_module(value, names)
    if isinstance(value, FunctionType) and not hasattr(value, "compiled"):
        return value if _package(value) in LIBRARIES else _of_function(value)
    return value


def _signed(table: NDArray[Any]) -> NDArray[Any]:
    """The table in a signed type that holds the negative of each entry, too; booleans and 64 bits as they are."""
    if table.dtype.kind == "b" or table.itemsize == 8 or not table.size:
        return table
    signed = np.result_type(table.dtype, np.int8)
    if table.min() == np.iinfo(signed).min:
        signed = np.dtype(f"i{2 * signed.itemsize}")
    return table.astype(signed, copy=False)


def _of_module(module: ModuleType, names: list[str]) -> ModuleType:
    known = {name: vars(module)[name] for name in names if name in vars(module)}
    copy = ModuleType(module.__name__)
    vars(copy).update({name: _of(value, names) for name, value in known.items()})
    return copy if any(vars(copy)[name] is not value for name, value in known.items()) else module


def _of_function(function: FunctionType) -> FunctionType:
    if function not in _COPIES:
        _COPIES[function] = None  # until it is known, for functions that call themselves
        names = names_in(function.__code__)
        known = {name: function.__globals__[name] for name in names if name in function.__globals__}
        reached = [*known.values(), *map(content, function.__closure__ or ())]
        engine = _package(function) == "retro"
        copies = [each if engine and not callable(each) else _of(each, names) for each in reached]
        if any(map(operator.is_not, copies, reached)):
            namespace = dict(zip(known, copies, strict=False)) | {"__name__": function.__module__}
            closure = tuple(map(CellType, copies[len(known) :]))
            made = FunctionType(function.__code__, namespace, None, function.__defaults__, closure)
            made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, function.__qualname__
            _COPIES[function] = made
    return _COPIES[function] or function


def _package(function: FunctionType) -> str:
    return (function.__module__ or "").partition(".")[0]
