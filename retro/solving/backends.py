"""The backends by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType, ModuleType

from retro.solving import queue, reference

BACKENDS: Mapping[str, ModuleType] = MappingProxyType({"queue": queue, "reference": reference})
"""Modules with a function ``solve`` and, but for the reference in plain Python, a function ``kernels``."""
