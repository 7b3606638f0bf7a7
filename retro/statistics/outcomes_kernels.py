"""The kernel that counts positions by outcome where their tier or weight has to be asked for.

It comes after ``symmetry_kernels`` and ``states_kernels`` (`retro.statistics.outcomes`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro.compiling.compile import kernel

if TYPE_CHECKING:
    from retro.compiling.kernel_names import ORBITS, tier, unrank
    from retro.lookup.states_kernels import images


@kernel
def count(start, best, kinds, by_tier, rows):
    """Count the positions of slots from ``start`` on, whose values are ``best``, by ``kinds`` of their values.

    Into row 0 of ``rows``, or into that of their tier.
    """
    for i in range(len(best)):
        key = unrank(start + i)
        if key < 0:
            continue
        row = 0
        if by_tier:
            row = tier(key)
        rows[row, kinds[best[i]]] += images(key) if ORBITS else 1
