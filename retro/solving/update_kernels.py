"""What an update makes of a record (`retro.solving.record`), for the kernels of the queue backend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro.compile import inner

if TYPE_CHECKING:
    from retro.kernel_names import (
        BEST_SHIFT,
        COUNT_MASK,
        NO_SLOT,
        REPETITION,
        SECOND_SHIFT,
        SLOT_SHIFT,
        VALUE_MASK,
    )

STATES = 512
"""Counters: states by value, then these, then positions without a legal move by value, then what `audit` reads."""
FORBIDDING, POSITIONS, CHECKMATES, UNENTERED, DECIDED, STORED, EDGES, APPLIED = range(STATES, STATES + 8)

CHUNK_BITS = 10
"""``pending[level & 3, chunk]``: whether one of so many neighbouring records got a value of that level."""


IMPOSSIBLE = 1 << 48
"""More than all positions of any game that can be solved."""


@inner
def record(best, second, slot, count):
    if REPETITION:
        return (best << BEST_SHIFT) | (second << SECOND_SHIFT) | (slot << SLOT_SHIFT) | count
    return (best << BEST_SHIFT) | count


@inner
def updated(old, code, won, level):
    """The record after an update at ``level``; the same one if it changes nothing, -1 if it cannot be."""
    best = old >> BEST_SHIFT
    if REPETITION:
        second = (old >> SECOND_SHIFT) & VALUE_MASK
        if best and second:
            return old
        slot = (old >> SLOT_SHIFT) & NO_SLOT
        count = old & COUNT_MASK
        if won:
            count -= 1
            lost = 2 * level + 4
            if best:
                if count == 0:
                    second = lost
            elif second:
                best, count = lost, 0
                if second == best:
                    slot = NO_SLOT
            elif count == 0:
                best = lost
            else:
                slot ^= code
                if count == 1:
                    second = lost
        else:
            won_value = 2 * level + 5
            if best:
                second, count = won_value, 0
                if second == best:
                    slot = NO_SLOT
            elif second:
                best, count = won_value, 0
            else:
                best, slot = won_value, code
                count -= 1
        return record(best, second, slot, count)  # -1 if it was told of more moves than it has
    if best:
        return old
    if won:
        if (old & COUNT_MASK) == 1:
            return record(2 * level + 4, 0, 0, 0)
        return old - 1 if old & COUNT_MASK else -1
    return record(2 * level + 5, 0, 0, old & COUNT_MASK)
