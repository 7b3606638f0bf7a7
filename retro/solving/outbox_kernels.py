"""Kernels that post updates: into blocks, by the tile of the position that they are sent to.

An update is index << PAYLOAD_BITS | content, where ``index`` is the slot of the position. A block holds its lowest
bits, which locate the position within its tile (`retro.solving.outbox`).
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import PAYLOAD_BITS, REQUESTS
from retro.compiling.instructions import fetch_and_add
from retro.compiling.roles import inner

LINE = 16
"""Updates in a cache line of four bytes each, or in two lines of eight."""

BLOCK_UPDATES = (1 << 12) + LINE
"""Updates of a block: enough for some pages of memory, few enough for tiles with few updates. Blocks that begin a
power of two apart would fall into the same sets of a cache, as long as all of them are about as full."""

AHEAD = 16
"""Updates between the prefetch of a record and its change."""

BEGIN, END, UNFINISHED = range(3)
"""Words of a log: where its entries begin, where they end, and and how many unfinished entries are before them."""

CHUNK_BITS = 10
"""``pending[level & 3, chunk]``: whether one of so many neighbouring records got a value of that level."""

NEVER = (1 << 31) - 1
"""In ``later``: later than every level."""


@inner
def post(outbox, updates, count):
    """Appends updates to the blocks of their tiles; `has_space` must have returned True.

    Requests (REQUESTS) in ``updates`` are replaced by their indices in the blocks.
    """
    bits, blocks, heads, owners, counts, order, taken, _, _ = outbox  # each use of a field would count references
    shift = bits[0] + PAYLOAD_BITS
    for i in range(count):
        update = updates[i]
        tile = np.uint64(update >> shift)
        head = np.uint64(heads[tile])
        blocks[head] = update
        if REQUESTS:
            updates[i] = head
        head += np.uint64(1)
        if head & np.uint64(LINE - 1) == 0 and head % np.uint64(BLOCK_UPDATES) == 0:
            counts[head // np.uint64(BLOCK_UPDATES) - np.uint64(1)] = BLOCK_UPDATES
            number = order[fetch_and_add(taken, 0, 1)]
            owners[number] = tile
            head = np.uint64(number) * np.uint64(BLOCK_UPDATES)
        heads[tile] = head


@inner
def has_space(outbox, count):
    """Returns whether ``count`` updates for any tiles fit, and the shard is not halted; it is halted if they do not.

    They fit if as many from every other thread, which may take blocks at the same time, fit besides.
    """
    most = min(count, len(outbox.heads)) + count // BLOCK_UPDATES
    if len(outbox.owners) - outbox.taken[0] <= outbox.bits[1] * most:
        outbox.halted[0] = True
    return not outbox.halted[0]
