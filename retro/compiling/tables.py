"""Tables: long tuples of numbers that functions of a game read, and their form in compiled code.

numba holds each element of a tuple in a register, and indexes it by a jump with a case for every element, so that
compiling takes memory by the square of the length, and a loop over more than some twelve elements takes three times as
long as over an array. In Python a `Table` equals the tuple. In compiled code it is a pointer to constant memory
(`retro.compiling.table_types`), which is indexed, iterated over, unpacked and searched like any tuple.
"""

from __future__ import annotations

import dis
from collections.abc import Iterable, Mapping
from itertools import pairwise
from types import CodeType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game.instances import module_reading

LONG = 64
"""Tuples up to this length stay numba's: compiling takes no more memory than without them."""
UNROLLED = 12
"""LLVM replaces a loop over a tuple up to this length by its steps, in which the elements are constants."""


class Table(tuple[Any, ...]):
    """A tuple of more than LONG integers or booleans, or of such tuples that all have the same shape; or of more than
    UNROLLED integers or booleans, if a function only iterates over it and searches it."""


def frozen_globals(code: CodeType, values: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Returns the globals of a function with this ``code`` that ``names`` contains, in their form in compiled code."""
    iterated = _iterated(code)
    return {
        name: Table(values[name]) if name in iterated and _is_flat(values[name]) else frozen(values[name], names)
        for name in names
        if name in values
    }


def _iterated(code: CodeType) -> set[str]:
    """Returns the names of globals that code, and functions in it, only iterate over and search with `in`."""
    iterated, others, waiting = set[str](), set[str](), [code]
    while waiting:
        each = waiting.pop()
        waiting += [constant for constant in each.co_consts if isinstance(constant, CodeType)]
        for step, following in pairwise(dis.get_instructions(each)):
            if step.argval in each.co_names:
                only = step.opname == "LOAD_GLOBAL" and following.opname in ("GET_ITER", "CONTAINS_OP")
                (iterated if only else others).add(step.argval)
    return iterated - others


def _is_flat(value: Any) -> bool:
    """Returns whether a value is a tuple of more than UNROLLED integers or booleans."""
    numbers = numbers_of(Table(value)) if type(value) is tuple and len(value) > UNROLLED else None
    return numbers is not None and numbers.ndim == 1


def frozen(value: Any, names: Iterable[str] = ()) -> Any:
    """Returns the form of a global in compiled code: a `Table` for a long tuple, anything else unchanged.

    For a module that has long tuples under some of ``names``, returns a copy in which these are tables.
    """
    if isinstance(value, ModuleType):
        return module_reading(value, names, frozen)
    return value if numbers_of(value) is None else Table(value)


def numbers_of(value: Any) -> NDArray[Any] | None:
    """Returns the numbers of a table or long tuple, with a dimension for each level of nesting; None for others."""
    if type(value) is not Table and not (type(value) is tuple and _long(value)):
        return None
    try:
        numbers = np.array(value)
    except ValueError:  # rows of different lengths, which compiled code cannot index
        return None
    return numbers if numbers.dtype.kind in "biu" else None


def _long(value: Any) -> bool:
    """Returns whether a tuple has more than LONG numbers, if all rows have the length of the first."""
    size = 1
    while type(value) in (tuple, Table) and value:
        size, value = size * len(value), value[0]
    return size > LONG and isinstance(value, bool | int | np.integer | np.bool_)
