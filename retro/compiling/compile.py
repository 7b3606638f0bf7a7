"""From plain functions of a game to machine code, without ever running stale code.

`jit` compiles a function with all functions that it calls; `retro.compiling.kernels` binds them to kernels. The name of
a compiled function has a hash of its code and of all that it reaches (`retro.game.fingerprint`), of the versions of
numba and LLVM, and of how they optimise. Machine code is saved under that name (`retro.compiling.kernel_cache`).
Arrays and tuples (`retro.compiling.tables`) that a function reads are constants of the code.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from functools import cache
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import retro
from retro.compiling import guards
from retro.compiling.cache_directory import cache_directory
from retro.compiling.compile_errors import Uncompilable, gist, unfit
from retro.compiling.numba_version import check_version, unhook_llvm_lock
from retro.compiling.roles import Role
from retro.compiling.tables import frozen_globals
from retro.game.fingerprint import KNOWN, OF_CODE, WRAPPERS
from retro.game.functions import FUNCTIONS
from retro.game.instances import reading
from retro.game.loading import hashed
from retro.game.rules import Rules
from retro.game.syntax import names_in, source
from retro.system import limits
from retro.system.errors import GameError

HOME = __name__
"""The ``__module__`` of all compiled functions. numba imports it when it loads code from the cache; modules of plugins
have names that change. The rest of a function's name makes it unique."""

OPTIMISING = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE")
"""Settings of numba that its cache does not compare."""

Compiled = MutableMapping[Callable[..., Any], Any]

COMPILED: Compiled = WeakKeyDictionary()
"""Compiled forms of functions, which all kernels share."""
FORMS: MutableMapping[Callable[..., Any], Callable[[], Any]] = WeakKeyDictionary()
"""Functions whose compiled form is not made of their own code, each with a function that returns the form. It may not
hold the function, which would then never be freed."""


class Recursive(GameError):
    """A function calls itself, which compiled code cannot do."""


def chosen_plain() -> str:
    """Returns what the environment says: 1 if functions of all games run in plain Python, 0 if none, empty if those of
    small games do."""
    return os.environ.get("RETRO_PLAIN", "")


def in_plain(small: bool) -> bool:
    """Returns whether the functions of a game, perhaps a ``small`` one, run in plain Python."""
    return chosen_plain() != "0" if chosen_plain() else small


def jit(
    function: Callable[..., Any], compiled: Compiled, path: tuple[Callable[..., Any], ...] = (), inside: bool = False
) -> Any:
    """Returns the compiled form of a plain function, and compiles every plain function that it calls.

    ``compiled`` stores the results. Python can call the result unless it is for the ``inside`` of compiled code, as the
    functions are that it calls: the wrapper through which Python calls a function takes a quarter of the time of
    compiling, and a call without it ends the process. ``path`` are the callers of this function; raises Recursive if it
    is one of them.

    The name that the linker sees has a hash of all that the function reaches: machine code from the cache is linked by
    name, and the first of a name wins. Array bounds are checked outside the engine's own code, except in modules that
    set ``BOUNDS_CHECKED = False``, whose functions do not count references to arrays either.
    """
    limits.before_compiling()
    check_version()
    unhook_llvm_lock()
    from numba import config, njit

    if vars(config)["DISABLE_JIT"]:
        raise Uncompilable("NUMBA_DISABLE_JIT is set, and retro needs compiled code: unset it")
    from retro.compiling import table_types  # noqa: F401 - registers them with numba
    from retro.compiling.inner_code import compiler
    from retro.compiling.intrinsics import SUBSTITUTES
    from retro.compiling.kernel_cache import save_in

    if function in SUBSTITUTES:
        return SUBSTITUTES[function]
    if function in path:
        chain = " calls ".join(each.__name__ for each in [*path[path.index(function) :], function])
        raise Recursive(f"compiled functions cannot call themselves: {chain}; use a loop")
    if function not in compiled and function in FORMS:
        compiled[function] = FORMS[function]()
    if function not in compiled or (not inside and _is_inside(compiled[function])):
        assert isinstance(function, FunctionType)
        # only the globals that it names: the rest of its module, such as the keys of an index, can be freed
        names = names_in(function.__code__)
        namespace = frozen_globals(function.__code__, function.__globals__, names) | {"__name__": HOME}
        for name, value in namespace.items():
            if isinstance(value, FunctionType):
                namespace[name] = jit(value, compiled, (*path, function), inside=True)
        copy = reading(function, namespace)
        digest = vars(copy)[KNOWN] = OF_CODE.of(copy)
        copy.__qualname__ = f"{function.__name__}_{digest}"
        is_ours = (function.__module__ or "").startswith("retro.")
        bounds_checked = function.__globals__.get("BOUNDS_CHECKED", not is_ours)
        is_guard = function.__module__ == guards.__name__
        # Counting references to `out` is atomic and costs more than a guard does. Guards, which are always inlined, do
        # without it, and so do modules whose array bounds are not checked.
        counting = not is_guard and (is_ours or bounds_checked)
        options: dict[str, Any] = {"boundscheck": bounds_checked, "forceinline": is_guard, "_nrt": counting}
        options |= dict.fromkeys(sorted(WRAPPERS), inside)
        compiled[function] = njit(copy, error_model="numpy", nogil=True, pipeline_class=compiler(inside), **options)
        name = f"{copy.__qualname__}_{hashed([*versions(), str(options)])[:20]}"
        save_in(cache_directory(), compiled[function], name, inside)
    return compiled[function]


def any_compiled() -> bool:
    """Returns whether this process has compiled a function of a game; code from the cache does not count."""
    return any(compiled.stats.cache_misses for compiled in COMPILED.values() if hasattr(compiled, "stats"))


def _is_inside(compiled: Any) -> bool:
    return bool(getattr(compiled, "targetoptions", {}).get("no_cpython_wrapper"))


def compiled_role(function: FunctionType, tag: str) -> Any:
    """Returns the compiled form of a function of a module of kernels; ``tag`` makes its name unique.

    Arguments that are integer literals get the type of other integers. Otherwise numba would compile the function again
    for each literal in a call, such as 0 or -1, also for one that a variable has only before a loop.
    """
    from numba import njit, types

    from retro.compiling.inner_code import compiler

    role: Role = vars(function)["role"]
    function.__qualname__ += tag
    vars(function)[KNOWN] = function.__qualname__
    inside = role is not Role.KERNEL
    options: dict[str, Any] = dict.fromkeys(WRAPPERS, True) if inside else {"no_cfunc_wrapper": True}
    options["_nrt"] = role is not Role.BORROWING
    compiled: Any = njit(function, nogil=True, pipeline_class=compiler(inside), **options)
    fold = compiled._compiler.fold_argument_types

    def fold_numbers(arguments: Any, named: Any) -> tuple[Any, tuple[Any, ...]]:
        signature, folded = fold(arguments, named)
        return signature, tuple(map(types.unliteral, folded))

    compiled._compiler.fold_argument_types = fold_numbers
    return compiled


@cache
def _compiler_sources() -> list[str]:
    """Returns the sources of the modules that decide how functions are compiled."""
    return [source(f"retro.compiling.{name}") for name in ("compile", "inner_code", "table_types")]


def versions() -> list[str]:
    """Returns what compiled code depends on besides its source: versions, the processor, settings of numba."""
    import llvmlite
    import numba

    from retro.compiling.intrinsics import PORTABLE

    packages = f"{retro.__version__} {numba.__version__} {llvmlite.__version__} {sys.version_info[:2]} {PORTABLE}"
    return [packages, *_compiler_sources(), *(f"{name} {vars(numba.config)[name]:d}" for name in OPTIMISING)]


@contextmanager
def seconds_compiling() -> Iterator[Callable[[], float]]:
    """Yields a function that returns the seconds in which numba compiled or loaded code in this context."""
    limits.before_compiling()
    check_version()
    from numba.core.event import TimingListener, install_listener

    listener = TimingListener()  # type: ignore[no-untyped-call]
    with install_listener("numba:compiler_lock", listener):  # loading code takes it, too
        yield lambda: listener.duration if listener.done else 0.0


def explanation(rules: Rules, error: Exception) -> GameError | None:
    """Returns the error for one that a kernel of a game raised when it was compiled: it has the function that does not
    compile and the reason. Returns None for an error that is not numba's."""
    errors = sys.modules.get("numba.core.errors")
    if errors is None or not isinstance(error, errors.NumbaError):
        return None
    for name in FUNCTIONS:
        if rules.defines(name):
            try:
                problem = unfit(name, returned(name, compiled_function(name, rules.functions[name])))
            except Exception as reason:
                return GameError(f"plugin {rules.game.name}: {name} cannot be compiled: {gist(reason)}")
            if problem:
                return GameError(f"plugin {rules.game.name}: {name} {problem}")
    return GameError(f"plugin {rules.game.name}: its rules cannot be compiled: {gist(error)}")


def compiled_function(name: str, function: Callable[..., Any]) -> Any:
    """Returns a function of the contract, compiled for 64-bit integers; raises what numba raises if that fails."""
    dispatcher = jit(function, COMPILED)
    dispatcher.compile(parameters(name))
    return dispatcher


def parameters(name: str) -> tuple[Any, ...]:
    """Returns numba's types of the parameters of a function of the contract."""
    from numba import types

    shapes = {"out": types.Array(types.int64, 2, "C")}
    return tuple(shapes.get(each, types.int64) for each in FUNCTIONS[name])


def returned(name: str, dispatcher: Any) -> Any:
    """Returns numba's type of what a compiled function of the contract returns."""
    return dispatcher.overloads[parameters(name)].signature.return_type
