"""The garbage collector of Python: rare while a command compiles, in small steps in a server."""

from __future__ import annotations

import gc
import time

PYTHON_DEFAULT = gc.get_threshold()
RARE = 50_000, 20, 50
"""Compiling makes many small objects that stay: with Python's thresholds, collections take a tenth of its time."""
WHOLE_SECONDS = 600
"""A server collects all objects at most once in this time."""


def collect_rarely() -> None:
    """Uses thresholds that suit compiling; they hardly ever collect the oldest generation."""
    gc.set_threshold(*RARE)


def collect_in_steps() -> None:
    """Uses Python's thresholds again, and leaves objects that survived a whole collection out of the next ones.

    The caches of a server have a hundred thousand objects. Collecting them takes 0.1 s, every few seconds, in which no
    request is answered. Nearly all are freed without the collector; after WHOLE_SECONDS it visits all of them again.
    """
    gc.set_threshold(*PYTHON_DEFAULT)
    gc.collect()
    gc.freeze()
    last = time.monotonic()

    def freeze(phase: str, about: dict[str, int]) -> None:
        nonlocal last
        if about["generation"] < len(PYTHON_DEFAULT) - 1:
            return
        if phase == "stop":
            gc.freeze()
        elif time.monotonic() - last > WHOLE_SECONDS:
            gc.unfreeze()
            last = time.monotonic()

    gc.callbacks.append(freeze)
