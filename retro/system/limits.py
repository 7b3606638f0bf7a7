"""Checks that memory suffices for numpy and the compiler, before either starts.

Limits are those of the process (``ulimit -v``, ``ulimit -d``) and of its control groups. Python raises MemoryError
where the system refuses memory, but OpenBLAS, which comes with numpy, and LLVM, which compiles, end the process, and so
does the system when a control group is full. The bytes needed were measured with Linux, CPython 3.11, numpy 2.4 and
numba 0.68; a third or more is added.
"""

from __future__ import annotations

import ctypes
import math
import os
import sys
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from retro.system import machine
from retro.system.errors import ResourceError


class MemoryNeed(NamedTuple):
    """The bytes that a step needs.

    step       the step, in words
    addresses  bytes of addresses (``ulimit -v``)
    data       bytes of addresses that can be written to (``ulimit -d``)
    charged    bytes of memory that are charged to a control group
    """

    step: str
    addresses: int
    data: int
    charged: int


LIBRARIES = MemoryNeed("numpy and the other libraries of every command", 160 << 20, 112 << 20, 36 << 20)
"""Measured: 116, 75 and 26 MiB."""
COMPILER = MemoryNeed("the compiler", 224 << 20, 64 << 20, 36 << 20)
"""Measured: 175, 19 and 24 MiB."""
LOADING = MemoryNeed("compiled code from the cache", 48 << 20, 48 << 20, 48 << 20)
"""Measured: 21 MiB for the largest kernels of the games here."""
COMPILING = MemoryNeed("compiling", 128 << 20, 128 << 20, 128 << 20)
"""Measured: 97 MiB for the largest kernels, those that verify Ostle."""

_FOLLOWING = {LIBRARIES: (COMPILER, COMPILING), COMPILER: (COMPILING,), LOADING: (COMPILING,)}
"""The steps that may follow a step, in a command that compiles."""

_M_ARENA_MAX = -8
_watched: list[Any] = []


def begin() -> None:
    """If the process has a limit of its address space, makes libraries reserve less of it.

    Must be called before numpy is imported. Raises ResourceError if the limits leave too little for numpy.
    """
    allowances = machine.allowances()
    if allowances.keys() - {machine.GROUP}:
        _take_few_addresses()
    if allowances and "numpy" not in sys.modules:
        check(LIBRARIES)


def _take_few_addresses() -> None:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each takes 40 MiB of addresses, and none is used
    with suppress(OSError, AttributeError):  # where the library is not GNU's
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)  # others take 64 MiB of addresses each


def before_compiling() -> None:
    """Checks that memory suffices for the compiler, now and later whenever it starts to compile or to load code.

    Called before the compiler is imported. Whether the process has limits is found out once, because reading them takes
    0.3 ms and commands compile hundreds of functions. ResourceError, here or from a compilation, if memory does not
    suffice.
    """
    if not _watched and _limited():
        if "numba" not in sys.modules:
            check(COMPILER)
        _watched.append(_watch())


@cache
def _limited() -> bool:
    return bool(machine.allowances())


def check(need: MemoryNeed) -> None:
    """Raises ResourceError if a limit leaves less than is needed.

    The message has the bytes that are missing for this step and for those that may follow it, so that the limit has to
    be raised once.
    """
    left, steps = machine.allowances(), (need, *_FOLLOWING.get(need, ()))
    for name, kind in (("ulimit -v", "addresses"), ("ulimit -d", "data"), (machine.GROUP, "charged")):
        if left.get(name, math.inf) < getattr(need, kind):
            needed = sum(getattr(each, kind) for each in steps)
            missing = (
                f"{needed - left[name]:,} bytes of memory are missing for {', '.join(each.step for each in steps)}"
            )
            raise ResourceError(f"{missing} ({needed:,} needed, {left[name]:,} left by {name})")


def _watch() -> Any:
    """Registers, and returns, a listener that checks memory when numba starts to compile or to load code."""
    from numba.core import event
    from numba.core.compiler_lock import global_compiler_lock

    lock: Any = global_compiler_lock
    numba: Any = event

    class Watch(event.Listener):
        """Checks the outermost compilation only: its bytes include those of the compilations that it starts."""

        def __init__(self) -> None:
            self.depth = 0

        def on_start(self, event: Any) -> None:
            if event.kind == "numba:compile":
                self.depth += 1
                if self.depth == 1:
                    check(COMPILING)
            elif not lock.is_locked():
                check(LOADING)

        def on_end(self, event: Any) -> None:
            if event.kind == "numba:compile":
                self.depth -= 1

    watch = Watch()
    for kind in ("numba:compile", "numba:compiler_lock"):
        numba.register(kind, watch)
    return watch
