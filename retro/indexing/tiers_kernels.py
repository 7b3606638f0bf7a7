"""The kernel that finds where the tiers of an index begin (`retro.indexing.tiers`)."""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import tier, unrank
from retro.compiling.roles import inner, kernel


@inner
def position_from(start, stop):
    """Returns the first of the slots start..stop-1 that holds a position, ``stop`` if none does."""
    while start < stop and unrank(start) < 0:
        start += 1
    return start


@kernel
def bounds(start, slots, rows):
    """Writes number and first position of each tier of the slots start..slots-1 to ``rows``, in order of slots.

    Returns the number of rows, and the slot at which to continue because ``rows`` is full, or ``slots``. The tier of
    positions may rise with the slot, or it may fall; each bound is found by bisection.
    """
    count, first = 0, position_from(start, slots)
    while first < slots and count < len(rows):
        number = tier(unrank(first))
        rows[count, 0], rows[count, 1] = number, first
        count += 1
        # ``last`` is in the tier; ``other`` is in another one, or the end; slots end..other-1 are empty
        last, end, other = first, slots, slots
        while last + 1 < end:
            middle = last + (end - last) // 2
            at = position_from(middle, end)
            if at < end and tier(unrank(at)) == number:
                last = at
            else:
                other = at if at < end else other
                end = middle
        first = other
    return count, first
