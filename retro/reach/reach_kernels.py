"""Kernels of the search from the start: algorithm 9 of Takizawa (2023), with a distance for every position.

``expand`` and ``apply`` correspond to those of the queue backend (`retro.solving.shard`); records are distances.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    DISTANCE_BYTES,
    MAX_MOVES,
    ORBITS,
    PAYLOAD_BITS,
    REQUESTS,
    TRANSPOSED,
    moves,
    rank,
    unrank,
)
from retro.compiling.instructions import prefetch
from retro.compiling.roles import inner, kernel
from retro.game import SLACK, goes_on
from retro.solving.outbox_kernels import AHEAD, BLOCK_UPDATES, CHUNK_BITS, NEVER, has_space, post
from retro.solving.symmetry_kernels import images

__all__ = ["BLOCK_UPDATES", "PAYLOAD_BITS", "REQUESTS", "TRANSPOSED"]
"""What shards (`retro.solving.shard`) use of these kernels besides those below."""

UNREACHED = (1 << 8 * DISTANCE_BYTES) - 1
CONTENT = (1 << PAYLOAD_BITS) - 1
"""Bits of an update that hold a distance."""
LOW, HIGH, WRONG = range(3)
"""Slots that positions of the tier in progress may enter are among LOW..HIGH-1; WRONG is one that enters another, or
-1."""
EDGES, APPLIED, EXPANDED, ENTERED, COUNTED = range(5)
"""Counters; COUNTED are the positions of the level as the game counts them."""
COUNTERS = 5

CHUNK = 1 << CHUNK_BITS
"""Distances that are read together, if ``later`` says that one of them is of the level."""
MAX_UPDATES = CHUNK * MAX_MOVES
"""The largest number of their edges."""
BATCH = 512
"""Edges collected before they are posted."""


@inner
def unvisited(visited, targets, count):
    """Moves the targets whose bit in ``visited`` is not set to the front, and sets their bits.

    Returns their number. Bits that two threads set at once may be lost: then an update is sent twice, which is
    harmless.
    """
    for i in range(count):
        prefetch(visited, targets[i] >> 3)
    left = 0
    for i in range(count):
        target = targets[i]
        marks, mark = visited[target >> 3], np.uint8(1 << (target & 7))
        targets[left] = target
        if not marks & mark:
            visited[target >> 3] = marks | mark
            left += 1
    return left


@kernel
def expand(distances, base, level, later, visited, bounds, outbox, counters):
    """Sends the distance ``level`` + 1 to the successors of positions with ``level``.

    ``distances`` begin with slot ``base``; for ``bounds`` see LOW. A successor gets one update only, unless ``visited``
    is empty (`unvisited`). Returns whether all is done: False if the outbox is full, or the shard was halted; the
    remaining chunks are still flagged.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    targets = np.empty(BATCH + MAX_MOVES, np.int64)
    size = len(distances)
    for chunk in range(-(base & (CHUNK - 1)), size, CHUNK):
        flag = (base + chunk) >> CHUNK_BITS
        if later[flag] > level:
            continue
        if not has_space(outbox, MAX_UPDATES):
            return False
        collected, following, stop = 0, np.int64(UNREACHED), min(chunk + CHUNK, size)
        for index in range(max(chunk, 0), stop):
            distance = np.int64(distances[index])
            if level < distance < following:
                following = distance
            if distance == level:
                key = unrank(base + index)
                counters[COUNTED] += images(key) if ORBITS else 1
                counters[EXPANDED] += 1
                for i in range(moves(key, out)):
                    if goes_on(out[i, 2]):
                        targets[collected] = rank(out[i, 0])[0]
                        if not bounds[LOW] <= targets[collected] < bounds[HIGH]:
                            bounds[WRONG] = base + index
                        collected += 1
            if collected >= BATCH or index + 1 == stop:
                if len(visited):
                    collected = unvisited(visited, targets, collected)
                counters[EDGES] += collected
                for i in range(collected):
                    targets[i] = targets[i] << PAYLOAD_BITS | (level + 1)
                post(outbox, targets, collected)
                collected = 0
        later[flag] = following if following < UNREACHED else NEVER
    return True


@kernel
def apply(distances, outbox, numbers, level, pending, later, counters):
    """Gives the distances in the blocks ``numbers`` of an outbox to the positions that have none, or a larger one."""
    within = (1 << outbox.bits[0]) - 1
    applied, entered, blocks = 0, 0, outbox.blocks
    for number in numbers:
        first, count = number * BLOCK_UPDATES, outbox.counts[number]
        applied += count
        for i in range(count):
            prefetch(distances, np.int64(blocks[first + min(i + AHEAD, count - 1)]) >> PAYLOAD_BITS & within)
            update = np.int64(blocks[first + i])
            index, distance = update >> PAYLOAD_BITS & within, update & CONTENT
            before = np.int64(distances[index])
            if distance < before:
                distances[index] = distance
                later[index >> CHUNK_BITS] = min(later[index >> CHUNK_BITS], distance)
                entered += before == UNREACHED
    counters[APPLIED] += applied
    counters[ENTERED] += entered
