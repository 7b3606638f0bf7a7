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
    canonical,
    find_all,
    moves,
    rank,
    stored,
    tier,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import SLACK, goes_on
from retro.game.values import NO_VALUE, has_plies
from retro.solving.below_kernels import incomplete, value_of_slot
from retro.solving.symmetry_kernels import images
from retro.solving.unfinished_kernels import among
from retro.solving.value_kernels import (
    code_in,
    ended_value,
    move_value,
    sign_of,
    terminal_value,
    wins_at_once,
)

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
def settle_batch(slots, keys, n_slots, ends, outcomes, successors, targets, below, codes, counters):
    """Writes the codes of ``n_slots`` slots; slot i has a key and the moves ends[i]..ends[i+1]-1. Returns a slot of
    which the value is not known, or -1.
    """
    for i in range(n_slots):
        key, best, checkmate = keys[i], NO_VALUE, False
        weight = images(key) if ORBITS else 1
        for move in range(ends[i], ends[i + 1]):
            value = outcomes[move]
            if goes_on(value):
                target = targets[move]
                if target < 0 or np.uint64(np.int64(target - below.first)) < np.uint64(below.slots):
                    return slots[i]
                value = move_value(value_of_slot(target, below), value, key, successors[move])
                counters[EDGES] += 1
            else:
                checkmate |= wins_at_once(value)
                value = ended_value(value, 1, key)
            best = max(best, value)
        if incomplete(below):
            continue
        final = ends[i] == ends[i + 1]
        value = terminal_value(key) if final else best
        code = code_in(value, key)
        if code >= VALUES or (code <= DRAWN and value != 0):
            return slots[i]
        if PLY_BITS > 0 and code > DRAWN and not has_plies(value, PLY_BITS):
            return slots[i]
        code = codes[slots[i] - below.first] = max(code, DRAWN)
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

    Returns a slot of which the value is not known: it has a move inside the tier, or to a higher one, or its value is
    too large; -2 - n if a move enters tier n, which is not finished; -1 if all is well. Where positions are enumerated,
    the successors of many moves are looked up together.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    outcomes = np.empty(BATCH + MAX_MOVES, np.int64)
    successors, targets = np.empty(BATCH + MAX_MOVES, np.int64), np.empty(BATCH + MAX_MOVES, np.int64)
    found_slots = np.empty(BATCH + MAX_MOVES, np.int64)
    slots, keys, ends = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.zeros(BATCH + 1, np.int64)
    collected, n_slots = 0, 0
    for index in range(start, stop):
        key = unrank(index)
        if key >= 0:
            if not ENUMERATED and tier(key) != below.number:
                return index
            count = moves(key, out)
            for j in range(count):
                outcomes[collected], successors[collected], targets[collected] = out[j, 2], out[j, 0], 0
                if goes_on(out[j, 2]):
                    successor = out[j, 0]
                    if len(below.unfinished) > 0 and among(tier(successor), below.unfinished):
                        return -2 - tier(successor)
                    if ENUMERATED:
                        targets[collected] = stored(canonical(successor)[0])
                    elif tier(successor) >= below.number:
                        return index
                    else:
                        targets[collected] = rank(successor)[0]
                collected += 1
            slots[n_slots], keys[n_slots] = index, key
            n_slots += 1
            ends[n_slots] = collected
        if collected >= BATCH or n_slots == BATCH or index == stop - 1:
            if ENUMERATED:
                find_all(targets, collected, found_slots)
            ended = found_slots if ENUMERATED else targets
            wrong = settle_batch(slots, keys, n_slots, ends, outcomes, successors, ended, below, codes, counters)
            if wrong >= 0:
                return wrong
            collected, n_slots = 0, 0
    return -1
