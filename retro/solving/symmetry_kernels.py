"""Kernels for images of positions, and positions that are their own images."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import GROUP, ORBITS, image, image_code
from retro.compiling.roles import inner


@inner
def images(key):
    """Returns the number of different images of a position."""
    same = 1
    for g in range(1, GROUP):
        if image(key, g) == key:
            same += 1
    return GROUP // same


@inner
def times_counted(key):
    """Returns how often statistics count a position: once for each different image, or once for all."""
    return images(key) if ORBITS else 1


@inner
def first_image(code, key):
    """Returns the smallest code among the images of a move, under the elements that map the position to itself."""
    smallest = code
    for g in range(1, GROUP):
        if image(key, g) == key:
            smallest = min(smallest, image_code(code, g))
    return smallest
