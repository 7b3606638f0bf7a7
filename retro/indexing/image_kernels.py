"""The kernel that compares images by tables (`retro.indexing.image_tables`) with those by `image`."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import GROUP, image, image_by_table
from retro.compiling.roles import kernel


@kernel
def differing(keys):
    """Returns the index of the first of ``keys`` that has another image by tables than by `image`, or -1."""
    for i in range(len(keys)):
        for g in range(GROUP):
            if image_by_table(keys[i], g) != image(keys[i], g):
                return i
    return -1
