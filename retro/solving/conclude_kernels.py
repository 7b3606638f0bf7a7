"""Kernels that end a solution by thresholds (`retro.solving.threshold_kernels`): draws by rule, and packed values."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    COUNT_MASK,
    MAX_MOVES,
    ORBITS,
    SCORES,
    TIERED,
    moves,
    no_moves,
    tier,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import SLACK, UNKNOWN, goes_on
from retro.game.bits import low_product
from retro.game.endless import DRAWN, ENDLESS_LOSS
from retro.solving.audit import MULTIPLIER, mixed
from retro.solving.below_kernels import incomplete, value_below
from retro.solving.first_kernels import ENDED, RECORDS
from retro.solving.outbox_kernels import CHUNK_BITS
from retro.solving.symmetry_kernels import images
from retro.solving.threshold_kernels import DRAWS, STRIDE, packed_value
from retro.solving.update_kernels import DECIDED, best_is_set, record
from retro.solving.value_kernels import ended_value, endless_value, move_value

TALLY_SLOTS = 1 << 15
"""Records that are counted by value at a time."""
TALLY = 2 * TALLY_SLOTS
"""Entries of the table in which they are counted."""
TERMINAL = 1 << 32
"""In that table, added to the values of positions without moves."""


@inner
def flag_level(value, chunk, later):
    """Flags the chunk of a record that has a value of a later level."""
    later[chunk] = min(later[chunk], (value >> 1) - 1)


@kernel
def draw(records, base, later, below, counters):
    """Gives positions that are neither won nor lost the draws by rule that moves lead to at once, or none.

    A player who would lose without end takes the first draw. A player for whom a draw is not better than play
    without end is drawn when all moves that do not lose lead to draws by rule.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    for index in range(base, base + len(records)):
        old = np.int64(records[index - base])
        best, count = old >> BEST_SHIFT, old & COUNT_MASK
        key = unrank(below.first + index)
        if key < 0 or best_is_set(best, count):
            continue
        soonest, latest = 0, 0
        n_moves = moves(key, out)
        for i in range(n_moves):
            successor, outcome = out[i, 0], out[i, 2]
            value = UNKNOWN
            if not goes_on(outcome):
                value = ended_value(outcome, 1, key)
            elif TIERED and tier(successor) != below.number:
                value = move_value(value_below(successor, below), outcome, key)
            if DRAWN <= value < ENDLESS_LOSS:
                value = (value & (DRAWN - 1)) + 2 * DRAWS
                count -= value & 1 == 0
                soonest = value if soonest == 0 else min(soonest, value)
                latest = max(latest, value)
        if TIERED and incomplete(below):
            continue
        if n_moves == 0:
            soonest = latest = (ended_value(no_moves(key), 0, key) & (DRAWN - 1)) + 2 * DRAWS
        new = record(soonest if soonest & 1 else latest, 0, 0, count)
        records[index - base] = new
        if best_is_set(new >> BEST_SHIFT, count):
            counters[DECIDED] += 1
            flag_level(new >> BEST_SHIFT, index >> CHUNK_BITS, later)


@inner
def tally(value, weight, values, counts):
    """Counts a value in a table of TALLY entries."""
    entry = low_product(value, MULTIPLIER) >> 40 & (TALLY - 1)
    while counts[entry] != 0 and values[entry] != value:
        entry = (entry + 1) & (TALLY - 1)
    values[entry] = value
    counts[entry] += weight


@kernel
def conclude(records, base, below, values, counts, counters):
    """Makes each record the packed value of its position, and counts positions by value.

    The table of ``values`` and their ``counts`` has TALLY entries, the records are half as many at most.
    """
    for index in range(base, base + len(records)):
        old = np.int64(records[index - base])
        best, count = old >> BEST_SHIFT, old & COUNT_MASK
        counters[RECORDS] += 1
        key = unrank(below.first + index)
        if key < 0:
            continue
        settled = best_is_set(best, count)
        terminal = count == 0
        if settled:
            counters[ENDED] += 1
            counters[ENDED + 1] += mixed(best)
            level = (best >> 1) - 1
            terminal = level & (STRIDE - 1) == 0 if SCORES else level == 0 or level == DRAWS
        value = packed_value(best, key) if settled else endless_value(key)
        records[index - base] = value
        weight = images(key) if ORBITS else 1
        tally(value, weight, values, counts)
        if terminal:
            tally(value + TERMINAL, weight, values, counts)
