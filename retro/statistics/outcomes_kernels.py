"""The kernel that counts positions by outcome, with the weight of each (`retro.statistics.outcomes`)."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import unrank
from retro.compiling.roles import kernel
from retro.solving.symmetry_kernels import times_counted
from retro.solving.value_kernels import sign_of


@kernel
def count(start, best, kinds, counts):
    """Count the positions of slots from ``start`` on in ``counts``, by ``kinds`` of their values,
    whose indices are ``best``."""
    for i in range(len(best)):
        key = unrank(start + i)
        if key >= 0:
            kind = kinds[best[i]]
            counts[kind if sign_of(key) > 0 else 2 - kind] += times_counted(key)
