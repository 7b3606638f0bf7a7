"""Kernels of `retro.verify.verify`: they compute every record again, from the records that its moves lead to.

They first collect the successors of a batch of positions and prefetch their records, and then read these records.

How a sum can compare edges is explained in `retro.verify.verify`.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    CODES,
    ENUMERATED,
    GROUP,
    MAX_MOVES,
    MAX_UNMOVES,
    REPETITION,
    STATE_BITS,
    canonical,
    find_all,
    image,
    moves,
    rank,
    stored,
    unrank,
)
from retro.compiling.roles import inner, kernel
from retro.game import NONE, SLACK, goes_on
from retro.game.bits import POSITIVE, low_product
from retro.game.values import NO_VALUE
from retro.lookup.states_kernels import edges_into
from retro.lookup.table_kernels import best_at, only_move_at, second_at
from retro.lookup.whole_kernels import field_at, prefetch_record, rows_of, slot_count
from retro.solving.position_kernels import (
    COLUMNS,
    ELEMENT,
    FIXED,
    OUTCOME,
    SUCCESSOR,
    forbidden_after,
    gather,
    slots_at,
    valued,
)
from retro.solving.symmetry_kernels import first_image, images, times_counted
from retro.solving.value_kernels import sign_of

BATCH = 512
"""Moves collected before the records of their successors are read; these cache lines fit the level 1 cache."""

POSITIONS, CHECKMATES, STORED, FORBIDDING, UNENTERED, EDGES, LEAVING, ENTERING, STATES = range(9)
"""Counters: what `Statistics` counts, edges that were read, and the sum over all edges, by `moves` and by the reversed
moves; then states by index of their value in the list of values, and positions without a move likewise, each twice: of
the first player and, where counts have the negative of their values, of the second."""

SOUND, RECORD, FORBIDDEN, NEVER_FORBIDDEN, EMPTY, UNREACHABLE, INDEX, OUTSIDE = range(8)
"""Kinds of faults of a slot; `retro.verify.record_check` has a text for each."""

UNREACHABLE_KEY = -2
"""Instead of the key in a slot with an unreachable position; -1 stands for a slot without a position."""
NEW, SEEN, EXPANDED, EXPANDED_OUTSIDE = range(4)
"""States of a position in the search from the start: not reached; reached; reached and expanded; expanded, with a
successor outside the index."""

_KEY_FACTOR, _FIRST_FACTOR, _SECOND_FACTOR = 0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9, 0x14D049BB133111EB

SUM = (1 << 62) - 1
"""Mask of sums over all edges: two sums of 62 bits can be added in a signed 64-bit integer."""


@inner
def scrambled(number):
    """Returns a bijective mix of a 63-bit number: every bit depends on all; after Steele, Lea and Flood (2014)."""
    number = low_product(number ^ (number >> 30), _FIRST_FACTOR)
    number = low_product(number ^ (number >> 27), _SECOND_FACTOR)
    return number ^ (number >> 31)


@inner
def token(index, key, forbidden, secret):
    """Returns the number of an edge, by slot, canonical position and forbidden move at its end."""
    return scrambled(low_product(key, _KEY_FACTOR) ^ scrambled(index * (CODES + 1) + forbidden + 1 + secret))


@inner
def summed(total, weight, more):
    """Returns the sum over edges after an edge with the number ``more`` that counts ``weight`` times."""
    return (total + (low_product(weight, more) & SUM)) & SUM


@inner
def count_states(index, key, fixed, weight, checkmate, row, records, entering, secret, buffer, seen, counters):
    """Count the states of a position by value and add up the edges into it; ``row`` is that of its record.

    Afterwards seen[code + 1] is index + 1 for every code that some move forbids there, up to symmetry.
    """
    states, _ = entering
    best, second = np.int64(field_at(row, 0, records)), np.int64(field_at(row, 1, records))
    only_move, entered = only_move_at(row, records), False
    for edge in range(edges_into(index, key, states, buffer)):
        forbidden = buffer[edge, 2]
        if fixed and forbidden != NONE:
            forbidden = first_image(forbidden, key)
        if not STATE_BITS:
            counters[ENTERING] = summed(counters[ENTERING], weight, token(index, key, forbidden, secret))
        mark_at = (forbidden + 1) & POSITIVE
        if seen[mark_at] != index + 1 and not checkmate:
            counters[STATES + (second if forbidden == only_move and only_move != NONE else best)] += 1
            counters[FORBIDDING] += forbidden != NONE
            entered |= forbidden == NONE
        seen[mark_at] = index + 1
    counters[UNENTERED] += not (entered or checkmate)


@inner
def judge(record, value, second, only):
    """Returns the fault of a record that should have ``value`` and, with the only best move forbidden, ``second``.

    ``only`` is that move; NONE if forbidding a single move makes no difference.
    """
    stored, stored_second, only_move = record
    if stored != value:
        return RECORD
    if only_move != NONE and (only_move != only or stored_second != second):
        return RECORD
    return SOUND


@inner
def rank_of(index, key):
    """Returns `rank` of the key in a slot; of enumerated positions, slot -1 if the key is not the lowest image."""
    if ENUMERATED:
        lowest, g, fixed = canonical(key)
        return index if lowest == key else -1, g, fixed
    return rank(key)


@inner
def verify_batch(n_slots, batch, targets, rows, records, values, entering, secret, buffer, seen, counters, kinds):
    """Write the faults of ``n_slots`` slots into ``kinds``, and count their states.

    ``batch`` has slots, keys, the ends of each slot's moves, and all moves; ``targets`` has their slots, -1
    where the game ends; ``rows`` are buffers for the rows of slots and of targets.
    """
    slots, keys, ends, edges = batch
    length = slot_count(records)
    own, own_loaded = rows_of(slots, n_slots, rows[0], records)
    after_moves, after_loaded = rows_of(targets, ends[n_slots], rows[1], records)
    if not (own_loaded and after_loaded):
        kinds[:n_slots] = SOUND
        return
    for i in range(n_slots):
        index, key = slots[i], keys[i]
        stored, only_move = best_at(own[i], records, values), only_move_at(own[i], records)
        record = stored, second_at(own[i], records, values), only_move
        if key < 0:
            if key == UNREACHABLE_KEY:
                kinds[i] = UNREACHABLE
            else:
                kinds[i] = SOUND if stored == NO_VALUE and only_move == NONE else EMPTY
            continue
        kind, first, last = SOUND, ends[i], ends[i + 1]
        ranked, g, fixed = rank_of(index, key)
        if ranked != index or image(key, g) != key:
            kind = INDEX
        for move in range(first, last):
            if goes_on(edges[move, OUTCOME]):
                target = targets[move]
                if target < 0 or target >= length:
                    kind = OUTSIDE
                elif not (REPETITION or ENUMERATED):
                    if unrank(target) != image(edges[move, SUCCESSOR], edges[move, ELEMENT]):
                        kind = INDEX
                counters[EDGES] += 1
        if kind == OUTSIDE:
            kinds[i] = kind
            continue
        value, second, only, checkmate = valued(key, first, last, edges, after_moves, (records, values))
        # an edge stands for those between all images of its ends
        weight = images(key) if fixed else GROUP
        for move in range(first, last if REPETITION and not STATE_BITS else first):
            if goes_on(edges[move, OUTCOME]):
                after, forbidden = forbidden_after(key, move, edges)
                if forbidden != NONE and edges[move, FIXED]:
                    forbidden = first_image(forbidden, after)
                more = token(targets[move], after, forbidden, secret)
                counters[LEAVING] = summed(counters[LEAVING], weight, more)
        if kind == SOUND:
            kind = judge(record, value, second, only)
        kinds[i] = kind
        orbit = times_counted(key)
        counters[STORED] += 1
        counters[POSITIONS] += orbit
        counters[CHECKMATES] += orbit * checkmate
        counter = STATES + np.int64(field_at(own[i], 0, records)) + (len(values) if sign_of(key) < 0 else 0)
        if first == last:
            counters[counter + 2 * len(values)] += orbit
        if REPETITION and (not STATE_BITS or len(entering.states)):  # without bits it is not known which states exist
            count_states(
                index, key, fixed, weight, checkmate, own[i], records, entering, secret, buffer, seen, counters
            )
            forbids = only != NONE and seen[only + 1] == index + 1
            if kind == SOUND and forbids != (only_move != NONE):
                kinds[i] = FORBIDDEN if forbids else NEVER_FORBIDDEN
        elif not REPETITION:
            counters[counter] += orbit


@kernel
def verify(start, stop, records, values, entering, reached, secret, counters, faults):
    """Compare the records of slots start..stop-1 with those of their successors, and count their states.

    Returns the number of wrong records; the first of them are written to ``faults``, with their kinds. Where positions
    are enumerated, ``moves`` is not called for those that are not ``reached``: they may not be positions at all.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    buffer = np.empty((max(MAX_MOVES, MAX_UNMOVES) + SLACK, 3), np.int64)
    seen = np.zeros(CODES + 1, np.int64)
    edges = np.empty((BATCH + MAX_MOVES, COLUMNS), np.int64)
    targets, indices = np.zeros(BATCH + MAX_MOVES, np.int64), np.empty(BATCH + MAX_MOVES, np.int64)
    slots, keys, ends = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64), np.zeros(BATCH + 1, np.int64)
    kinds, rows = np.empty(BATCH, np.int64), (np.empty(BATCH, np.int64), np.empty(BATCH + MAX_MOVES, np.int64))
    collected, n_slots, wrong = 0, 0, 0
    for index in range(start, stop):
        key = UNREACHABLE_KEY if ENUMERATED and not reached[index] else unrank(index)
        if key >= 0:
            before, collected = collected, gather(key, out, edges, targets, collected)
            for move in range(before, before if ENUMERATED else collected):
                if targets[move] >= 0:
                    prefetch_record(targets[move], records)
        slots[n_slots], keys[n_slots] = index, key
        n_slots += 1
        ends[n_slots] = collected
        if collected >= BATCH or n_slots == BATCH or index == stop - 1:
            batch, after = (slots, keys, ends, edges), slots_at(targets, collected, indices)
            verify_batch(n_slots, batch, after, rows, records, values, entering, secret, buffer, seen, counters, kinds)
            for i in range(n_slots):
                if kinds[i] != SOUND:
                    if wrong < len(faults):
                        faults[wrong, 0], faults[wrong, 1] = slots[i], kinds[i]
                    wrong += 1
            collected, n_slots = 0, 0
    return wrong


@kernel
def flood(start, stop, reached):
    """Mark the successors of the reached positions in slots start..stop-1; returns the number of these positions."""
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    targets, indices = np.empty(BATCH + MAX_MOVES, np.int64), np.empty(BATCH + MAX_MOVES, np.int64)
    sources = np.empty(BATCH + MAX_MOVES, np.int64)
    collected, expanded = 0, 0
    for index in range(start, stop):
        if reached[index] == SEEN:
            reached[index] = EXPANDED
            expanded += 1
            for j in range(moves(unrank(index), out)):
                if goes_on(out[j, 2]):
                    sources[collected], targets[collected] = index, stored(canonical(out[j, 0])[0])
                    collected += 1
        if collected >= BATCH or index == stop - 1:
            find_all(targets, collected, indices)
            for i in range(collected):
                if indices[i] < 0:
                    reached[sources[i]] = EXPANDED_OUTSIDE
                elif reached[indices[i]] == NEW:
                    reached[indices[i]] = SEEN
            collected = 0
    return expanded
