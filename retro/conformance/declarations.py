"""The rule `declarations`: numbers are in range, functions have the right parameters, compiled code can read tables.

A table is a global of a function: a numpy array of integers, small enough to become part of machine code.
`retro.game.loading.load` reports mistakes that prevent loading.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.conformance.report import Failed
from retro.conformance.subject import Subject, shown
from retro.game.functions import FUNCTIONS
from retro.game.loading import DECLARED, NUMBERS, unused
from retro.game.reads import reads
from retro.indexing.table_limits import FROZEN_BYTES

TEXT_PARAMETERS = {
    "draw": ("key",),
    "format": ("key",),
    "parse": ("text",),
    "format_move": ("key", "code"),
    "parse_move": ("key", "text"),
    "why_forbidden": ("key", "code"),
}
END_OF_CODES = 1 << 15
"""A database stores codes in 16 bits, with a sign."""
ENDS = {
    "CODES": END_OF_CODES,
    "MAX_MOVES": END_OF_CODES,
    "MAX_UNMOVES": 1 << 31,
    "SLOTS": 1 << 62,
    "GROUP": 1 << 16,
}
"""Numbers are below these."""


def check(subject: Subject) -> str:
    """Test all declarations, functions and tables of rules.py that are used, and the functions of text.py.

    Returns which definitions of rules.py are not used, and why.
    """
    without_use = unused(vars(subject.rules.module))
    defined = {name: value for name, value in vars(subject.rules.module).items() if name not in without_use}
    for name, end in ENDS.items():
        if name in defined and defined[name] >= end:
            raise Failed(f"{name} is {shown(defined[name])}, not a whole number from {NUMBERS[name]} to {end - 1}")
    for name in ("REPETITION", "MOVES_AGAIN"):
        if not isinstance(defined.get(name, False), bool):
            raise Failed(f"{name} is {shown(defined[name])}, not True or False")
    subject.checked += sum(name in defined for name in DECLARED if name != "SECTIONS")
    subject.checked += _check_parameters("rules.py", defined, FUNCTIONS)
    subject.checked += _check_parameters("text.py", vars(subject.text_module), TEXT_PARAMETERS)
    if subject.rules.max_moves > subject.rules.codes:
        codes = f"there are only {subject.rules.codes} CODES, one for each move"
        raise Failed(f"MAX_MOVES is {subject.rules.max_moves}, but {codes}")
    subject.checked += check_tables(defined[name] for name in subject.plain if name in defined)
    return ", ".join(f"{name} is not used because {why}" for name, why in without_use.items())


def _check_parameters(module: str, defined: dict[str, Any], parameters: dict[str, tuple[str, ...]]) -> int:
    """Returns the number of functions; raises `Failed` for one that cannot be called with its parameters."""
    names = [name for name in parameters if name in defined]
    for name in names:
        function = defined[name]
        plain = isinstance(function, FunctionType)
        if not plain and (parameters is FUNCTIONS or not callable(function)):
            raise Failed(f"{name} in {module} is {shown(function)}, not a plain function")
        try:
            if plain:  # `str` and the like, which text.py may use, have no signature
                inspect.signature(function).bind(*parameters[name])
        except TypeError:
            raise Failed(f"{name} in {module} cannot be called as {name}({', '.join(parameters[name])})") from None
    return len(names)


def check_tables(functions: Iterable[Callable[..., Any]]) -> int:
    """Returns the number of tables that the functions, and those that they call, read; `Failed` names a wrong one."""
    seen: set[int] = set()
    tables = [table for function in functions for table in _tables(function, seen)]
    for name, reader, array in tables:
        problem = _problem(array)
        if problem:
            where = f"{reader.__name__} ({(reader.__module__ or '').rpartition('.')[2]}.py)"
            raise Failed(f"the table {name}, read by {where}, {problem}")
    return len(tables)


def _problem(array: NDArray[Any]) -> str:
    """Returns why compiled code cannot read an array as a table; an empty text if it can."""
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
    """Yields the tables that a function and those that it calls read: name, function that reads it, array."""
    if not isinstance(function, FunctionType) or id(function) in seen:
        return
    seen.add(id(function))
    for chain, value in reads(function):
        if isinstance(value, FunctionType):
            yield from _tables(value, seen)
        else:
            yield from ((".".join(chain), function, array) for array in _arrays(value))


def _arrays(value: Any) -> Iterator[NDArray[Any]]:
    """Yields an array, or the arrays in nested tuples."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _arrays(each)
