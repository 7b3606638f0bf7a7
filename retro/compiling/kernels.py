"""Kernels for a game: copies of modules of kernels, in which imports give what belongs to the game.

A module of kernels (``*_kernels``) is an ordinary module. Its imports say what its functions depend on: functions and
constants of the game (`retro.compiling.contract`), functions of other modules of kernels, plain functions and
constants from anywhere else. For a game its source runs once more, in a copy whose ``__import__`` answers

    retro.compiling.contract    with the game's functions and constants
    a module of kernels         with its copy for the same game; a variant can replace the module by another one
    anything else               as usual

`compiled_kernels` then compiles the functions of the copy, each as its role says (`retro.compiling.roles`), and the
plain functions that they call. `plain_kernels` leaves them as they are: they run in plain Python, a breakpoint in the
module's file stops in them.

Games share a copy if it would reach the same functions and constants for each of them. The name of a copy contains a
hash. It is computed from its names and all that its functions read (these are constants of the machine code), from the
versions of numba and LLVM, and from the options of their optimisation. Machine code is saved under that name
(`retro.compiling.kernel_cache`): an edited plugin or engine never runs code of the old one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any
from weakref import ref

from retro.compiling import compile as compiling
from retro.compiling import contract, guards
from retro.compiling.cache_directory import cache_directory
from retro.compiling.compile import HOME, Recursive, compiled_role, jit, versions
from retro.compiling.faults import NAMES, watched
from retro.compiling.guards import constants_of
from retro.compiling.roles import Role
from retro.game.fingerprint import OF_CODE
from retro.game.instances import instance
from retro.game.loading import hashed
from retro.game.rules import Rules
from retro.game.syntax import names_in
from retro.system.errors import GameError

PREFIX = "retro_kernels"
"""The names of copies begin with this."""

Names = Mapping[str, Any]
NONE: Names = MappingProxyType({})
Variant = Mapping[ModuleType, ModuleType]
AS_IT_IS: Variant = MappingProxyType({})
Named = tuple[tuple[str, Any], ...]

_copies: dict[tuple[str, Path], ModuleType] = {}
"""All compiled copies by name and directory of the cache."""
_functions: dict[str, list[Any]] = {}
"""The compiled functions of each, without those that it imports."""


def compiled_kernels(
    rules: Rules, module: ModuleType, constants: Names = NONE, functions: Names = NONE, variant: Variant = AS_IT_IS
) -> ModuleType:
    """Returns the public names of a module of kernels in its compiled copy for ``rules``.

    ``constants`` and plain ``functions`` are bound besides those of the game, or in their place; ``variant`` maps
    modules of kernels to those that replace them. Kernels raise GameError if a function of the plugin returns what the
    contract rules out. Raises GameError if a function calls itself, ImportError if the module imports a name from the
    contract that is not bound. If the environment sets RETRO_PLAIN, the result is that of `plain_kernels`.
    """
    if os.environ.get("RETRO_PLAIN"):
        return plain_kernels(rules, module, constants, functions, variant)
    plain, values = guards.guarded(rules) | dict(functions), constants_of(rules) | dict(constants)
    references = tuple((name, ref(function)) for name, function in plain.items())
    try:
        copy = _compiled(module, references, tuple(values.items()), tuple(variant.items()), cache_directory())
    except Recursive as error:
        raise GameError(f"plugin {rules.game.name}: {error}") from error
    result, compiled = ModuleType(copy.__name__), partial(_callable, plain)
    for name, value in vars(copy).items():
        vars(result).setdefault(name, watched(rules, value, compiled) if is_kernel(value) else value)
    return result


def plain_kernels(
    rules: Rules, module: ModuleType, constants: Names = NONE, functions: Names = NONE, variant: Variant = AS_IT_IS
) -> ModuleType:
    """Returns what `compiled_kernels` returns, but in plain Python, for debuggers and tests: slow and without guards.

    Integers of Python have any size, where those of compiled code have 64 bits.
    """
    own = rules.functions
    own = {**own, "raw_moves": own["moves"], "raw_unmoves": own["unmoves"], "note": _raise_note}
    return _Binding({**own, **constants_of(rules), **constants, **functions}, variant).copy(module.__name__)


def _raise_note(which: int, argument: int, given: int) -> None:
    raise ValueError(f"{NAMES[which]} of {argument} returned {given}, which the contract rules out")


def is_kernel(value: Any) -> bool:
    """Returns whether a value of a compiled copy is a function that Python calls."""
    return getattr(value, "role", None) is Role.KERNEL


def machine_code_of(kernels: ModuleType) -> list[Any]:
    """Returns numba's dispatchers of the kernels of a copy, without those that it imports; none for plain kernels."""
    return [function for function in _functions.get(kernels.__name__, ()) if is_kernel(function)]


def any_loaded() -> bool:
    """Returns whether this process has machine code, of kernels or of other functions."""
    from retro.compiling.kernel_cache import loaded

    return bool(loaded)


def any_running() -> bool:
    """Returns whether kernels have run in this process: LLVM uses the memory that it has for the next ones."""
    return any(function.signatures for functions in list(_functions.values()) for function in functions)


def _callable(plain: Mapping[str, Callable[..., Any]]) -> dict[str, Any]:
    """Returns the functions compiled for calls from Python."""
    compiled: compiling.Compiled = {}
    return {name: jit(function, compiled) for name, function in plain.items()}


@lru_cache(64)
def _compiled(module: ModuleType, functions: Named, constants: Named, variant: Any, directory: Path) -> ModuleType:
    """Returns the compiled copy of a module; ``directory`` is that of the cache.

    ``functions`` are weak references: those of an index hold all of its keys, which are freed with their owner.
    """
    given = {name: jit(function(), compiling.COMPILED, inside=True) for name, function in functions} | dict(constants)
    return _CompiledBinding(given, dict(variant), directory).copy(module.__name__)


class _Binding:
    """The instances of modules of kernels for one game: ``given`` are the names of the contract."""

    def __init__(self, given: Mapping[str, Any], variant: Variant) -> None:
        self._contract = ModuleType(contract.__name__)
        vars(self._contract).update(given)
        self._variant = {module.__name__: other.__name__ for module, other in variant.items()}
        self._copies: dict[str, ModuleType] = {}

    def copy(self, module: str) -> ModuleType:
        """Returns the copy of a module of kernels, one for each module."""
        module = self._variant.get(module, module)
        if module not in self._copies:
            self._copies[module] = self._made(module)
        return self._copies[module]

    def _made(self, module: str) -> ModuleType:
        return instance(module, {}, self._importing)

    def _importing(self, name: str) -> ModuleType | None:
        if name == contract.__name__:
            return self._contract
        return self.copy(name) if name.endswith("_kernels") else None


class _CompiledBinding(_Binding):
    def __init__(self, given: Mapping[str, Any], variant: Variant, directory: Path) -> None:
        super().__init__(given, variant)
        self._directory = directory

    def _made(self, module: str) -> ModuleType:
        names = vars(instance(module, {"__name__": HOME}, self._importing))  # the module of all compiled functions
        functions = {name: value for name, value in names.items() if isinstance(value, FunctionType)}
        own = {name: function for name, function in functions.items() if function.__globals__ is names}
        called = set().union(*(names_in(function.__code__) for function in own.values()))
        for name in called & functions.keys() - own.keys():  # functions that only the module's body calls stay plain
            names[name] = jit(functions[name], compiling.COMPILED, inside=True)
        public = {name: value for name, value in names.items() if not name.startswith("__")}  # imported kernels too
        tag = f"{module.rpartition('.')[2]}_{hashed([*versions(), OF_CODE.of(public)])[:20]}"
        name = f"{PREFIX}_{tag}"
        if (name, self._directory) not in _copies:
            compiled = {each: compiled_role(function, f"_{tag}") for each, function in own.items()}
            names |= compiled
            _functions[name] = list(compiled.values())
            self._save(_functions[name])
            copy = _copies[name, self._directory] = ModuleType(name)
            vars(copy).update({each: value for each, value in names.items() if not each.startswith("_")})
        return _copies[name, self._directory]

    def _save(self, own: Iterable[Any]) -> None:
        """Makes numba save the kernels in the cache, or all functions where there are no kernels."""
        from retro.compiling.kernel_cache import save_in

        for each in [each for each in own if is_kernel(each)] or own:
            save_in(self._directory, each, each.py_func.__qualname__, not is_kernel(each))
