"""Kernels for a tier without moves inside it: the value of a position follows from finished tiers alone."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    ENUMERATED,
    MAX_MOVES,
    ORBITS,
    SCORES,
    canonical,
    find_all,
    first_to_move,
    moves,
    no_moves,
    rank,
    stored,
    tier,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import DRAW, SLACK, UNKNOWN, WIN, goes_on
from retro.solving.below_kernels import incomplete, value_of_slot
from retro.solving.symmetry_kernels import images
from retro.solving.unfinished_kernels import among
from retro.solving.value_kernels import move_value, preference, value_of

BATCH = 256
"""Moves that are collected before the slots of their successors are looked up."""

VALUES = 1 << 15
"""Counters: states by value, final positions by value, then these."""
POSITIONS, CHECKMATES, STORED, EDGES = range(2 * VALUES, 2 * VALUES + 4)
COUNTERS = 2 * VALUES + 4

WORST = -(1 << 30)


@inner
def settle_batch(slots, keys, n_slots, ends, outcomes, targets, below, values, counters):
    """Writes the values of ``n_slots`` slots; slot i has a key and the moves ends[i]..ends[i+1]-1. Returns a slot of
    which the value is not known, or -1.
    """
    for i in range(n_slots):
        key = keys[i]
        # scores for the first player: the second one likes them small
        sign = -1 if SCORES == "first" and not first_to_move(key) else 1
        weight = images(key) if ORBITS else 1
        best, checkmate = WORST, 0
        for move in range(ends[i], ends[i + 1]):
            value = outcomes[move]
            if goes_on(value):
                target = targets[move]
                if target < 0 or np.uint64(np.int64(target - below.first)) < np.uint64(below.slots):
                    return slots[i]
                value = move_value(value_of_slot(target, below), value, key)
                counters[EDGES] += 1
            elif value == WIN:
                checkmate = 1
            best = max(best, sign * preference(value))
        if incomplete(below):
            continue
        value = value_of(sign * best, key)
        final = ends[i] == ends[i + 1]
        if final:
            value = np.int64(no_moves(key))
            if value <= UNKNOWN:
                return slots[i]
        if value >= VALUES or (SCORES and value <= UNKNOWN):
            return slots[i]
        if not SCORES and value == UNKNOWN:
            value = DRAW
        counters[value] += weight
        if final:
            counters[VALUES + value] += weight
        values[slots[i] - below.first] = UNKNOWN if value == DRAW and not SCORES else value
        counters[POSITIONS] += weight
        counters[STORED] += 1
        if not SCORES:
            counters[CHECKMATES] += checkmate * weight
    return -1


@kernel
def settle(start, stop, below, values, counters):
    """Writes the values of the slots start..stop-1 of a tier.

    Returns a slot of which the value is not known: it has a move inside the tier, or to a higher one, or its value is
    too large; -2 - n if a move enters tier n, which is not finished; -1 if all is well. Where positions are enumerated,
    the successors of many moves are looked up together.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    outcomes = np.empty(BATCH + MAX_MOVES, np.int64)
    targets = np.empty(BATCH + MAX_MOVES, np.int64)
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
                outcomes[collected], targets[collected] = out[j, 2], 0
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
            wrong = settle_batch(slots, keys, n_slots, ends, outcomes, ended, below, values, counters)
            if wrong >= 0:
                return wrong
            collected, n_slots = 0, 0
    return -1
