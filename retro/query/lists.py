"""Lists of texts, shortened."""

from __future__ import annotations

from collections.abc import Sequence

MAX_LISTED = 8
"""Texts of a list in a line or a cell."""


def some(texts: Sequence[str], more: str = "... and {:,} more") -> str:
    """The first texts, separated by spaces, then the number of the others."""
    left = len(texts) - MAX_LISTED
    return " ".join([*texts[:MAX_LISTED], *([more.format(left)] if left > 0 else [])])
