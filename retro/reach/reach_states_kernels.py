"""Kernels that count states by their distance from the start, by requesting the distances of their predecessors.

A state is a position and the move forbidden in it, one ply farther than the nearest position from which a move leads to
it. ``expand`` posts requests for the edges into positions, ``apply`` answers those to a tile, and ``hear`` reads the
answers in the order of the requests.

Most edges forbid nothing and lead to the same state of a position. One of them that comes from a position nearer than
this one decides the state's distance, and a few edges nearly always include such a one: ``rest`` requests all edges
where they do not.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    CODES,
    GROUP,
    MAX_UNMOVES,
    PAYLOAD_BITS,
    REQUESTS,
    TRANSPOSED,
    rank,
    unmoves,
    unrank,
)
from retro.compiling.instructions import prefetch
from retro.compiling.roles import inner, kernel
from retro.game import NONE, SLACK
from retro.solving.outbox_kernels import AHEAD, BEGIN, BLOCK_UPDATES, CHUNK_BITS, END, KEPT, has_space, post
from retro.solving.symmetry_kernels import first_image

__all__ = ["BLOCK_UPDATES", "PAYLOAD_BITS", "REQUESTS"]
"""What shards (`retro.solving.shard`) use of these kernels besides those below."""

UNREACHED = 255
NOWHERE = UNREACHED + 1
"""Where states are counted to which no game comes: the distance of a state next to an unreached position."""
EDGES, APPLIED = range(NOWHERE + 1, NOWHERE + 3)
"""Counters: states by distance, then these."""
COUNTERS = NOWHERE + 3

CHUNK = MAX_POSITIONS = 1 << CHUNK_BITS
"""Positions whose edges are asked for together, if they are pending."""
MAX_UPDATES = CHUNK * MAX_UNMOVES
"""Edges that lead to them at most, if the game takes moves back."""
BATCH = 512
"""Edges collected before they are posted."""
LOOK = 6
"""How many of the edges that forbid nothing are asked for at first."""
CODE_BITS, DISTANCE_BITS = 16, 8
"""Entries of a log: of a position -1 - (slot << DISTANCE_BITS | distance), and of each of its questions, which follow,
place << CODE_BITS | code + 1 of the move that the edge forbids."""


@inner
def has_log_space(outbox, questions, positions):
    """Whether so many questions can be asked for so many positions, as `has_space` tells it."""
    if len(outbox.log) - outbox.log[END] <= questions + positions:
        outbox.halted[0] = True
    return has_space(outbox, questions)


@inner
def collect(index, look, transposed, edges, sources, codes, count):
    """Collect edges into a position: those that forbid something and the first ``look`` of those that do not, or all of
    the latter alone if that is 0. How many there are then."""
    key = unrank(index)
    fixed = rank(key)[2] if GROUP > 1 and look else False
    begin = transposed.first[index] if TRANSPOSED else 0
    free = 0
    for i in range(transposed.first[index + 1] - begin if TRANSPOSED else unmoves(key, edges)):
        code = np.int64(transposed.undos[begin + i]) if TRANSPOSED else edges[i, 2]
        if code == NONE:
            free += 1
            if look and free > look:
                continue
        elif look == 0:
            continue
        elif fixed:
            code = first_image(code, key)
        sources[count] = np.int64(transposed.sources[begin + i]) if TRANSPOSED else rank(edges[i, 0])[0]
        codes[count] = code + 1
        count += 1
    return count


@inner
def ask(outbox, entries, ends, many, sources, codes, counters):
    """Post the questions for ``many`` positions and log them; those of a position are before its end."""
    count = ends[many - 1] if many else 0
    post(outbox, sources, count)
    counters[EDGES] += count
    log = outbox.log
    place, first = log[END], 0
    for i in range(many):
        log[place] = entries[i]
        place += 1
        for question in range(first, ends[i]):
            log[place] = sources[question] << CODE_BITS | codes[question]
            place += 1
        first = ends[i]
    log[END] = place


@kernel
def expand(distances, base, level, pending, transposed, outbox, counters):
    """Ask how far the positions before those are that are pending; ``distances`` are those from slot base on.

    ``transposed`` are the edges transposed in memory, where a game does not take moves back
    (`retro.solving.transposed`). Returns whether all is done, as when positions are expanded.
    """
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    size, most, longest = len(distances), MAX_UPDATES, MAX_UNMOVES
    if TRANSPOSED:
        for index in range(base, base + size):
            longest = max(longest, transposed.first[index + 1] - transposed.first[index])
    sources, codes = np.empty(BATCH + longest, np.int64), np.empty(BATCH + longest, np.int64)
    entries, ends = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64)
    for chunk in range(0, size, CHUNK):
        if not pending[level & 3, (base + chunk) >> CHUNK_BITS]:
            continue
        stop = min(chunk + CHUNK, size)
        if TRANSPOSED:
            most = transposed.first[base + stop] - transposed.first[base + chunk]
        if not has_log_space(outbox, most, stop - chunk):
            return False
        many, count = 0, 0
        for place in range(chunk, stop):
            if distances[place] == UNREACHED:
                continue
            count = collect(base + place, LOOK, transposed, edges, sources, codes, count)
            entries[many], ends[many] = -1 - ((base + place) << DISTANCE_BITS | distances[place]), count
            many += 1
            if many == BATCH or count >= BATCH:
                ask(outbox, entries, ends, many, sources, codes, counters)
                many, count = 0, 0
        ask(outbox, entries, ends, many, sources, codes, counters)
        pending[level & 3, (base + chunk) >> CHUNK_BITS] = False
    return True


@kernel
def rest(transposed, outbox, counters):
    """Ask for all edges that forbid nothing where a few of them were not enough; whether all is done, as above."""
    edges = np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    log, longest = outbox.log, MAX_UNMOVES
    if TRANSPOSED:
        for i in range(KEPT + 1, KEPT + 1 + log[KEPT]):
            index = (-1 - log[i]) >> DISTANCE_BITS
            longest = max(longest, transposed.first[index + 1] - transposed.first[index])
    sources, codes = np.empty(BATCH + longest, np.int64), np.empty(BATCH + longest, np.int64)
    entries, ends = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64)
    many, count, enough = 0, 0, True
    while enough and log[KEPT]:
        entry = log[KEPT + log[KEPT]]
        index = (-1 - entry) >> DISTANCE_BITS
        most = transposed.first[index + 1] - transposed.first[index] if TRANSPOSED else MAX_UNMOVES
        enough = has_log_space(outbox, count + most, many + 1)
        if enough:
            log[KEPT] -= 1
            count = collect(index, 0, transposed, edges, sources, codes, count)
            entries[many], ends[many] = entry, count
            many += 1
        if not enough or many == BATCH or count >= BATCH:
            ask(outbox, entries, ends, many, sources, codes, counters)
            many, count = 0, 0
    ask(outbox, entries, ends, many, sources, codes, counters)
    return enough


@kernel
def apply(distances, outbox, numbers, level, pending, counters):
    """Answer the questions in the blocks ``numbers`` of an outbox."""
    within = (1 << outbox.bits[0]) - 1
    applied, blocks = 0, outbox.blocks
    for number in numbers:
        first, count = number * BLOCK_UPDATES, outbox.counts[number]
        applied += count
        for i in range(count):
            prefetch(distances, np.int64(blocks[first + min(i + AHEAD, count - 1)]) & within)
            blocks[first + i] = distances[np.int64(blocks[first + i]) & within]
    counters[APPLIED] += applied


@kernel
def hear(outbox, last, counters):
    """Count the states of the positions that were asked for, by distance.

    Where nothing is forbidden, positions that need the `rest` are kept, unless this was it (``last``).
    """
    nearest = np.full(CODES + 1, NOWHERE, np.int64)
    blocks, log = outbox.blocks, outbox.log
    begin, end = log[BEGIN], log[END]
    while begin < end:
        entry = log[begin]
        least = (-1 - entry) & ((1 << DISTANCE_BITS) - 1)
        if least == 0:
            nearest[0] = 0  # the start
        stop = begin + 1
        while stop < end and log[stop] >= 0:
            prefetch(blocks, max(0, log[min(stop + AHEAD, end - 1)] >> CODE_BITS))
            code = log[stop] & ((1 << CODE_BITS) - 1)
            nearest[code] = min(nearest[code], np.int64(blocks[log[stop] >> CODE_BITS]) + 1)
            stop += 1
        if last or nearest[0] <= least:
            counters[nearest[0]] += 1
        else:
            log[KEPT] += 1
            log[KEPT + log[KEPT]] = entry
        nearest[0] = NOWHERE
        for i in range(begin + 1, stop):
            code = log[i] & ((1 << CODE_BITS) - 1)
            if code:
                counters[nearest[code]] += 1
                nearest[code] = NOWHERE
        begin = stop
