"""Memory of a process that solves, besides its arrays: what it has allocated, compiled code, and buffers.

The system reports what the process has allocated. The rest are constants from whole runs on one machine (Linux, CPython
3.11, numba 0.68); `benchmarks/predict.py` compares predictions with such runs.
"""

from __future__ import annotations

from types import FunctionType, ModuleType

from retro.compiling import compile as compiling
from retro.compiling.kernels import any_loaded, any_running, machine_code_of
from retro.game.rules import IndexedRules, Rules
from retro.solving.below import in_tiers
from retro.system import machine

LOADED_BYTES, LOADED_MORE = 60 << 20, 20 << 20
"""Memory of kernels from the cache, and of LLVM: 45 to 58 MiB for the games here; of kernels alone, if the process has
machine code already."""
COMPILED_BYTES = {"queue": 112 << 20, "sweep": 112 << 20, "one pass": 92 << 20, "search": 96 << 20}
COMPILED_SHARE = 5 << 10
"""Memory of kernels that have to be compiled, by backend, and for every byte of Python bytecode of the rules."""
COMPILED_EDGES, COMPILED_TIERS = 24 << 20, 30 << 20
"""Memory of the kernels that transpose edges, and of those that settle some tiers, if others are solved by levels."""
COMPILED_AFTER = 70 << 20
"""Memory of kernels, if functions of a game were compiled before: a plugin is checked before it is solved."""
COMPILED_MORE = 45 << 20
"""Memory of kernels, if other kernels were compiled before."""
AGAIN_BYTES = 24 << 20
"""Memory by which plans of the same run differ, besides that for the bytecode of the rules; 14 MiB were measured."""
BUFFER_BYTES = 5 << 20
"""Memory of data being compressed and written, once and for every thread; never more than there is to write."""


def process_bytes(
    rules: IndexedRules,
    backend: str,
    kernels: ModuleType | None,
    arrays: int,
    threads: int,
    passing: int = 0,
    begun: int | None = None,
) -> int:
    """Returns the bytes of memory of this process, with ``arrays`` bytes of arrays that ``kernels`` fill.

    ``kernels`` are None for the reference backend. ``passing`` bytes are for arrays that are freed before the result
    is written. With ``begun``, it is another process, which holds so many bytes before it has any machine code.
    """
    here = begun is None
    if kernels is None or rules.plain:
        code = 0
    elif cached(kernels):
        code = LOADED_MORE if here and any_loaded() else LOADED_BYTES
    else:
        # another process finds the game's functions in the cache, because this one has checked the plugin
        code = COMPILED_BYTES[backend] + (COMPILED_SHARE * code_bytes(rules) if here else 0)
        if here and compiling.any_compiled():
            code = COMPILED_AFTER
        if here and any_running():
            code = COMPILED_MORE
        if backend == "queue":
            code += (not rules.unmoves_lists_all) * COMPILED_EDGES + in_tiers(rules) * COMPILED_TIERS
    buffers = min(arrays, (threads + 1) * BUFFER_BYTES)
    return (machine.held_memory() if begun is None else begun) + code + arrays + max(passing, buffers)


def again_bytes(rules: Rules) -> int:
    """Returns the bytes by which `process_bytes` of another process may exceed that of this one, for the same arrays.

    What this process has compiled before it plans, such as the functions that are checked before the first solution,
    the next one may load, and compile the kernels after it has planned. The bytes held also differ a little.
    """
    return AGAIN_BYTES + COMPILED_SHARE * code_bytes(rules)


def cached(kernels: ModuleType) -> bool:
    """Returns whether the cache has machine code of at least some of these kernels, or they need none."""
    dispatchers = machine_code_of(kernels)
    if not dispatchers:
        return True
    from retro.compiling.kernel_cache import any_saved

    return any_saved(dispatchers)


def code_bytes(rules: Rules) -> int:
    """Returns the bytes of Python bytecode of the game's functions, and of those that they call."""
    functions: set[FunctionType] = set()
    waiting: list[object] = list(rules.functions.values())
    while waiting:
        function = waiting.pop()
        if isinstance(function, FunctionType) and function not in functions:
            functions.add(function)
            waiting += [function.__globals__.get(name) for name in function.__code__.co_names]
    return sum(len(function.__code__.co_code) for function in functions)
