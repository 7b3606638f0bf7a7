"""What a function reads: the globals and the variables of its closure that its code names, and their attributes.

A chain such as ``library.tables.STEPS`` leads through modules, classes and instances to a value. Of libraries only
names count, so a chain ends at them.
"""

from __future__ import annotations

import dis
import importlib
import sys
from collections.abc import Mapping
from enum import EnumMeta
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from retro.game.syntax import nested

LIBRARIES = frozenset({"builtins", "llvmlite", "numba", "numpy", *sys.stdlib_module_names})
"""Packages of which only names count."""

Chain = tuple[str, ...]


def reads(function: FunctionType) -> list[tuple[Chain, Any]]:
    """Returns what a function reads, sorted by name: each chain of names, and the value to which it leads."""
    found: dict[Chain, Any] = {}
    closure = dict(zip(function.__code__.co_freevars, map(content, function.__closure__ or ()), strict=True))
    known = function.__globals__ | closure
    chains, imports = _names_read(function.__code__)
    for chain in chains:
        if chain[0] in known:
            followed, value = _followed(known[chain[0]], chain[1:])
            found[chain[: 1 + followed]] = value
    for name in imports:
        found[(f"import {name}",)] = importlib.import_module(name, function.__globals__.get("__package__"))
    return sorted(found.items(), key=lambda item: item[0])


@lru_cache(4096)
def _names_read(code: CodeType) -> tuple[frozenset[Chain], frozenset[str]]:
    """Returns the chains of names that code reads, and the names of the modules that it imports.

    A chain is a global, or a variable of the closure, with the attributes that follow it.
    """
    steps = [step for each in nested(code) for step in dis.get_instructions(each) if step.opname != "EXTENDED_ARG"]
    chains, imports, chain = set[Chain](), set[str](), list[str]()
    for number, step in enumerate(steps):
        if chain and step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            chain.append(step.argval)
            continue
        chains.add(tuple(chain))
        chain = [step.argval] if step.opname in _LOADS else []
        if step.opname == "IMPORT_NAME":
            imports.add("." * steps[number - 2].argval + step.argval)
    return frozenset(chains - {()}), frozenset(imports)


_LOADS = frozenset(
    "LOAD_CLASSDEREF LOAD_DEREF LOAD_FROM_DICT_OR_DEREF LOAD_FROM_DICT_OR_GLOBALS LOAD_GLOBAL LOAD_NAME".split()
)


def _followed(value: Any, attributes: Chain) -> tuple[int, Any]:
    """Follows attributes from a value as long as nothing computes them; returns their number and the last value.

    An attribute that is computed, such as a property or a method, counts as part of its owner.
    """
    for number, name in enumerate(attributes):
        inside = _inside(value, name)
        if name not in inside:
            return number, value
        value = inside[name]
    return len(attributes), value


def _inside(value: Any, name: str) -> Mapping[str, Any]:
    """Returns the attributes of a value that nothing computes; ``name`` is the one that is sought."""
    if isinstance(value, EnumMeta):
        return value.__members__
    if isinstance(value, ModuleType):
        return {} if is_library(value) else {name: getattr(value, name, None)}
    if isinstance(value, type):
        return {} if is_library(value) or hasattr(vars(value).get(name), "__get__") else vars(value)
    computed = isinstance(type(value).__getattribute__, FunctionType) or hasattr(type(value), name)
    return {} if computed else getattr(value, "__dict__", {})


def is_library(value: Any) -> bool:
    """Returns whether a function, class or module is a library's. `functools.wraps` changes ``__module__``."""
    if isinstance(value, FunctionType):
        module = value.__globals__.get("__name__")
    else:
        module = value.__name__ if isinstance(value, ModuleType) else value.__module__
    return isinstance(module, str) and module.partition(".")[0] in LIBRARIES


def content(cell: Any) -> Any:
    """Returns the content of a cell of a closure; None if it is empty."""
    try:
        return cell.cell_contents
    except ValueError:
        return None
