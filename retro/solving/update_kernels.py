"""Kernels that bring updates to records; where the updates come from is not their business.

An update is (index, code << 1 | won): in position `index` the move `code` is now known to lead to a position that is
won, or lost, for the player who moves there. Several threads may apply updates to one table at once: records change by
compare-and-swap, and at the end of a level they do not depend on the order in which updates came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from retro.compile import inner
from retro.intrinsics import compare_and_swap

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

CHUNK_BITS = 10
"""``pending[level & 3, chunk]``: whether one of so many neighbouring records got a value of that level."""


IMPOSSIBLE = 1 << 48
"""More than all positions of any game that fits into memory."""


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
                best = lost
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
                second = won_value
                if second == best:
                    slot = NO_SLOT
            else:
                best = won_value
                if not second:
                    slot = code
                    count -= 1
        return record(best, second, slot, count)  # -1 if it was told of more moves than it has
    if best:
        return old
    if won:
        if (old & COUNT_MASK) == 1:
            return record(2 * level + 4, 0, 0, 0)
        return old - 1 if old & COUNT_MASK else -1
    return record(2 * level + 5, 0, 0, old & COUNT_MASK)


@inner
def apply(table, updates, count, level, pending):
    """Bring updates (rows of index, code << 1 | won) to the records; how many positions became known.

    Far below zero if a record cannot be what it is, however many there are (`retro.solving.audit`).
    """
    decided = 0
    values_at = SECOND_SHIFT if REPETITION else BEST_SHIFT
    for i in range(count):
        index = updates[i, 0]
        told = updates[i, 1]
        while True:
            word = table[index]
            old = np.int64(word)
            new = updated(old, told >> 1, told & 1, level)
            if new == old:
                break
            if new < 0:
                decided -= IMPOSSIBLE
                break
            if compare_and_swap(table, index, word, new):
                if (new >> values_at) != (old >> values_at):
                    pending[(level + 1) & 3, index >> CHUNK_BITS] = 1
                    if (old >> BEST_SHIFT) == 0 and (new >> BEST_SHIFT) != 0:
                        decided += 1
                break
    return decided


@inner
def forget_slot(table, index):
    """No move of the game forbids `slot` here: all states of the position have its best value."""
    while True:
        word = table[index]
        best = np.int64(word) >> BEST_SHIFT
        if compare_and_swap(table, index, word, record(best, best, NO_SLOT, 0)):
            break
