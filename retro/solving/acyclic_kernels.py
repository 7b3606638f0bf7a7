"""Kernels of the acyclic backend: the value of a position from those of its successors, which are all known."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    CHECKED,
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
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import DRAW, ONGOING, SLACK, UNKNOWN, WIN
from retro.solving.symmetry_kernels import images
from retro.solving.value_kernels import move_value, preference, value_of

BATCH = 256
"""Moves that are collected before the slots of their successors are looked up."""

VALUES = 1 << 15
"""Counters: states by value, final positions by value, then these."""
POSITIONS, CHECKMATES, STORED, EDGES = range(2 * VALUES, 2 * VALUES + 4)
COUNTERS = 2 * VALUES + 4

WORST = -(1 << 30)


@inner
def settle_batch(slots, n_slots, ends, outcomes, targets, tiers, number, values, counters):
    """Writes the values of ``n_slots`` slots; slot i has the moves ends[i]..ends[i+1]-1. Returns a slot that cannot
    have a value, or -1.

    With CHECKED, a slot with a move inside its tier is returned even if that move leads to a slot that has a value
    already: whether it has one depends on the order in which threads compute the tier.
    """
    for i in range(n_slots):
        key = unrank(slots[i])
        # scores for the first player: the second one likes them small
        sign = -1 if SCORES == "first" and not first_to_move(key) else 1
        weight = images(key) if ORBITS else 1
        best, checkmate = WORST, 0
        for move in range(ends[i], ends[i + 1]):
            value = outcomes[move]
            if value == ONGOING:
                successor = targets[move]
                if successor < 0 or values[successor] == UNKNOWN or (CHECKED and tiers[successor] >= number):
                    return slots[i]
                value = move_value(np.int64(values[successor]))
                counters[EDGES] += 1
            elif value == WIN:
                checkmate = 1
            best = max(best, sign * preference(value))
        value = value_of(sign * best)
        final = ends[i] == ends[i + 1]
        if final:
            value = np.int64(no_moves(key))
            if value <= UNKNOWN or value >= VALUES:
                return slots[i]
            counters[VALUES + value] += weight
        if value == UNKNOWN:
            value = DRAW
        values[slots[i]] = value
        counters[value] += weight
        counters[POSITIONS] += weight
        counters[STORED] += 1
        if not SCORES:
            counters[CHECKMATES] += checkmate * weight
    return -1


@kernel
def settle(start, stop, tiers, number, values, counters):
    """Writes the values of the slots start..stop-1 of the tier ``number``. Returns a slot that cannot have one, or -1.

    Where positions are enumerated, the successors of many moves are looked up together.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    outcomes = np.empty(BATCH + MAX_MOVES, np.int64)
    targets = np.empty(BATCH + MAX_MOVES, np.int64)
    found_slots = np.empty(BATCH + MAX_MOVES, np.int64)
    slots, ends = np.empty(BATCH, np.int64), np.zeros(BATCH + 1, np.int64)
    collected, n_slots = 0, 0
    for index in range(start, stop):
        if tiers[index] == number:
            count = moves(unrank(index), out)
            for j in range(count):
                outcomes[collected], targets[collected] = out[j, 2], 0
                if out[j, 2] == ONGOING:
                    targets[collected] = stored(canonical(out[j, 0])[0]) if ENUMERATED else rank(out[j, 0])[0]
                collected += 1
            slots[n_slots] = index
            n_slots += 1
            ends[n_slots] = collected
        if collected >= BATCH or n_slots == BATCH or index == stop - 1:
            if ENUMERATED:
                find_all(targets, collected, found_slots)
            ended = found_slots if ENUMERATED else targets
            wrong = settle_batch(slots, n_slots, ends, outcomes, ended, tiers, number, values, counters)
            if wrong >= 0:
                return wrong
            collected, n_slots = 0, 0
    return -1
