"""Limits of a process (``ulimit -v``, ``ulimit -d``) and of its control groups, where meeting them would end it.

Python raises MemoryError where memory is refused. OpenBLAS, which comes with numpy, and LLVM, which compiles, end the
process, and so does the system whose control group is full. So both begin only where there is room. What they take was
measured with Linux, CPython 3.11, numpy 2.4 and numba 0.68; a third or more is added.
"""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from typing import Any, NamedTuple

from retro.system import machine
from retro.system.errors import ResourceError


class Room(NamedTuple):
    """What something takes: bytes of addresses (``ulimit -v``), of those that can be written to (``ulimit -d``), and of
    memory that is charged to a control group."""

    what: str
    addresses: int
    data: int
    charged: int


LIBRARIES = Room("numpy and what else every command takes", 160 << 20, 112 << 20, 36 << 20)
"""Taken: 116, 75 and 26 MiB."""
COMPILER = Room("the compiler", 224 << 20, 64 << 20, 36 << 20)
"""Taken: 175, 19 and 24 MiB."""
LOADING = Room("compiled code from the cache", 48 << 20, 48 << 20, 48 << 20)
"""Taken: 21 MiB by the largest kernels of the games here."""
COMPILING = Room("compiling", 128 << 20, 128 << 20, 128 << 20)
"""Taken: 97 MiB by the largest, those that verify Ostle."""

_M_ARENA_MAX = -8
_watched: list[Any] = []


def begin() -> None:
    """Before numpy is imported: take few addresses, if there is a limit. ResourceError if they are too few."""
    allowances = machine.allowances()
    if allowances.keys() - {machine.GROUP}:
        _take_few_addresses()
    if allowances and "numpy" not in sys.modules:
        check(LIBRARIES)


def _take_few_addresses() -> None:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each takes 40 MiB of addresses, and there is nothing to do
    with suppress(OSError, AttributeError):  # where the library is not GNU's
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)  # others take 64 MiB of addresses each


def before_compiling() -> None:
    """Before the compiler is imported, and from then on before all that it does: ResourceError if there is no room."""
    if _watched or not machine.allowances():
        return
    if "numba" not in sys.modules:
        check(COMPILER)
    _watched.append(_watch())


def check(room: Room) -> None:
    """ResourceError, with the bytes that are missing, if a limit leaves less than that."""
    left = machine.allowances()
    for name, needed in (("ulimit -v", room.addresses), ("ulimit -d", room.data), (machine.GROUP, room.charged)):
        if left.get(name, needed) < needed:
            told = f"{needed - left[name]:,} bytes of memory are missing for {room.what}"
            raise ResourceError(f"{told} ({needed:,} needed, {left[name]:,} left by {name})")


def _watch() -> Any:
    """Have numba tell when it begins something."""
    from numba.core import event
    from numba.core.compiler_lock import global_compiler_lock

    lock: Any = global_compiler_lock
    numba: Any = event

    class Watch(event.Listener):
        """Only what is begun from outside is looked at: what it takes includes all that it leads to."""

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
