"""The kernel of the search from the start tier by tier (`retro.reach.tier_search`): it makes the moves of one level.

A position that gets the distance of the next level may get it from several threads at once: all of them write the same
number.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, ORBITS, moves, rank, unrank
from retro.compiling.instructions import prefetch
from retro.compiling.roles import kernel
from retro.game import SLACK, goes_on
from retro.solving.symmetry_kernels import images

CHUNK_BITS = 10
CHUNK = 1 << CHUNK_BITS
"""Distances that are read together, if a flag says that one of them is of the level."""
EXPANDED, COUNTED, MISSING, WRONG = range(4)
"""Counters: positions whose moves were made; these as the game counts them; look-ups that failed because a page is not
in memory. WRONG is no counter: it is the slot, plus 1, of a position with a move to a finished tier."""
COUNTERS = 4
ABSENT, REQUESTED = -1, -2
"""In the table of pages, for those that are not in memory."""
NEVER = (1 << 31) - 1
"""Later than any level."""
AHEAD = 512
"""Successors collected before distances are written."""


@kernel
def expand(chunks, level, tier, waiting, counters):
    """Gives the successors of positions in ``chunks`` of the tier, ``level`` plies from the start, one ply more.

    ``tier`` is a `retro.reach.tier_search.SearchedTier`, ``waiting`` an `retro.reach.entered.EnteredPages`. A chunk
    with a move into a page that is not in memory requests that page and remains flagged.
    """
    distances, pending, later, first, unreached = tier
    table, rows, changed, shift, low, high = waiting
    size, within = len(distances), (1 << shift) - 1
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    targets = np.empty(AHEAD + MAX_MOVES, np.int64)
    for chunk in chunks:
        start = chunk << CHUNK_BITS
        stop, collected, missing = min(start + CHUNK, size), 0, 0
        expanded, counted, nearest = 0, 0, np.int64(NEVER)
        for index in range(start, stop):
            distance = np.int64(distances[index])
            if level < distance < nearest and distance != unreached:
                nearest = distance
            if distance == level:
                key = unrank(first + index)
                expanded += 1
                counted += images(key) if ORBITS else 1
                for i in range(moves(key, out)):
                    if goes_on(out[i, 2]):
                        target = rank(out[i, 0])[0]
                        if 0 <= target - first < size:
                            prefetch(distances, target - first)
                        elif not low <= target < high:
                            counters[WRONG] = first + index + 1
                            continue
                        targets[collected] = target
                        collected += 1
            if collected >= AHEAD or index + 1 == stop:
                for i in range(collected):
                    target = targets[i] - first
                    if 0 <= target < size:
                        if np.int64(distances[target]) > level + 1:
                            distances[target] = level + 1
                            pending[(level + 1) & 1, target >> CHUNK_BITS] = True
                        continue
                    page = targets[i] >> shift
                    row = np.int64(table[page])
                    if row < 0:
                        missing += 1
                        table[page] = REQUESTED
                        continue
                    at = (row << shift) + (targets[i] & within)
                    if np.int64(rows[at]) > level + 1:
                        rows[at] = level + 1
                        changed[row] = True
                collected = 0
        if missing:
            counters[MISSING] += missing
            continue
        pending[level & 1, chunk] = False
        later[chunk] = nearest
        counters[EXPANDED] += expanded
        counters[COUNTED] += counted


@kernel
def read_later(tier):
    """Sets the lowest distance of each chunk, NEVER if no position of it was entered."""
    distances, _, later, _, unreached = tier
    for chunk in range(len(later)):
        nearest = np.int64(NEVER)
        for index in range(chunk << CHUNK_BITS, min((chunk + 1) << CHUNK_BITS, len(distances))):
            distance = np.int64(distances[index])
            if distance < nearest and distance != unreached:
                nearest = distance
        later[chunk] = nearest
