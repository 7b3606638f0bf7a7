"""Kernels that complete the records of a tier: what no level has reached is worth play without end."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    COUNT_MASK,
    ENDLESS,
    MOVE_SHIFT,
    NO_MOVE,
    ORBITS,
    PLY_BITS,
    SECOND_SHIFT,
    TOP,
    VALUE_MASK,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game.values import NO_VALUE, UNDECIDED, value_at
from retro.solving.counting_kernels import DECIDED, ENDED, IMPOSSIBLE, RECORDS, mixed, tally
from retro.solving.symmetry_kernels import times_counted
from retro.solving.update_kernels import best_is_set, record, second_is_set
from retro.solving.value_kernels import FIRST, endless_points, sign_of

PLIES = (1 << max(PLY_BITS - 1, 0)) - 1
"""Bits of a level that have its plies."""
KEYED = ORBITS or ENDLESS or FIRST
"""Whether the key of a position says how its value is counted."""


@inner
def without_bounds(old):
    """Returns the final record of a game with a repetition rule: bounds of undecided positions say nothing."""
    best, count = old >> BEST_SHIFT, old & COUNT_MASK
    second, only_move = (old >> SECOND_SHIFT) & VALUE_MASK, (old >> MOVE_SHIFT) & NO_MOVE
    if not second_is_set(best, second, count):
        second = 0
    return record(best if best_is_set(best, count) else 0, second, only_move, count)


@kernel
def value_all(records, base, below, numbers, counts, counters):
    """Makes each record of a game without a repetition rule the value of its position, less NO_VALUE.

    Positions are counted by twice the value that `Statistics` have, plus 1 where there is no move: ``counts`` has how
    many there are of each of the ``numbers``. Both have TALLY entries; the records are TALLY_SLOTS at most.
    """
    for index in range(base, base + len(records)):
        old = np.int64(records[index - base])
        best, count = old >> BEST_SHIFT, old & COUNT_MASK
        if best > VALUE_MASK:
            counters[DECIDED] -= IMPOSSIBLE
            continue
        counters[RECORDS] += 1
        decided, key = best_is_set(best, count), 0
        if KEYED or not decided:
            key = unrank(below.first + index)
            if key < 0:
                records[index - base] = 0
                continue
        if decided:
            counters[ENDED] += 1
            counters[ENDED + 1] += mixed(best)
            terminal = ((best >> 1) - 1) & PLIES == 0
        else:
            best, terminal = UNDECIDED, count == 0
        value = value_at(best, endless_points(key), TOP, PLY_BITS)
        records[index - base] = value - NO_VALUE
        tally(2 * sign_of(key) * value + terminal, times_counted(key), numbers, counts)
