"""Kernels for a tier without moves inside it: the value of a position follows from finished tiers alone."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    ENUMERATED,
    MAX_MOVES,
    ORBITS,
    PLY_BITS,
    TOP,
    find_all,
    tier,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import SLACK, goes_on
from retro.game.values import has_plies
from retro.solving.below_kernels import incomplete
from retro.solving.position_kernels import COLUMNS, OUTCOME, SUCCESSOR, gather, valued
from retro.solving.symmetry_kernels import images
from retro.solving.unfinished_kernels import among
from retro.solving.value_kernels import code_in, sign_of

__all__ = ["PLY_BITS", "TOP"]
"""What `retro.solving.settled` uses of these kernels besides those below."""

BATCH = 256
"""Moves that are collected before the slots of their successors are looked up."""

VALUES = 1 << 15
"""Counters: states by the code of the value that counts, final positions likewise, then these."""
POSITIONS, CHECKMATES, STORED, EDGES = range(2 * VALUES, 2 * VALUES + 4)
COUNTERS = 2 * VALUES + 4
DRAWN = 1
"""Instead of the code of a value that is not more or less than play without end; 0 is no position."""


@inner
def settle_batch(batch, n_slots, places, below, start, codes, counters):
    """Writes the codes of ``n_slots`` slots; ``codes`` begin with that of slot ``start``.

    ``batch`` has slots, keys, the ends of each one's moves, and all moves, whose successors are at ``places``. Returns
    a position of which the value is not known, or -1.
    """
    slots, keys, ends, edges = batch
    for i in range(n_slots):
        key, first, last = keys[i], ends[i], ends[i + 1]
        for move in range(first, last):
            if goes_on(edges[move, OUTCOME]):
                if places[move] < 0 or np.uint64(np.int64(places[move] - below.first)) < np.uint64(below.slots):
                    return key
                counters[EDGES] += 1
        value, _, _, checkmate = valued(key, first, last, edges, places, below)
        if incomplete(below):
            continue
        final = first == last
        code = code_in(value, key)
        if code >= VALUES or (code <= DRAWN and value != 0):
            return key
        if PLY_BITS > 0 and code > DRAWN and not has_plies(value, PLY_BITS):
            return key
        weight = images(key) if ORBITS else 1
        code = codes[slots[i] - start] = max(code, DRAWN)
        counted = code ^ (sign_of(key) < 0 and code != DRAWN)
        counters[counted] += weight
        if final:
            counters[VALUES + counted] += weight
        counters[POSITIONS] += weight
        counters[STORED] += 1
        counters[CHECKMATES] += checkmate * weight
    return -1


@kernel
def settle(start, stop, below, codes, counters):
    """Writes the codes of the slots start..stop-1 of a tier.

    Returns a position of which the value is not known, because it has a move inside the tier, or to a higher one, or
    its value is too large; -2 - n if a move enters tier n, which is not finished; -1 if all is well. Where positions
    are enumerated, the successors of many moves are looked up together.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    edges = np.empty((BATCH + MAX_MOVES, COLUMNS), np.int64)
    places, found_slots = np.empty(BATCH + MAX_MOVES, np.int64), np.empty(BATCH + MAX_MOVES, np.int64)
    slots, keys, ends = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.zeros(BATCH + 1, np.int64)
    batch, collected, n_slots = (slots, keys, ends, edges), 0, 0
    for index in range(start, stop):
        key = unrank(index)
        if key >= 0:
            if not ENUMERATED and tier(key) != below.number:
                return key
            before, collected = collected, gather(key, out, edges, places, collected)
            for move in range(before, collected):
                if goes_on(edges[move, OUTCOME]):
                    successor = edges[move, SUCCESSOR]
                    if len(below.unfinished) > 0 and among(tier(successor), below.unfinished):
                        return -2 - tier(successor)
                    if not ENUMERATED and tier(successor) >= below.number:
                        return key
            slots[n_slots], keys[n_slots] = index, key
            n_slots += 1
            ends[n_slots] = collected
        if collected >= BATCH or n_slots == BATCH or index == stop - 1:
            if ENUMERATED:
                find_all(places, collected, found_slots)
            ranked = found_slots if ENUMERATED else places
            wrong = settle_batch(batch, n_slots, ranked, below, start, codes, counters)
            if wrong >= 0:
                return wrong
            collected, n_slots = 0, 0
    return -1
