"""Instructions on shared memory as plain Python; compiled code has machine instructions in their place.

`retro.compiling.intrinsics` pairs them. Those on single words are in `retro.game.bits`.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

from numpy.typing import NDArray

_AT_ONCE = Lock()


class Noted(Exception):
    """A fault that plain Python notes; its arguments are those of `note`."""


def note(which: int, argument: int, given: int) -> None:
    """Notes a fault (`retro.compiling.faults`); ends the kernel in plain Python."""
    raise Noted(which, argument, given)


def prefetch(array: NDArray[Any], index: int) -> None:
    """Requests the cache line of ``array[index]``, to be written soon; does nothing in plain Python."""


def fetch_and_add(array: NDArray[Any], index: int, more: int) -> Any:
    """Adds ``more`` to ``array[index]`` at once; returns what was there before."""
    with _AT_ONCE:
        before = array[index]
        array[index] += more
    return before


def atomic_or(array: NDArray[Any], index: int, bits: int) -> Any:
    """Sets ``bits`` in ``array[index]`` at once; returns what was there before."""
    with _AT_ONCE:
        before = array[index]
        array[index] |= bits
    return before
