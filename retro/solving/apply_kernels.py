"""The kernel that applies updates to records, the only one that writes records of positions other than its own.

One thread changes the records of a tile. At the end of a level they do not depend on the order of the updates.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import BEST_SHIFT, PAYLOAD_BITS, REPETITION, SECOND_SHIFT
from retro.compiling.instructions import prefetch
from retro.compiling.roles import kernel
from retro.solving.outbox_kernels import AHEAD, BLOCK_UPDATES, CHUNK_BITS
from retro.solving.update_kernels import APPLIED, DECIDED, IMPOSSIBLE, updated


@kernel
def apply(records, outbox, numbers, level, pending, counters):
    """Applies the updates of the blocks ``numbers`` of an outbox to the records of their tile, and flags pending
    chunks.

    ``counters[DECIDED]`` is far below zero if a record is impossible (`retro.solving.audit`).
    """
    values_at = SECOND_SHIFT if REPETITION else BEST_SHIFT
    within = (1 << outbox.bits[0]) - 1
    decided, applied, blocks = 0, 0, outbox.blocks
    for number in numbers:
        first, count = number * BLOCK_UPDATES, outbox.counts[number]
        applied += count
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
            if (new >> values_at) != (old >> values_at):
                pending[index >> CHUNK_BITS] = 1
                decided += (old >> BEST_SHIFT) == 0 and (new >> BEST_SHIFT) != 0
    counters[DECIDED] += decided
    counters[APPLIED] += applied
