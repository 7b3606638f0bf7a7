"""The kernel that counts positions by outcome, with the tier or the weight of each (`retro.statistics.outcomes`)."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import ORBITS, tier, unrank
from retro.compiling.roles import kernel
from retro.solving.symmetry_kernels import images


@kernel
def count(start, best, kinds, by_tier, rows):
    """Count the positions of slots from ``start`` on by ``kinds`` of their values ``best``.

    Counts are added to row 0 of ``rows`` or, with ``by_tier``, to the row of the position's tier.
    """
    for i in range(len(best)):
        key = unrank(start + i)
        if key < 0:
            continue
        row = 0
        if by_tier:
            row = tier(key)
        rows[row, kinds[best[i]]] += images(key) if ORBITS else 1
