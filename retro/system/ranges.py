"""Cutting a range of integers into smaller ones: slots into tasks, tiles and pages."""

from __future__ import annotations

Range = tuple[int, int]
"""The first integer and one past the last."""


def ranges(start: int, stop: int, size: int) -> list[Range]:
    """Returns start..stop-1 in ranges of ``size``, in order; only the last may be shorter."""
    return [(first, min(first + size, stop)) for first in range(start, stop, size)]


def aligned_ranges(start: int, stop: int, size: int) -> list[Range]:
    """Returns start..stop-1 in ranges that end at multiples of ``size``, in order."""
    cuts = range((start // size + 1) * size, stop, size)
    return list(zip([start, *cuts], [*cuts, stop], strict=True))
