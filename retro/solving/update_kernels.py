"""What an update makes of a record (`retro.solving.record`), for the kernels of the queue backend.

It says a code and whether somebody has won: the move is now known to lead to a position that is won, or lost, for the
player who moves there. Records of a tile are changed by one thread; at the end of a level they do not depend on the
order in which updates came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from retro.compile import inner, kernel
from retro.intrinsics import prefetch

if TYPE_CHECKING:
    from retro.kernel_names import (
        BEST_SHIFT,
        COUNT_MASK,
        NO_SLOT,
        REPETITION,
        SECOND_SHIFT,
        SLOT_SHIFT,
        TOLD_BITS,
        VALUE_MASK,
    )
    from retro.solving.outbox_kernels import AHEAD, BLOCK, CHUNK_BITS

STATES = 512
"""Counters: states by value, then these, then positions without a legal move by value, then what `audit` reads."""
FORBIDDING, POSITIONS, CHECKMATES, UNENTERED, DECIDED, STORED, EDGES, APPLIED = range(STATES, STATES + 8)

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


@kernel
def apply(records, outbox, numbers, level, pending, counters):
    """Bring the updates of the blocks ``numbers`` of an outbox to the records of their tile, and say what is pending.

    ``counters[DECIDED]`` is far below zero if a record cannot be what it is (`retro.solving.audit`).
    """
    values_at = SECOND_SHIFT if REPETITION else BEST_SHIFT
    within = (1 << outbox.bits[0]) - 1
    decided, applied, blocks = 0, 0, outbox.blocks
    for number in numbers:
        first, count = number * BLOCK, outbox.counts[number]
        applied += count
        for i in range(count):
            prefetch(records, (np.int64(blocks[first + min(i + AHEAD, count - 1)]) >> TOLD_BITS) & within)
            update = np.int64(blocks[first + i])
            index = (update >> TOLD_BITS) & within
            old = np.int64(records[index])
            new = updated(old, (update >> 1) & ((1 << (TOLD_BITS - 1)) - 1), update & 1, level)
            if new == old:
                continue
            if new < 0:
                decided -= IMPOSSIBLE
                continue
            records[index] = new
            if (new >> values_at) != (old >> values_at):
                pending[index >> CHUNK_BITS] = 1
                decided += (old >> BEST_SHIFT) == 0 and (new >> BEST_SHIFT) != 0
    counters[DECIDED] += decided
    counters[APPLIED] += applied
