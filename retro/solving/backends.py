"""The backends by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType, ModuleType

from retro.solving import acyclic, queue, reference

BACKENDS: Mapping[str, ModuleType] = MappingProxyType({"queue": queue, "acyclic": acyclic, "reference": reference})
"""Modules with a function ``solve`` and, but for the reference in plain Python, a function ``kernels``."""
