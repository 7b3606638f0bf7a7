"""The garbage collector of Python: rare while a command compiles, in small steps in a server."""

from __future__ import annotations

import gc

PYTHON_DEFAULT = gc.get_threshold()
RARE = 50_000, 20, 50
"""Compiling makes many small objects that stay: with Python's thresholds, collections take a tenth of its time."""
GROWTH = 1.25
"""A server collects all objects when those left out of collections have grown so much since the last time."""


def collect_rarely() -> None:
    """Uses thresholds that suit compiling; they hardly ever collect the oldest generation."""
    gc.set_threshold(*RARE)


def collect_in_steps() -> None:
    """Uses Python's thresholds again, and leaves objects that survived a collection of all out of the next ones.

    The caches of a server have a hundred thousand objects. Collecting them takes 0.1 s, every few seconds, in which no
    request is answered. They are freed without the collector when a cache drops them, so their number stays the same;
    it grows by cycles that were in use at a collection, and when caches fill. Then all objects are collected again.
    """
    gc.set_threshold(*PYTHON_DEFAULT)
    gc.collect()
    gc.freeze()
    most = GROWTH * gc.get_freeze_count()
    whole = False

    def freeze(phase: str, about: dict[str, int]) -> None:
        nonlocal most, whole
        if about["generation"] < len(PYTHON_DEFAULT) - 1:
            return
        if phase == "start":
            whole = gc.get_freeze_count() > most
            if whole:
                gc.unfreeze()
        else:
            gc.freeze()
            if whole:
                most = GROWTH * gc.get_freeze_count()

    gc.callbacks.append(freeze)
