"""The kernel that finds the edges of a game, for games without ``unmoves`` (`retro.solving.transposed`).

An edge is listed at the slot that it leads to: the slot it comes from and, with a repetition rule, the code of the move
there and the code of the move that it forbids at its end. The move is that of the canonical position at its beginning,
and the forbidden move that of the canonical position at its end; so every move of every canonical position is listed
once, whatever symmetry they have.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    CODES,
    ENUMERATED,
    LOOKAHEAD,
    MAX_MOVES,
    REPETITION,
    URGENT,
    canonical,
    find_all,
    image,
    image_code,
    rank,
    raw_moves,
    undo,
    unrank,
    wins,
)
from retro.compiling.roles import kernel
from retro.game import ONGOING, SLACK
from retro.indexing.discovery_kernels import SEEN_BITS, seen_entry
from retro.indexing.sorted_kernels import sort
from retro.solving.lists_kernels import FORBIDDEN_SHIFT, encode_lists
from retro.solving.runs_kernels import HEAD, count_targets, encode_run, fill_sources, gather, join, order_lists

__all__ = [
    "HEAD",
    "count_targets",
    "encode_lists",
    "encode_run",
    "fill_sources",
    "gather",
    "join",
    "order_lists",
    "sort",
]
"""What `retro.solving.transposed` uses of these kernels besides those below."""


PAGES_AT_ONCE = 64
"""Pages whose first keys are compared with a key at once, which takes 7 ns; halving takes 25 ns for as many."""


@kernel
def find_edges(
    start,
    stop,
    page_bits,
    tops,
    bases,
    new_targets,
    new_sources,
    new_payloads,
    pages,
    targets,
    sources,
    payloads,
    ends,
    move_counts,
):
    """Writes the edges from slots start..stop-1 in order of the page that they lead to. Returns their number, or -1.

    ``move_counts``, of all slots, gets the number of moves of each position where none of them ends the game or loses
    at once: first records of these positions depend on nothing else. In a game with a repetition rule or ``urgent``
    they do.

    The targets of enumerated positions are keys, otherwise slots. ``ends`` has one entry for each page, the number of
    edges to it and all pages before; in a page, edges are in order of their sources. -1 if a target is impossible.

    ``bases`` are the first keys of all pages, ``tops`` of every PAGES_AT_ONCE-th; the arrays after these and before
    ``targets`` are buffers.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    seen = np.full((1 << SEEN_BITS, 4), -1, np.int64)  # key, target, its page, group element
    ends[:] = 0
    count = 0
    for index in range(start, stop):
        key = unrank(index)
        if key < 0 or (LOOKAHEAD and not REPETITION and wins(key)):
            continue  # but a missed win may lead to a state that nothing else does
        n = raw_moves(key, out)
        ordinary = 0 < n < 256
        for i in range(n):
            if out[i, 2] != ONGOING or (LOOKAHEAD and wins(out[i, 0])):
                ordinary = False
            else:
                ordinary = ordinary and 0 <= out[i, 1] < CODES
                successor = out[i, 0]
                entry = seen_entry(successor)
                if seen[entry, 0] != successor:
                    if ENUMERATED:  # in the loop itself, because passing arrays costs more than comparing keys
                        target, g, _ = canonical(successor)
                        top, page = 0, 0
                        if len(tops) > 1:
                            for j in range(len(tops)):
                                top += tops[j] <= target
                            top = max(top - 1, 0) * PAGES_AT_ONCE
                        for j in range(top, min(top + PAGES_AT_ONCE, len(bases))):
                            page += bases[j] <= target
                        page += top - 1
                    else:
                        target, g, _ = rank(successor)
                        page = target >> page_bits
                    if page < 0 or page >= len(ends):
                        return -1
                    seen[entry, 0], seen[entry, 1], seen[entry, 2], seen[entry, 3] = successor, target, page, g
                page = seen[entry, 2]
                ends[page] += 1
                new_targets[count], new_sources[count], pages[count] = seen[entry, 1], index, page
                if REPETITION:
                    g = seen[entry, 3]
                    # of the canonical position at the end, as for `unmoves`: the forbidden move may depend on its image
                    forbidden = undo(image(key, g), image_code(out[i, 1], g), image(successor, g))
                    new_payloads[count] = (forbidden + 1) << FORBIDDEN_SHIFT | out[i, 1]
                count += 1
        if ordinary and not REPETITION and not URGENT:
            move_counts[index] = n
    before = 0
    for page in range(len(ends)):
        before, ends[page] = before + ends[page], before
    for i in range(count):
        at = ends[pages[i]]
        ends[pages[i]] = at + 1
        targets[at], sources[at] = new_targets[i], new_sources[i]
        if REPETITION:
            payloads[at] = new_payloads[i]
    return count


@kernel
def slots_of(wanted, slots):
    """Writes the slots of keys of enumerated positions, or -1."""
    find_all(wanted, len(wanted), slots)
