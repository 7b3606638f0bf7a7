"""Kernels of the sweep backend: algorithms 6 to 8 of Takizawa (2023) for any game of the contract.

A state is a position and the move that is forbidden in it, if any. With a repetition rule, those to which some move
leads have a bit each (`retro.solving.state_bits`).
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    BEST_SHIFT,
    COUNT_MASK,
    MAX_MOVES,
    MOVE_SHIFT,
    NO_MOVE,
    PLY_BITS,
    REPETITION,
    SECOND_SHIFT,
    TOP,
    VALUE_MASK,
    moves,
    unrank,
)
from retro.compiling.instructions import prefetch
from retro.compiling.roles import inner, kernel
from retro.game import DRAW, NONE, SLACK, goes_on
from retro.game.values import UNDECIDED, value_at
from retro.solving.counting_kernels import (
    COUNTERS,
    DECIDED,
    ENDED,
    EXPANDED,
    FORBIDDING,
    RECORDS,
    UNENTERED,
    mixed,
    tally,
)
from retro.solving.final_kernels import PLIES, value_all, without_bounds
from retro.solving.finished_kernels import incomplete
from retro.solving.first_kernels import ROWS, initialise
from retro.solving.outbox_kernels import CHUNK_BITS
from retro.solving.position_kernels import COLUMNS, OUTCOME, gather, slots_at, valued
from retro.solving.state_bits_kernels import exists, place_of, states_of
from retro.solving.update_kernels import NEVER, best_is_set, checkmate, record, second_is_set
from retro.solving.value_kernels import code_in

__all__ = ["COUNTERS", "PLIES", "PLY_BITS", "TOP", "initialise", "value_all"]
"""What shards (`retro.solving.sweep`) and `retro.solving.loop` use of these kernels besides those below."""

BATCH = 512
"""Moves that are collected before the values of their successors are read."""
TRANSPOSED = False
"""No edges are transposed."""


@inner
def level_of(code):
    """Returns the level of a code; -1 for none."""
    return (code >> 1) - 1


@inner
def fields(old):
    """Returns best, second, only move and count of a record."""
    second, only_move = (old >> SECOND_SHIFT) & VALUE_MASK, (old >> MOVE_SHIFT) & NO_MOVE
    return old >> BEST_SHIFT, second, only_move, old & COUNT_MASK


@inner
def unfinished(old, level):
    """Returns whether values of a record are not known, or are bounds of levels after ``level``."""
    best, second, only_move, count = fields(old)
    if not best_is_set(best, count):
        return count != 0
    if level_of(best) > level:
        return True
    return only_move != NO_MOVE and (not second_is_set(best, second, count) or level_of(second) > level)


@inner
def valued_record(old, level, found, following, only, exists_only):
    """Returns a record with those of its values that are of ``level``, and the lowest later level of any other.

    The codes ``found`` and ``following`` are those of the values of the position and, with the move ``only`` forbidden,
    of a state; whether some move leads to that state is ``exists_only``.
    """
    best, second, only_move, count = fields(old)
    is_set, waiting = best_is_set(best, count), NEVER
    is_final = is_set and level_of(best) <= level
    is_second = only_move == only and second_is_set(best, second, count) and level_of(second) <= level
    if not is_final and found > DRAW:
        if level_of(found) <= level:
            best, is_final = found, True
        elif not is_set or found != best:
            waiting = level_of(found)
    if not exists_only:
        return (record(best, best, NO_MOVE, 0) if is_final else old), waiting
    if not is_second:
        second = UNDECIDED
        if following > DRAW and level_of(following) <= level:
            second = following
        elif following > DRAW:
            waiting = min(waiting, level_of(following))
    return (record(best, second, only, 0 if is_final else 1) if is_final or second else old), waiting


@inner
def value_batch(records, level, below, lines, batch, n_slots, places, waiting, pending, counters):
    """Writes the values of ``level`` of a batch of positions; returns the lowest later level, given that so far.

    ``batch`` has their slots, keys, the ends of each one's moves, and all moves, whose successors are at ``places``.
    """
    slots, keys, ends, edges = batch
    held, first = (records, below), 0
    for i in range(n_slots):
        number, last = slots[i], ends[i]
        value, following, only, _ = valued(keys[i], first, last, edges, places, held)
        if incomplete(below):
            first = last
            continue
        exists_only = False
        if REPETITION and only != NONE:
            place = place_of(only, last - first, edges[first:last])
            exists_only = exists(below.first + number, place, lines)
        codes = code_in(value, keys[i]), code_in(following, keys[i])
        old = np.int64(records[number])
        new, later_level = valued_record(old, level, *codes, only, exists_only)
        waiting = min(waiting, later_level)
        if new != old:
            records[number] = new
            counters[DECIDED] += best_is_set(new >> BEST_SHIFT, new & COUNT_MASK) and not (
                best_is_set(old >> BEST_SHIFT, old & COUNT_MASK)
            )
            pending[level & (ROWS - 1), number >> CHUNK_BITS] = True
        first = last
    return waiting


@kernel
def sweep(start, stop, level, records, below, lines, pending, later, counters):
    """Finds all values of the level after ``level`` in slots start..stop-1, which are of one tier; counts ``level``.

    All values up to ``level`` are known. What a value of the next level gives to another position is of a later level,
    so it does not matter which positions are valued first, nor by which thread.

    Flags the chunks with new values in ``pending``, and in ``later`` the next level at which these slots are due even
    without. Returns the number of records that later levels may change, or -1 - n if a move of slot n leads to a
    position that is not in the index.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    edges = np.empty((BATCH + MAX_MOVES, COLUMNS), np.int64)
    places, found = np.empty(BATCH + MAX_MOVES, np.int64), np.empty(BATCH + MAX_MOVES, np.int64)
    slots, keys, ends = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.empty(BATCH, np.int64)
    batch = slots, keys, ends, edges
    collected, n_slots, open_records, waiting, set_later = 0, 0, 0, NEVER, NEVER
    for index in range(start, stop):
        number = index - below.first
        old = np.int64(records[number])
        best, second, only_move, count = fields(old)
        if best_is_set(best, count):
            if level_of(best) == level:
                counters[EXPANDED + (best & 1)] += 1
                counters[EXPANDED + 2] += mixed(best)
            elif level_of(best) > level:
                set_later = min(set_later, level_of(best))
        if only_move != NO_MOVE and second_is_set(best, second, count) and level_of(second) > level:
            set_later = min(set_later, level_of(second))
        if unfinished(old, level + 1):
            key = unrank(index)
            collected = gather(key, out, edges, places, collected)
            slots[n_slots], keys[n_slots], ends[n_slots] = number, key, collected
            n_slots += 1
            open_records += 1
        if collected >= BATCH or n_slots == BATCH or index == stop - 1:
            ranked = slots_at(places, collected, found)
            for i in range(n_slots):
                for move in range(ends[i - 1] if i else 0, ends[i]):
                    successor = ranked[move] - below.first
                    if np.uint64(np.int64(successor)) < np.uint64(below.slots):
                        prefetch(records, successor)
                    elif goes_on(edges[move, OUTCOME]) and ranked[move] < 0:
                        return -1 - (below.first + slots[i])
            waiting = value_batch(records, level + 1, below, lines, batch, n_slots, ranked, waiting, pending, counters)
            collected, n_slots = 0, 0
    due = min(set_later, waiting - 1) if waiting < NEVER else set_later
    chunk = start - below.first >> CHUNK_BITS
    later[chunk] = min(later[chunk], due)
    return open_records


@kernel
def count_states(records, base, below, lines, numbers, counts, counters):
    """Completes records of a game with a repetition rule, and counts the states of their positions.

    ``numbers`` and ``counts`` are as for `value_all`.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    for index in range(base, base + len(records)):
        old = np.int64(records[index - base])
        best, second, only_move, _ = fields(without_bounds(old))
        counters[RECORDS] += 1
        if best != UNDECIDED:
            counters[ENDED] += 1
            counters[ENDED + 1] += mixed(best)
        key = unrank(below.first + index)
        if key < 0 or old == checkmate():
            continue
        states, place = states_of(below.first + index, lines), -1
        if only_move != NO_MOVE:
            place = place_of(only_move, moves(key, out), out)
        is_different = place >= 0 and second != best and exists(below.first + index, place, lines)
        if not is_different:
            second, only_move = best, NO_MOVE
        records[index - base] = record(best, second, only_move, 0)
        entered = exists(below.first + index, 0, lines)
        counters[UNENTERED] += not entered
        counters[FORBIDDING] += states - entered
        for code, number in ((best, states - is_different), (second, 1 if is_different else 0)):
            if number:
                tally(2 * value_at(code, 0, TOP, PLY_BITS), number, numbers, counts)
