"""The kernel that applies updates to records, the only one that writes records of positions other than its own.

One thread changes the records of a tile. At the end of a level they do not depend on the order of the updates.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    BOUNDS,
    COUNT_MASK,
    PAYLOAD_BITS,
    REPETITION,
    SECOND_SHIFT,
    VALUE_MASK,
)
from retro.compiling.instructions import prefetch
from retro.compiling.roles import inner, kernel
from retro.solving.counting_kernels import APPLIED, DECIDED, IMPOSSIBLE
from retro.solving.outbox_kernels import AHEAD, BLOCK_UPDATES, CHUNK_BITS
from retro.solving.update_kernels import best_is_set, second_is_set, updated


@inner
def flag(value, level, chunk, pending, later):
    """Flags the chunk of a record that got a value after ``level``."""
    if (value >> 1) - 1 == level + 1:
        pending[chunk] = 1
    else:
        later[chunk] = min(later[chunk], (value >> 1) - 1)


@inner
def flag_changes(old, new, level, chunk, pending, later):
    """Flags the chunk of a record that got new values, which may be bounds. Returns whether it is decided now first."""
    old_best, new_best = old >> BEST_SHIFT, new >> BEST_SHIFT
    old_count, new_count = old & COUNT_MASK, new & COUNT_MASK
    was, now = best_is_set(old_best, old_count), best_is_set(new_best, new_count)
    if now and (not was or new_best != old_best):
        flag(new_best, level, chunk, pending, later)
    if REPETITION:
        old_second, new_second = (old >> SECOND_SHIFT) & VALUE_MASK, (new >> SECOND_SHIFT) & VALUE_MASK
        known = second_is_set(old_best, old_second, old_count) and new_second == old_second
        if second_is_set(new_best, new_second, new_count) and not known:
            flag(new_second, level, chunk, pending, later)
    return now and not was


@kernel
def apply(records, outbox, numbers, level, pending, later, counters):
    """Applies the updates of the blocks ``numbers`` of an outbox to the records of their tile, and flags chunks.

    A chunk is flagged in ``pending`` if a record got a value of the next level, in ``later`` if it got one of another
    level. ``counters[DECIDED]`` is far below zero if a record is impossible (`retro.solving.audit`).
    """
    within = (1 << outbox.bits[0]) - 1
    decided, blocks = 0, outbox.blocks
    for number in numbers:
        first, count = number * BLOCK_UPDATES, outbox.counts[number]
        counters[APPLIED] += count
        for i in range(count):
            prefetch(records, (np.int64(blocks[first + min(i + AHEAD, count - 1)]) >> PAYLOAD_BITS) & within)
            update = np.int64(blocks[first + i])
            index = (update >> PAYLOAD_BITS) & within
            old = np.int64(records[index])
            new = updated(old, (update >> 1) & ((1 << (PAYLOAD_BITS - 1)) - 1), update & 1, level)
            if new == old:
                continue
            if new < 0:
                decided -= IMPOSSIBLE
                continue
            records[index] = new
            if BOUNDS:
                decided += flag_changes(old, new, level, index >> CHUNK_BITS, pending, later)
            elif (new >> SECOND_SHIFT) != (old >> SECOND_SHIFT):  # without a repetition rule, BEST_SHIFT
                pending[index >> CHUNK_BITS] = 1
                decided += (old >> BEST_SHIFT) == 0 and (new >> BEST_SHIFT) != 0
    counters[DECIDED] += decided
