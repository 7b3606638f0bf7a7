"""Tables: long tuples of numbers that functions of a game read, and their form in compiled code.

numba holds each element of a tuple in a register, and indexes it by a jump with a case for every element, so that
compiling takes memory by the square of the length. In Python a `Table` equals the tuple. In compiled code it is a
pointer to constant memory (`retro.compiling.table_types`), which is indexed, iterated over, unpacked and searched like
any tuple.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

LONG = 64
"""Tuples up to this length stay numba's: compiling takes no more memory than without them."""


class Table(tuple[Any, ...]):
    """A tuple of more than LONG integers or booleans, or of such tuples that all have the same shape."""


def frozen(value: Any, names: Iterable[str] = ()) -> Any:
    """Returns the form of a global in compiled code: a `Table` for a long tuple, anything else unchanged.

    For a module that has long tuples under some of ``names``, returns a copy in which these are tables.
    """
    if isinstance(value, ModuleType):
        tables = {name: Table(vars(value)[name]) for name in names if numbers_of(vars(value).get(name)) is not None}
        if tables:
            changed = ModuleType(value.__name__)
            vars(changed).update(vars(value) | tables)
            return changed
        return value
    return value if numbers_of(value) is None else Table(value)


def numbers_of(value: Any) -> NDArray[Any] | None:
    """Returns the numbers of a long tuple, with a dimension for each level of nesting; None for anything else."""
    if type(value) not in (tuple, Table) or not _long(value):
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
