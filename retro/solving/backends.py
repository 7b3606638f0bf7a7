"""The backends by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType, ModuleType

from retro.compiling.compile import chosen_plain
from retro.game.rules import Rules
from retro.solving import queue, reference, sweep

BACKENDS: Mapping[str, ModuleType] = MappingProxyType({"queue": queue, "sweep": sweep, "reference": reference})
"""Modules with a function ``solve`` and, but for the reference in plain Python, a function ``kernels``."""


def chosen(rules: Rules, backend: str) -> str:
    """Returns the name of a backend: for ``auto`` the reference if the game is small, sweep if it has a repetition rule
    and no ``unmoves``, or else queue.

    Only moves into positions say which states exist, and the queue follows no others.
    """
    if backend != "auto":
        return backend
    if rules.plain and not chosen_plain():
        return "reference"
    return "sweep" if rules.repetition and not rules.defines("unmoves") else "queue"
