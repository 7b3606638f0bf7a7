"""From a game's plain functions to machine code, without ever running stale code.

Of each module of kernels (``*_kernels``) there is a copy in memory for each game and its options; games share those
that ask the game nothing. The copy's name has a hash of all that takes part: its text, whatever that reaches
(`retro.game.fingerprint`), the versions of numba and LLVM, and how they optimise. Machine code is saved under that name
(`retro.compiling.kernel_cache`), so an edited plugin or engine never gets code of the old one. The kernels find the
game's
functions as globals, guarded (`retro.compiling.guards`) and compiled on the way, and saved, too, by names that say
what they reach; arrays and tuples (`retro.compiling.tables`) that they read are constants of the code.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary, ref

import retro
from retro.compiling import guards
from retro.compiling.cache_directory import cache_directory
from retro.compiling.compile_errors import Uncompilable, gist, unfit
from retro.compiling.faults import Faults
from retro.compiling.tables import frozen
from retro.game.fingerprint import BYTECODE, WRAPPERS, names_in
from retro.game.loading import hashed, source
from retro.game.rules import FUNCTIONS, Rules
from retro.system import limits
from retro.system.errors import GameError, RetroError

HOME = __name__
"""The module that all compiled functions say they are of: numba looks for it when it loads code from the cache, and
those of plugins and kernels have names that change. What they are called besides tells them apart."""

PREFIX = "retro_kernels"
"""The names of their modules begin with this."""

OPTIMISING = ("OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE")
"""Settings of numba, of which its cache knows nothing."""

Compiled = MutableMapping[Callable[..., Any], Any]

_COMPILED: Compiled = WeakKeyDictionary()
"""Compiled forms of functions: all kernels share them."""


class Recursive(GameError):
    """A function calls itself, which compiled code cannot."""


INSIDE: Mapping[str, Any] = MappingProxyType(dict.fromkeys(sorted(WRAPPERS), True))
"""Options for functions that only compiled code calls: what Python would call them through takes a quarter of the time
of compiling. To call them from Python all the same ends the process."""


def jit(
    function: Callable[..., Any], compiled: Compiled, path: tuple[Callable[..., Any], ...] = (), inside: bool = False
) -> Any:
    """The compiled form of a plain function and of every plain function it calls; ``compiled`` remembers them.

    Python may call it, unless it is for the ``inside`` of compiled code, as those are that it calls. A function that
    brings its compiled form along has an attribute ``compiled``: a function that makes it. Recursive if a function
    calls itself; ``path`` are those that call this one.

    The name that the linker sees tells what the function reaches: machine code that comes from the cache is linked by
    name, and the first of a name wins. Outside the engine's own code all array bounds are checked,
    but in modules that say ``BOUNDS_CHECKED = False``, whose functions do not count references to arrays either.
    """
    limits.before_compiling()
    from numba import config, njit

    if vars(config)["DISABLE_JIT"]:
        raise Uncompilable("NUMBA_DISABLE_JIT is set, and retro needs compiled code: unset it")
    from retro.compiling import table_types  # noqa: F401 - tells numba of them
    from retro.compiling.inner_code import Frozen, OfGame
    from retro.compiling.intrinsics import SUBSTITUTES
    from retro.compiling.kernel_cache import save_in

    if function in SUBSTITUTES:
        return SUBSTITUTES[function]
    if function in path:
        chain = " calls ".join(each.__name__ for each in [*path[path.index(function) :], function])
        raise Recursive(f"compiled functions cannot call themselves: {chain}; use a loop")
    if function not in compiled and hasattr(function, "compiled"):
        compiled[function] = function.compiled()
    if function not in compiled or (not inside and _inside(compiled[function])):
        assert isinstance(function, FunctionType)
        # nothing but what it names: whatever else its module knows, such as the keys of an index, may go
        known = function.__globals__
        names = names_in(function.__code__)
        namespace = {name: frozen(known[name], names) for name in names if name in known} | {"__name__": HOME}
        for name, value in namespace.items():
            if isinstance(value, FunctionType):
                namespace[name] = jit(value, compiled, (*path, function), inside=True)
        bound = FunctionType(
            function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__
        )
        bound.__qualname__ = f"{function.__name__}_{BYTECODE.of(bound)}"
        ours = (function.__module__ or "").startswith("retro.")
        checked = function.__globals__.get("BOUNDS_CHECKED", not ours)
        around = function.__module__ == guards.__name__
        # Counting references to `out` is atomic and costs more than a guard does. Guards, which are always inlined, do
        # without it, and so do modules whose array bounds are not checked.
        counting = not around and (ours or checked)
        options: dict[str, Any] = {"boundscheck": checked, "forceinline": around, "_nrt": counting}
        options |= INSIDE if inside else {}
        how = OfGame if inside else Frozen
        compiled[function] = njit(bound, error_model="numpy", nogil=True, pipeline_class=how, **options)
        name = f"{bound.__qualname__}_{hashed([*_versions(), str(options)])[:20]}"
        save_in(cache_directory(), compiled[function], name, inside)
    return compiled[function]


def any_compiled() -> bool:
    """Whether this process has compiled a function of a game; what came from the cache does not count."""
    return any(compiled.stats.cache_misses for compiled in _COMPILED.values() if hasattr(compiled, "stats"))


def _inside(compiled: Any) -> bool:
    return bool(getattr(compiled, "targetoptions", {}).get("no_cpython_wrapper"))


def inner(function: Callable[..., Any]) -> Any:
    """Of a template: a function that its kernels call; Python cannot."""
    return _of_template(function, INSIDE)


def borrowing(function: Callable[..., Any]) -> Any:
    """The same for one that takes arrays out of tuples: references to them are not counted, which is atomic."""
    return _of_template(function, {**INSIDE, "_nrt": False})


def kernel(function: Callable[..., Any]) -> Any:
    """Of a template: a function that is called from Python. It says what it looks at by its parameters: ``start`` and
    ``stop`` are slots, ``keys`` are positions."""
    compiled = _of_template(function, {"no_cfunc_wrapper": True})
    compiled.kernel = True
    return compiled


def _of_template(function: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    """Compiled once for numbers that are known and those that are not: numba would compile it anew for each 0 and -1
    that is handed over, and for those that a variable may only have before a loop."""
    from numba import njit, types

    from retro.compiling.inner_code import OfKernel

    function.__qualname__ += function.__globals__.get("__tag__", "")
    how = OfKernel if options.keys() >= INSIDE.keys() else None
    compiled: Any = njit(function, nogil=True, pipeline_class=how, **options)
    fold = compiled._compiler.fold_argument_types

    def fold_numbers(arguments: Any, named: Any) -> tuple[Any, tuple[Any, ...]]:
        signature, folded = fold(arguments, named)
        return signature, tuple(map(types.unliteral, folded))

    compiled._compiler.fold_argument_types = fold_numbers
    return compiled


def constants_of(rules: Rules) -> dict[str, Any]:
    """What kernels know of a game besides its functions."""
    return {
        "BUILT": rules.repetition and not rules.defines("unmoves"),
        "CODES": rules.codes,
        "ENUMERATED": rules.enumerated,
        "GROUP": rules.group,
        "LOOKAHEAD": rules.defines("wins"),
        "MAX_MOVES": rules.max_moves,
        "MAX_UNMOVES": rules.max_unmoves,
        "NO_OUTCOME": guards.no_outcome(rules),
        "ORBITS": rules.counts_images,
        "REPETITION": rules.repetition,
        "SCORES": rules.scores,
        "URGENT": rules.defines("urgent"),
    }


def kernels(
    rules: Rules,
    templates: Sequence[str],
    constants: Mapping[str, Any] = MappingProxyType({}),
    functions: Mapping[str, Callable[..., Any]] = MappingProxyType({}),
) -> ModuleType:
    """The kernels of the last of the modules ``templates`` for these rules.

    Each is compiled with the game's functions, ``functions`` besides, the game's constants and ``constants``, and the
    kernels of the templates before it as globals. Those that are called from Python raise GameError if the plugin gives
    them what cannot be.
    """
    plain, known = guards.guarded(rules) | dict(functions), constants_of(rules) | dict(constants)
    given = tuple((name, ref(function)) for name, function in plain.items())
    try:
        names, module = _made(tuple(templates), given, tuple(known.items()), cache_directory())
    except Recursive as error:
        raise GameError(f"plugin {rules.game.name}: {error}") from error
    watched = ModuleType(module)
    vars(watched).update(names)
    faults = Faults.of(rules)
    faults.forget()
    for name, value in names.items():
        if hasattr(value, "kernel"):
            setattr(watched, name, faults.watched(rules, value, plain))
    return watched


Named = tuple[tuple[str, Any], ...]


@lru_cache(64)
def _made(
    templates: tuple[str, ...], functions: Named, constants: Named, directory: Path
) -> tuple[Mapping[str, Any], str]:
    """What the modules ``templates`` define, and the name of the last of them; ``directory`` is that of the cache.

    ``functions`` are weak references: those of an index hold all of its keys, which go when nobody else has them.
    """
    names = {name: jit(function(), _COMPILED, inside=True) for name, function in functions} | dict(constants)
    module = ModuleType("none")
    for template in templates:
        module = _instance(template, names, directory)
        names |= {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return names, PREFIX + vars(module).get("__tag__", "")  # all modules of kernels are called HOME inside


def _instance(template: str, names: dict[str, Any], directory: Path) -> ModuleType:
    """The module of a template with these names; games for which everything that it reaches is the same share it."""
    from retro.compiling.kernel_cache import save_in

    text = source(template)
    code = compile(text, "", "exec")
    wanted = names_in(code)
    given = {name: names[name] for name in wanted if name in names}
    known = given | {"__name__": HOME}  # what the module reaches will be its name
    exec(code, known)
    reached = [f"{name} {BYTECODE.of(known[name])}" for name in wanted if name in known]
    name = f"{template.rsplit('.', 1)[-1]}_{hashed([text, *_versions(), *reached])[:20]}"
    qualified = f"{PREFIX}_{name}"
    if qualified in sys.modules:
        return sys.modules[qualified]
    module = ModuleType(qualified)
    vars(module).update(given, __name__=HOME, __tag__=f"_{name}")
    sys.modules[qualified] = module
    linecache.cache[qualified] = len(text), None, text.splitlines(keepends=True), qualified  # for tracebacks
    exec(compile(text, qualified, "exec"), module.__dict__)
    compiled = [each for each in vars(module).values() if hasattr(each, "py_func")]
    own = [each for each in compiled if each.py_func.__globals__ is vars(module)]
    for each in [each for each in own if hasattr(each, "kernel")] or own:  # without kernels it is there to be shared
        save_in(directory, each, each.py_func.__qualname__, not hasattr(each, "kernel"))
    return module


def _versions() -> list[str]:
    """What compiled code depends on besides its source."""
    import llvmlite
    import numba

    from retro.compiling.intrinsics import PORTABLE

    versions = f"{retro.__version__} {numba.__version__} {llvmlite.__version__} {sys.version_info[:2]} {PORTABLE}"
    ours = [source("retro.compiling.inner_code"), source("retro.compiling.table_types")]
    return [versions, *ours, *(f"{name} {vars(numba.config)[name]:d}" for name in OPTIMISING)]


@contextmanager
def explained(rules: Rules) -> Iterator[None]:
    """Where kernels of a game may be compiled for the first time: says which of its functions cannot be, and why."""
    try:
        yield
    except (RetroError, MemoryError, OSError):
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
                problem = unfit(name, returned(name, compiled_function(name, function)))
            except Exception as reason:
                return GameError(f"plugin {rules.game.name}: {name} cannot be compiled: {gist(reason)}")
            if problem:
                return GameError(f"plugin {rules.game.name}: {name} {problem}")
    return GameError(f"plugin {rules.game.name}: its rules cannot be compiled: {gist(error)}")


def compiled_function(name: str, function: Callable[..., Any]) -> Any:
    """A function of the contract, compiled now, as kernels call it; whatever numba raises if it cannot be."""
    dispatcher = jit(function, _COMPILED)
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
