"""Kernels that hand updates over: into blocks, by the tile where their positions are, and from there to the records.

An update is index << TOLD_BITS | code << 1 | won: in position `index` the move `code` is now known to lead to a
position that is won, or lost, for the player who moves there. A block holds the lowest bits of updates, which say where
in its tile a position is (`retro.solving.outbox`). Records of a tile are changed by one thread; at the end of a level
they do not depend on the order in which updates came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from retro.compile import inner, kernel
from retro.intrinsics import prefetch

if TYPE_CHECKING:
    from retro.kernel_names import BEST_SHIFT, REPETITION, SECOND_SHIFT, TOLD_BITS
    from retro.solving.update_kernels import APPLIED, CHUNK_BITS, DECIDED, IMPOSSIBLE, updated

LINE = 16
"""Updates in a cache line of four bytes each, or in two lines of eight."""

BLOCK = (1 << 12) + LINE
"""Updates of a block: enough for some pages of memory, few enough for tiles that are told little. Blocks that begin a
power of two apart would fall into the same sets of a cache, as long as all of them are about as full."""

AHEAD = 16
"""Updates between asking for a record and changing it."""


@inner
def post(outbox, updates, count):
    """Put updates into the blocks of their tiles, for which there must be room."""
    bits, blocks, heads, owners, counts, taken, _ = outbox  # each use of a field would count references
    shift = bits[0] + TOLD_BITS
    for i in range(count):
        update = updates[i]
        tile = np.uint64(update >> shift)
        head = np.uint64(heads[tile])
        blocks[head] = update
        head += np.uint64(1)
        if head & np.uint64(LINE - 1) == 0 and head % np.uint64(BLOCK) == 0:
            counts[head // np.uint64(BLOCK) - np.uint64(1)] = BLOCK
            number = taken[0]
            taken[0] = number + 1
            owners[number] = tile
            head = np.uint64(number) * np.uint64(BLOCK)
        heads[tile] = head


@inner
def room(outbox, count):
    """Whether so many updates can be posted, wherever they go, and nobody asked to halt; asks to, if they cannot."""
    if len(outbox.owners) - outbox.taken[0] <= min(count, len(outbox.heads)) + count // BLOCK:
        outbox.halted[0] = True
    return not outbox.halted[0]


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
