"""Kernels for positions that are their own images."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import GROUP, image, image_code
from retro.compiling.roles import inner


@inner
def images(key):
    """How many different images a position has."""
    same = 1
    for g in range(1, GROUP):
        if image(key, g) == key:
            same += 1
    return GROUP // same


@inner
def first_image(code, key):
    """A move of a position that is its own image, as the smallest code among its images."""
    smallest = code
    for g in range(1, GROUP):
        if image(key, g) == key:
            smallest = min(smallest, image_code(code, g))
    return smallest
