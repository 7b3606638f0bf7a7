"""From a game's plain functions to machine code, without ever running stale code.

Kernels (modules called ``*_kernels``) are copied into a module per game, options and processor in the cache directory:
its name is a hash of every source that takes part and of the versions of numba and LLVM, so an edited plugin gets a new
module and numba's disk cache, which looks at one file only, can be trusted. The kernels find the game's functions as
globals, compiled on the way; small tables are frozen into the code.
"""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any

import retro
from retro.compile_errors import gist, unfit
from retro.game import GameError, ResourceError
from retro.loading import hashed, source
from retro.rules import FUNCTIONS, Rules

SHARED = ("game", "compile", "intrinsics", "indexing.enumerated", "indexing.lookup", "indexing.memory")
"""Modules that go into kernels or make them, besides the game's own and the kernels' templates."""

_COMPILED: dict[str, dict[Any, Any]] = {}
"""Compiled functions of rules by digest: all kernels of a game share them."""


def jit(function: Callable[..., Any], compiled: dict[Any, Any], tag: str = "") -> Any:
    """The compiled form of a plain function and of every plain function it calls; ``compiled`` remembers them.

    A function that brings its compiled form along has an attribute ``compiled``: a function that makes it.

    ``tag`` becomes part of the names that the linker sees. Where the same function is bound to the tables of different
    games it must differ: machine code that comes from the cache is linked by name, and the first of a name wins.
    """
    from numba import njit

    from retro.intrinsics import SUBSTITUTES

    if function in SUBSTITUTES:
        return SUBSTITUTES[function]
    if function not in compiled and hasattr(function, "compiled"):
        compiled[function] = function.compiled()
    if function not in compiled:
        assert isinstance(function, FunctionType)
        names = function.__code__.co_names
        namespace = dict(function.__globals__)
        for name in names:
            value = namespace.get(name)
            if isinstance(value, FunctionType):
                namespace[name] = jit(value, compiled, tag)
        bound = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__)
        bound.__qualname__ = f"{function.__qualname__}_{tag}" if tag else function.__qualname__
        compiled[function] = njit(bound, error_model="numpy", nogil=True)
    return compiled[function]


def cache_directory() -> Path:
    """Where compiled kernels are kept between runs; ``RETRO_CACHE`` overrides the user's cache directory."""
    from platformdirs import user_cache_path

    return Path(os.environ.get("RETRO_CACHE") or user_cache_path("retro", appauthor=False))


def kernels(
    rules: Rules,
    templates: Sequence[str],
    constants: dict[str, Any],
    functions: Mapping[str, Callable[..., Any]] = MappingProxyType({}),
) -> ModuleType:
    """The kernels of the last of the modules ``templates`` for these rules.

    Each is compiled with the game's functions, ``functions`` besides, ``constants`` and the kernels of the templates
    before it as globals.
    """
    compiled = _COMPILED.setdefault(rules.digest, {})
    plain = rules.functions | dict(functions)
    names = {name: jit(function, compiled, rules.digest[:16]) for name, function in plain.items()} | constants
    module = ModuleType("none")
    for template in templates:
        module = _instance(rules, template, names, [source(each) for each in templates], constants)
        names |= {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return module


def _instance(
    rules: Rules, template: str, names: dict[str, Any], sources: list[str], constants: dict[str, Any]
) -> ModuleType:
    import llvmlite
    import numba

    from retro.intrinsics import PORTABLE

    versions = f"{retro.__version__} {numba.__version__} {llvmlite.__version__} {sys.version_info[:2]} {PORTABLE}"
    shared = [source(f"retro.{module}") for module in SHARED]
    lookup = getattr(rules.index, "lookup", "")  # of the same rules positions may be looked up in different ways
    parts = [rules.game.package, rules.digest, *sources, *shared, versions, lookup, repr(sorted(constants.items()))]
    name = f"{rules.game.name}_{template.rsplit('.', 1)[-1]}_{hashed(parts)[:20]}"
    qualified = f"retro_kernels_{name}"
    if qualified in sys.modules:
        return sys.modules[qualified]
    path = cache_directory() / f"{name}.py"
    if not path.exists():
        _keep(path, source(template))
    module = ModuleType(qualified)
    module.__file__ = str(path)
    vars(module).update(names, __name__=qualified)
    sys.modules[qualified] = module
    exec(compile(source(template), str(path), "exec"), module.__dict__)
    return module


def _keep(path: Path, source: str) -> None:
    """Write a module's source into the cache, whole or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(".tmp", dir=path.parent)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(source)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _unkept(path.parent, error) from error


def _unkept(folder: Path, error: OSError) -> GameError:
    kind = ResourceError if error.errno in (errno.ENOSPC, errno.EDQUOT) else GameError
    reason = error.strerror or type(error).__name__
    return kind(f"cannot keep compiled code in {folder}: {reason}; set RETRO_CACHE")


@contextmanager
def explained(rules: Rules) -> Iterator[None]:
    """Where kernels of a game may be compiled for the first time: says which of its functions cannot be, and why."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in (errno.ENOSPC, errno.EDQUOT):  # as numba writes its cache
            raise _unkept(cache_directory(), error) from error
        raise
    except Exception as error:
        from numba.core.errors import NumbaError

        if not isinstance(error, NumbaError):
            raise
        raise _explanation(rules, error) from error


def _explanation(rules: Rules, error: Exception) -> GameError:
    for name, function in rules.functions.items():
        if rules.defines(name):
            try:
                problem = unfit(name, returned(name, compiled_function(name, function, {})))
            except Exception as reason:
                return GameError(f"plugin {rules.game.name}: {name} cannot be compiled: {gist(reason)}")
            if problem:
                return GameError(f"plugin {rules.game.name}: {name} {problem}")
    return GameError(f"plugin {rules.game.name}: its rules cannot be compiled: {gist(error)}")


def compiled_function(name: str, function: Callable[..., Any], compiled: dict[Any, Any]) -> Any:
    """A function of the contract, compiled now and not when it is called; whatever numba raises if it cannot be."""
    dispatcher = jit(function, compiled)
    dispatcher.compile(parameters(name))
    return dispatcher


def parameters(name: str) -> tuple[Any, ...]:
    """The types of the parameters of a function of the contract."""
    from numba import types

    shapes = {"out": types.Array(types.int64, 2, "C")}
    return tuple(shapes.get(each, types.int64) for each in FUNCTIONS[name])


def returned(name: str, dispatcher: Any) -> Any:
    """The type that a compiled function of the contract returns."""
    return dispatcher.overloads[parameters(name)].signature.return_type
