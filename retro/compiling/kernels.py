"""Kernels for a game: instances of modules of kernels, in which imports give what belongs to the game.

A module of kernels (``*_kernels``) is an ordinary module. Its imports say what its functions depend on: functions and
constants of the game (`retro.compiling.contract`), functions of other modules of kernels, plain functions and
constants from anywhere else. For a game there is an instance (`retro.game.instances`), whose imports give

    retro.compiling.contract    the game's functions and constants
    a module of kernels         its instance for the same game; a variant can replace the module by another one
    anything else               as usual

`kernels_of` then compiles the functions of the instance, each as its role says (`retro.compiling.roles`), and the
plain functions that they call. `plain_kernels` leaves them as they are: they run in plain Python, and a breakpoint in
the module's file stops in them. Small games have plain kernels (`retro.game.rules`).

Games share a compiled copy if it would reach the same functions and constants for each of them. The name of a copy
contains a hash. It is computed from its names and all that its functions read (these are constants of the machine
code), from the versions of numba and LLVM, and from the options of their optimisation. Machine code is saved under that
name (`retro.compiling.kernel_cache`): an edited plugin or engine never runs code of the old one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any
from weakref import ref

from retro.compiling import compile as compiling
from retro.compiling import contract, guards
from retro.compiling.cache_directory import cache_directory
from retro.compiling.compile import HOME, Recursive, compiled_role, explanation, in_plain, jit, versions
from retro.compiling.faults import watched
from retro.compiling.guards import constants_of
from retro.compiling.roles import is_kernel
from retro.game.fingerprint import OF_CODE
from retro.game.functions import FUNCTIONS
from retro.game.instances import instance
from retro.game.loading import hashed
from retro.game.rules import Rules
from retro.game.syntax import names_in
from retro.system.errors import GameError

PREFIX = "retro_kernels"
"""The names of copies begin with this."""

NUMBERED = {name for name, parameters in FUNCTIONS.items() if "out" not in parameters}
"""The functions of a game that return numbers, and write no rows."""
REMEMBERED = 1 << 16
"""Results of each of these that kernels in plain Python have at hand: those of a small game."""
Names = Mapping[str, Any]
NONE: Names = MappingProxyType({})
Variant = Mapping[ModuleType, ModuleType]
AS_IT_IS: Variant = MappingProxyType({})
Named = tuple[tuple[str, Any], ...]
Instances = Callable[[str], ModuleType]

_copies: dict[tuple[str, Path], ModuleType] = {}
"""All compiled copies by name and directory of the cache."""
_functions: dict[str, list[Any]] = {}
"""The compiled functions of each, without those that it imports."""


def kernels_of(
    rules: Rules, module: ModuleType, constants: Names = NONE, functions: Names = NONE, variant: Variant = AS_IT_IS
) -> ModuleType:
    """Returns the public names of a module of kernels in its copy for ``rules``: compiled, unless these run `in_plain`.

    ``constants`` and plain ``functions`` are bound besides those of the game, or in their place; ``variant`` maps
    modules of kernels to those that replace them. Kernels raise GameError if a function of the plugin returns what the
    contract rules out. Raises GameError if a function calls itself, ImportError if the module imports a name from the
    contract that is not bound.
    """
    if in_plain(rules.plain):
        return plain_kernels(rules, module, constants, functions, variant)
    plain, values = guards.guarded(rules) | dict(functions), constants_of(rules) | dict(constants)
    references = tuple((name, ref(function)) for name, function in plain.items())
    try:
        copy = _compiled(module, references, tuple(values.items()), tuple(variant.items()), cache_directory())
    except Recursive as error:
        raise GameError(f"plugin {rules.game.name}: {error}") from error
    return _watched(rules, copy, lambda: {name: jit(each, compiling.COMPILED) for name, each in plain.items()})


def plain_kernels(
    rules: Rules, module: ModuleType, constants: Names = NONE, functions: Names = NONE, variant: Variant = AS_IT_IS
) -> ModuleType:
    """Returns what `kernels_of` returns, but in plain Python: for small games, debuggers and tests.

    Integers of Python have any size, where those of compiled code have 64 bits.
    """
    plain = guards.guarded(rules) | dict(functions)
    plain |= {name: lru_cache(REMEMBERED)(plain[name]) for name in NUMBERED & plain.keys()}
    given = plain | constants_of(rules) | dict(constants)
    return _watched(rules, _instances(given, variant, lambda name, made: made)(module.__name__), lambda: plain)


def _watched(rules: Rules, copy: ModuleType, functions: Callable[[], Names]) -> ModuleType:
    """Returns the public names of a copy, with kernels that report faults of ``functions`` of the game."""
    result = ModuleType(copy.__name__)
    for name, value in vars(copy).items():
        vars(result).setdefault(name, watched(rules, value, functions, explanation) if is_kernel(value) else value)
    return result


def machine_code_of(kernels: ModuleType) -> list[Any]:
    """Returns numba's dispatchers of the kernels of a copy, without those that it imports; none for plain kernels."""
    return [function for function in _functions.get(kernels.__name__, ()) if is_kernel(function)]


def any_loaded() -> bool:
    """Returns whether this process has machine code, of kernels or of other functions."""
    cache = sys.modules.get("retro.compiling.kernel_cache")  # its import is that of the compiler
    return cache is not None and bool(cache.loaded)


def any_running() -> bool:
    """Returns whether kernels have run in this process: LLVM uses the memory that it has for the next ones."""
    return any(function.signatures for functions in list(_functions.values()) for function in functions)


@lru_cache(64)
def _compiled(module: ModuleType, functions: Named, constants: Named, variant: Any, directory: Path) -> ModuleType:
    """Returns the compiled copy of a module; ``directory`` is that of the cache.

    ``functions`` are weak references: those of an index hold all of its keys, which are freed with their owner.
    """
    given = {name: jit(function(), compiling.COMPILED, inside=True) for name, function in functions} | dict(constants)
    return _instances(given, dict(variant), partial(_compiled_copy, directory))(module.__name__)


def _instances(given: Names, variant: Variant, made: Callable[[str, ModuleType], ModuleType]) -> Instances:
    """Returns a function that returns the instance of each module of kernels for one game, by the module's name.

    ``given`` are the names of the contract; ``made`` makes what is returned and imported from the name of a module and
    its instance in plain Python.
    """
    answers = ModuleType(contract.__name__)
    vars(answers).update(given)
    others = {module.__name__: other.__name__ for module, other in variant.items()}

    @cache
    def instance_of(module: str) -> ModuleType:
        module = others.get(module, module)
        return made(module, instance(module, {"__name__": HOME}, importing))

    def importing(module: str) -> ModuleType | None:
        if module == contract.__name__:
            return answers
        return instance_of(module) if module.endswith("_kernels") else None

    return instance_of


def _compiled_copy(directory: Path, module: str, plain: ModuleType) -> ModuleType:
    """Returns the compiled copy of an instance of a module, which imports compiled copies."""
    names = vars(plain)
    functions = {name: value for name, value in names.items() if isinstance(value, FunctionType)}
    own = {name: function for name, function in functions.items() if function.__globals__ is names}
    called = set().union(*(names_in(function.__code__) for function in own.values()))
    for name in called & functions.keys() - own.keys():  # functions that only the module's body calls stay plain
        names[name] = jit(functions[name], compiling.COMPILED, inside=True)
    public = {name: value for name, value in names.items() if not name.startswith("__")}  # imported kernels too
    tag = f"{module.rpartition('.')[2]}_{hashed([*versions(), OF_CODE.of(public)])[:20]}"
    name = f"{PREFIX}_{tag}"
    if (name, directory) not in _copies:
        names |= {each: compiled_role(function, f"_{tag}") for each, function in own.items()}
        _functions[name] = [names[each] for each in own]
        _save(directory, _functions[name])
        copy = _copies[name, directory] = ModuleType(name)
        vars(copy).update({each: value for each, value in names.items() if not each.startswith("_")})
    return _copies[name, directory]


def _save(directory: Path, own: Iterable[Any]) -> None:
    """Makes numba save the kernels in the cache, or all functions where there are no kernels."""
    from retro.compiling.kernel_cache import save_in

    for each in [each for each in own if is_kernel(each)] or own:
        save_in(directory, each, each.py_func.__qualname__, not is_kernel(each))
