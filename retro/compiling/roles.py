"""The roles of functions in a module of kernels. A decorator marks the function; it stays a plain function.

`retro.compiling.kernels` compiles it as its role says when it binds the module to a game.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Role(Enum):
    """How a function of a module of kernels is compiled."""

    KERNEL = "kernel"
    INNER = "inner"
    BORROWING = "borrowing"


def is_kernel(value: Any) -> bool:
    """Returns whether a value, perhaps a compiled function, is marked as a function that Python calls."""
    return getattr(value, "role", None) is Role.KERNEL


def kernel(function: _Function) -> _Function:
    """Marks a function that Python calls. Its parameters say which positions it reads: ``start`` and ``stop`` are
    slots, ``keys`` are positions (`retro.compiling.faults`)."""
    vars(function)["role"] = Role.KERNEL
    return function


def inner(function: _Function) -> _Function:
    """Marks a function that only compiled code calls."""
    vars(function)["role"] = Role.INNER
    return function


def borrowing(function: _Function) -> _Function:
    """Marks an `inner` function that takes arrays out of tuples: it does not count references, which is atomic."""
    vars(function)["role"] = Role.BORROWING
    return function
