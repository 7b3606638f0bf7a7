"""Instances of modules: a module's source run once more, in a copy in which some names have other values.

So a function gets its constants, tables and the functions that it calls as globals, which compiled code knows when it
is made. The engine makes instances of modules of kernels for each game (`retro.compiling.kernels`), of the guards for
each function of a plugin, and of the modules that index positions for each index. Such a module is an ordinary module:
it defines the names that an instance is given, as placeholders, or imports them.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from retro.system.errors import GameError

Importing = Callable[[str], ModuleType | None]


def instance(module: str, given: Mapping[str, Any], importing: Importing | None = None) -> ModuleType:
    """Returns a copy of a module whose globals have the values ``given`` for their names, whatever the module defines.

    ``importing`` returns the module that an import of a name gives in the copy, None for the usual one. Functions of
    the copy have the lines of the module's file: a breakpoint there stops in them. Raises GameError if the module has
    no source.
    """
    copy = ModuleType(module)
    names = vars(copy)
    names |= given
    names["__builtins__"] = builtin = dict(vars(builtins))

    def imported(name: str, *rest: Any) -> ModuleType:
        return (importing(name) if importing else None) or builtins.__import__(name, *rest)

    builtin["__import__"] = imported
    exec(_code(module), names, _Body(names, frozenset(given)))
    builtin["__import__"] = builtins.__import__  # functions hold these, and need not hold what was given
    return copy


def instance_of(owner: Callable[..., Any], module: str, given: Mapping[str, Any]) -> ModuleType:
    """Returns what `instance` returns, always the same for the same ``given`` values and the function ``owner``.

    The function stores the instance, so that both are freed together.
    """
    stored = vars(owner).setdefault("instances", {})
    key = module, *((name, each if isinstance(each, str | int) else id(each)) for name, each in given.items())
    if key not in stored:
        stored[key] = instance(module, given)
    return stored[key]  # type: ignore[no-any-return]


def reading(function: FunctionType, names: dict[str, Any], closure: tuple[CellType, ...] | None = None) -> FunctionType:
    """Returns a copy of one function with the globals ``names`` and, if it is given, another closure."""
    closure = function.__closure__ if closure is None else closure
    made = FunctionType(function.__code__, names, function.__name__, function.__defaults__, closure)
    made.__kwdefaults__, made.__qualname__ = function.__kwdefaults__, function.__qualname__
    return made


def module_reading(module: ModuleType, names: Iterable[str], form: Callable[[Any], Any]) -> ModuleType:
    """Returns a copy of a module in which some attributes have another form; the module itself if none changes."""
    changed = {name: form(vars(module)[name]) for name in names if name in vars(module)}
    if all(value is vars(module)[name] for name, value in changed.items()):
        return module
    copy = ModuleType(module.__name__)
    vars(copy).update(vars(module) | changed)
    return copy


class _Body(dict[str, Any]):
    """The local names of a module's body, which stores them among its globals unless they are given."""

    def __init__(self, names: dict[str, Any], given: frozenset[str]) -> None:
        self._names, self._given = names, given

    def __setitem__(self, name: str, value: Any) -> None:
        if name not in self._given:
            self._names[name] = value


@cache
def _code(module: str) -> CodeType:
    """Returns the code of a module, from Python's cache of bytecode where it has it."""
    spec = find_spec(module)
    code = getattr(spec.loader, "get_code", lambda name: None)(module) if spec else None
    if code is None:
        raise GameError(f"module {module} has no source file")
    return code  # type: ignore[no-any-return]
