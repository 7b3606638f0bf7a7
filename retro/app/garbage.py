"""Thresholds of Python's garbage collector: high while a command compiles, the usual ones in a server."""

from __future__ import annotations

import gc

PYTHON_DEFAULT = gc.get_threshold()
RARE = 50_000, 20, 50
"""Compiling makes many small objects that stay: with Python's thresholds, collections take a tenth of its time."""


def collect_rarely() -> None:
    """Uses thresholds that suit compiling; they hardly ever collect the oldest generation."""
    gc.set_threshold(*RARE)


def collect_as_usual() -> None:
    """Uses Python's thresholds again. Objects that exist now, mostly modules, are left out of every collection."""
    gc.set_threshold(*PYTHON_DEFAULT)
    gc.collect()
    gc.freeze()
