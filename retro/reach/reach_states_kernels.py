"""Kernels that count states by their distance from the start, by requesting the distances of their predecessors.

A state is a position and the move forbidden in it, one ply farther than the nearest position from which a move leads to
it. ``expand`` posts requests for the edges into positions, ``apply`` answers those to a tile, and ``count_states``
reads the answers in the order of the requests.

Most edges forbid nothing and lead to the same state of a position. One of them that comes from a position nearer than
this one decides the state's distance, and a few edges nearly always include such a one: ``rest`` requests all edges
where they do not.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    CODES,
    DISTANCE_BYTES,
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
from retro.solving.outbox_kernels import AHEAD, BEGIN, BLOCK_UPDATES, CHUNK_BITS, END, UNFINISHED, has_space, post
from retro.solving.symmetry_kernels import first_image

__all__ = ["BLOCK_UPDATES", "PAYLOAD_BITS", "REQUESTS", "TRANSPOSED"]
"""What shards (`retro.solving.shard`) use of these kernels besides those below."""

CODE_BITS, DISTANCE_BITS = 16, 8 * DISTANCE_BYTES
"""Entries of a log: of a position -1 - (slot << DISTANCE_BITS | distance), and of each of its requests, which follow,
index << CODE_BITS | code + 1 of the move that the edge forbids."""
UNREACHED = (1 << DISTANCE_BITS) - 1
NOWHERE = UNREACHED + 1
"""Counter of unreachable states: the distance of a state whose predecessors are unreached."""
EDGES, APPLIED = range(NOWHERE + 1, NOWHERE + 3)
"""Counters: states by distance, then these."""
COUNTERS = NOWHERE + 3

CHUNK = MAX_POSITIONS = 1 << CHUNK_BITS
"""Positions whose requests are posted together, if they are pending."""
MAX_UPDATES = CHUNK * MAX_UNMOVES
"""The largest number of edges to them, if the game defines ``unmoves``."""
BATCH = 512
"""Edges collected before they are posted."""
LOOK = 6
"""How many of the edges that forbid nothing are requested at first."""


@inner
def has_log_space(outbox, requests, positions):
    """Returns whether requests for positions fit into outbox and log; if not, halts the shard as `has_space` does.

    ``requests`` and ``positions`` are the numbers of requests and of positions.
    """
    if len(outbox.log) - outbox.log[END] <= requests + positions:
        outbox.halted[0] = True
    return has_space(outbox, requests)


@inner
def collect(index, look, edges, sources, codes, count):
    """Collects the edges to a position that forbid a move and the first ``look`` of those that do not.

    If ``look`` is 0 it collects all edges that forbid nothing, and no others. Returns the new count.
    """
    key = unrank(index)
    fixed = rank(key)[2] if GROUP > 1 and look else False
    free = 0
    for i in range(unmoves(key, edges)):
        code = edges[i, 2]
        if code == NONE:
            free += 1
            if look and free > look:
                continue
        elif look == 0:
            continue
        elif fixed:
            code = first_image(code, key)
        sources[count] = rank(edges[i, 0])[0]
        codes[count] = code + 1
        count += 1
    return count


@inner
def post_requests(outbox, entries, ends, n_positions, sources, codes, counters):
    """Posts the requests of ``n_positions`` positions, which end at ``ends``, and writes them to the log."""
    count = ends[n_positions - 1] if n_positions else 0
    post(outbox, sources, count)
    counters[EDGES] += count
    log = outbox.log
    index, first = log[END], 0
    for i in range(n_positions):
        log[index] = entries[i]
        index += 1
        for request in range(first, ends[i]):
            log[index] = sources[request] << CODE_BITS | codes[request]
            index += 1
        first = ends[i]
    log[END] = index


@kernel
def expand(distances, base, level, pending, outbox, counters):
    """Requests the distances of the predecessors of pending positions; ``distances`` begin with slot ``base``.

    Returns whether all is done, as in `reach_kernels`.
    """
    edges, size = np.empty((MAX_UNMOVES + SLACK, 3), np.int64), len(distances)
    sources, codes = np.empty(BATCH + MAX_UNMOVES, np.int64), np.empty(BATCH + MAX_UNMOVES, np.int64)
    entries, ends = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64)
    for chunk in range(0, size, CHUNK):
        if not pending[level & 3, (base + chunk) >> CHUNK_BITS]:
            continue
        stop = min(chunk + CHUNK, size)
        if not has_log_space(outbox, MAX_UPDATES, stop - chunk):
            return False
        n_positions, count = 0, 0
        for index in range(chunk, stop):
            if distances[index] == UNREACHED:
                continue
            count = collect(base + index, LOOK, edges, sources, codes, count)
            distance = np.int64(distances[index])
            entries[n_positions], ends[n_positions] = -1 - ((base + index) << DISTANCE_BITS | distance), count
            n_positions += 1
            if n_positions == BATCH or count >= BATCH:
                post_requests(outbox, entries, ends, n_positions, sources, codes, counters)
                n_positions, count = 0, 0
        post_requests(outbox, entries, ends, n_positions, sources, codes, counters)
        pending[level & 3, (base + chunk) >> CHUNK_BITS] = False
    return True


@kernel
def rest(outbox, counters):
    """Posts requests for all edges that forbid nothing, to positions whose state the first LOOK such edges did not
    decide.

    Returns whether all is done.
    """
    log, edges = outbox.log, np.empty((MAX_UNMOVES + SLACK, 3), np.int64)
    sources, codes = np.empty(BATCH + MAX_UNMOVES, np.int64), np.empty(BATCH + MAX_UNMOVES, np.int64)
    entries, ends = np.empty(BATCH, np.int64), np.empty(BATCH, np.int64)
    n_positions, count, enough = 0, 0, True
    while enough and log[UNFINISHED]:
        entry = log[UNFINISHED + log[UNFINISHED]]
        index = (-1 - entry) >> DISTANCE_BITS
        enough = has_log_space(outbox, count + MAX_UNMOVES, n_positions + 1)
        if enough:
            log[UNFINISHED] -= 1
            count = collect(index, 0, edges, sources, codes, count)
            entries[n_positions], ends[n_positions] = entry, count
            n_positions += 1
        if not enough or n_positions == BATCH or count >= BATCH:
            post_requests(outbox, entries, ends, n_positions, sources, codes, counters)
            n_positions, count = 0, 0
    post_requests(outbox, entries, ends, n_positions, sources, codes, counters)
    return enough


@kernel
def apply(distances, outbox, numbers, level, pending, later, counters):
    """Replaces the requests in the blocks ``numbers`` of an outbox by the distances."""
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
def count_states(outbox, last, counters):
    """Counts the states of the positions in the log, by distance.

    The state in which nothing is forbidden is counted later if a predecessor whose distance was not requested may be
    the nearest: its position stays in the log for `rest`, unless ``last``.
    """
    nearest = np.full(CODES + 1, NOWHERE, np.int64)
    blocks, log = outbox.blocks, outbox.log
    begin, end = log[BEGIN], log[END]
    while begin < end:
        entry = log[begin]
        own_distance = (-1 - entry) & ((1 << DISTANCE_BITS) - 1)
        if own_distance == 0:
            nearest[0] = 0  # the start
        stop = begin + 1
        while stop < end and log[stop] >= 0:
            prefetch(blocks, max(0, log[min(stop + AHEAD, end - 1)] >> CODE_BITS))
            code = log[stop] & ((1 << CODE_BITS) - 1)
            nearest[code] = min(nearest[code], np.int64(blocks[log[stop] >> CODE_BITS]) + 1)
            stop += 1
        if last or nearest[0] <= own_distance:
            counters[nearest[0]] += 1
        else:
            log[UNFINISHED] += 1
            log[UNFINISHED + log[UNFINISHED]] = entry
        nearest[0] = NOWHERE
        for i in range(begin + 1, stop):
            code = log[i] & ((1 << CODE_BITS) - 1)
            if code:
                counters[nearest[code]] += 1
                nearest[code] = NOWHERE
        begin = stop
