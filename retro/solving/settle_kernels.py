"""Kernels for a tier without moves inside it: the value of a position follows from finished tiers alone."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    MAX_MOVES,
    PLY_BITS,
    TOP,
    tier,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import SLACK, goes_on
from retro.game.values import has_plies
from retro.solving.counting_kernels import CHECKMATES, COUNTERS, DECIDED, EDGES, POSITIONS, STORED, tally
from retro.solving.finished_kernels import incomplete
from retro.solving.position_kernels import COLUMNS, OUTCOME, SUCCESSOR, gather, slots_at, valued
from retro.solving.symmetry_kernels import times_counted
from retro.solving.unfinished_kernels import among
from retro.solving.value_kernels import code_in, sign_of

__all__ = ["COUNTERS", "PLY_BITS", "TOP"]
"""What shards and their runs use of these kernels besides those below."""

BATCH = 256
"""Moves that are collected before the slots of their successors are looked up."""

CODES = 1 << 15
"""Codes of values are below that."""
TRANSPOSED = False
"""No edge is inside the tier."""
DRAWN = 1
"""Instead of the code of a value that is not more or less than play without end; 0 is no position."""


@inner
def settle_batch(batch, n_slots, places, below, codes, numbers, counts, counters):
    """Writes the codes of ``n_slots`` positions, and counts these.

    ``batch`` has indices of ``codes``, keys, the ends of each one's moves, and all moves, whose successors are at
    ``places``. Returns a position of which the value is not known, or -1.
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
        code = code_in(value, key)
        if code >= CODES or (code <= DRAWN and value != 0):
            return key
        if PLY_BITS > 0 and code > DRAWN and not has_plies(value, PLY_BITS):
            return key
        weight = times_counted(key)
        codes[slots[i]] = max(code, DRAWN)
        tally(2 * sign_of(key) * value + (first == last), weight, numbers, counts)
        counters[POSITIONS] += weight
        counters[STORED] += 1
        counters[DECIDED] += 1
        counters[CHECKMATES] += checkmate * weight
    return -1


@kernel
def settle(codes, base, below, numbers, counts, counters):
    """Writes the codes of values of a tier; ``codes`` begin with that of record ``base``.

    ``numbers`` and ``counts`` are as for `retro.solving.final_kernels.value_all`. Returns a position of which the value
    is not known, because it has a move inside the tier, or to a higher one, or its value is too large; -2 - n if a move
    enters tier n, which is not finished; -1 if all is well. Where positions are enumerated, the successors of many
    moves are looked up together.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    edges = np.empty((BATCH + MAX_MOVES, COLUMNS), np.int64)
    places, found = np.empty(BATCH + MAX_MOVES, np.int64), np.empty(BATCH + MAX_MOVES, np.int64)
    slots, keys, ends = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.zeros(BATCH + 1, np.int64)
    batch, collected, n_slots = (slots, keys, ends, edges), 0, 0
    for index in range(len(codes)):
        key = unrank(below.first + base + index)
        if key >= 0:
            if tier(key) != below.number:
                return key
            before, collected = collected, gather(key, out, edges, places, collected)
            for move in range(before, collected):
                if goes_on(edges[move, OUTCOME]):
                    entered = tier(edges[move, SUCCESSOR])
                    if entered >= below.number:
                        return key
                    if among(entered, below.unfinished):
                        return -2 - entered
            slots[n_slots], keys[n_slots] = index, key
            n_slots += 1
            ends[n_slots] = collected
        if collected >= BATCH or n_slots == BATCH or index == len(codes) - 1:
            ranked = slots_at(places, collected, found)
            wrong = settle_batch(batch, n_slots, ranked, below, codes, numbers, counts, counters)
            if wrong >= 0:
                return wrong
            collected, n_slots = 0, 0
    return -1
