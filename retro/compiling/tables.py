"""Long tuples of numbers that functions of a game read as tables, and what compiled code has in their place.

numba holds each element of a tuple in a register, and looks one up by a jump with a case for every element, so that
compiling takes memory by the square of the length. A `Table` is the same tuple to Python. Compiled code has a pointer
to constant memory (`retro.compiling.table_types`), and indexes, iterates over, unpacks and searches it like any tuple.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

LONG = 64
"""Numbers up to which a tuple is left to numba: compiling takes no more memory than without it."""


class Table(tuple[Any, ...]):
    """A tuple of more than LONG integers or booleans, or of such tuples that all have the same shape."""


def frozen(value: Any, names: Iterable[str] = ()) -> Any:
    """What compiled code uses in place of a global: a `Table` of a long tuple; anything else as it is.

    Of a module, one with tables in place of those of its ``names`` that are long tuples.
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
    """The numbers of a long tuple, with a dimension for each level of nesting; None of anything else."""
    if type(value) not in (tuple, Table) or not _long(value):
        return None
    try:
        found = np.array(value)
    except ValueError:  # rows of different lengths, which compiled code cannot index
        return None
    return found if found.dtype.kind in "biu" else None


def _long(value: Any) -> bool:
    """Whether a tuple has more than LONG numbers, judging by its first row."""
    size = 1
    while type(value) in (tuple, Table) and value:
        size, value = size * len(value), value[0]
    return size > LONG and isinstance(value, bool | int | np.integer | np.bool_)
