"""The kernel that finds the edges of a game, for games without ``unmoves`` (`retro.solving.transposed`).

An edge is listed at the slot that it leads to, its target. It has the slot that it comes from, its source, and in a
game with MOVES_AGAIN whether the same player moves again: these two are its entry. Each move of each canonical position
is listed once, also where positions are symmetric.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    CODES,
    ENUMERATED,
    LOOKAHEAD,
    MAX_MOVES,
    TIERED,
    canonical,
    rank,
    raw_moves,
    stored,
    tier,
    unrank,
    wins,
)
from retro.compiling.roles import kernel
from retro.game import AGAIN, GAIN_SHIFT, SLACK
from retro.indexing.discovery_kernels import SEEN_BITS, seen_entry
from retro.indexing.sorted_kernels import sort
from retro.solving.lists_kernels import AGAIN_BITS, AGAIN_MASK, encode_lists
from retro.solving.runs_kernels import HEAD, decode_run, encode_run, join
from retro.solving.value_kernels import continues, impossible

__all__ = ["AGAIN_BITS", "HEAD", "decode_run", "encode_lists", "encode_run", "join", "sort"]
"""What `retro.solving.transposed` uses of these kernels besides those below."""


PAGES_AT_ONCE = 64
"""Pages whose first words are compared with a word at once, which takes 7 ns; halving takes 25 ns for as many."""


@kernel
def find_edges(
    start,
    stop,
    first_slot,
    number,
    page_bits,
    tops,
    bases,
    new_targets,
    new_entries,
    pages,
    targets,
    entries,
    ends,
    move_counts,
):
    """Writes the edges from records start..stop-1 of a tier, sorted by the page of their target and then by source.

    The tier has the ``number``; no other moves are edges. Record 0 would be that of slot ``first_slot``. Returns the
    number of edges, or -1 if a target is impossible. Targets are words where positions are enumerated, otherwise
    numbers of records. ``ends`` gets for each page the number of edges to it and to all pages before.

    ``move_counts`` has an entry for each record. It gets the number of moves of a position if none of them
    ends the game or loses at once: the first record depends on nothing else then. It gets nothing in a game with a
    repetition rule, where first records always depend on more.

    ``bases`` has the first word of every page, ``tops`` of every PAGES_AT_ONCE-th page. ``new_targets``,
    ``new_entries`` and ``pages`` are buffers.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    seen = np.full((1 << SEEN_BITS, 3), -1, np.int64)  # key, target, its page
    ends[:] = 0
    count = 0
    for index in range(start, stop):
        key = unrank(first_slot + index)
        if key < 0 or (LOOKAHEAD and wins(key)):
            continue
        n = raw_moves(key, out)
        ordinary = 0 < n < 256
        for i in range(n):
            if not continues(out[i, 2]) or (LOOKAHEAD and wins(out[i, 0])):
                ordinary = False
            elif TIERED and tier(out[i, 0]) != number:
                ordinary = False
            else:
                ordinary = ordinary and 0 <= out[i, 1] < CODES and not impossible(out[i, 2])
                if out[i, 2] >> GAIN_SHIFT != 0:
                    ordinary = False  # it must leave the tier, which the first record tests
                successor = out[i, 0]
                entry = seen_entry(successor)
                if seen[entry, 0] != successor:
                    if ENUMERATED:  # in the loop itself, because passing arrays costs more than comparing keys
                        target, _, _ = canonical(successor)
                        target = stored(target)
                        top, page = 0, 0
                        if len(tops) > 1:
                            for j in range(len(tops)):
                                top += tops[j] <= target
                            top = max(top - 1, 0) * PAGES_AT_ONCE
                        for j in range(top, min(top + PAGES_AT_ONCE, len(bases))):
                            page += bases[j] <= target
                        page += top - 1
                    else:
                        target = rank(successor)[0] - first_slot
                        page = target >> page_bits
                    if page < 0 or page >= len(ends):
                        return -1
                    seen[entry, 0], seen[entry, 1], seen[entry, 2] = successor, target, page
                page = seen[entry, 2]
                ends[page] += 1
                new_targets[count], pages[count] = seen[entry, 1], page
                new_entries[count] = index << AGAIN_BITS | (out[i, 2] // AGAIN & AGAIN_MASK)
                count += 1
        if ordinary:
            move_counts[index] = n
    before = 0
    for page in range(len(ends)):
        before, ends[page] = before + ends[page], before
    for i in range(count):
        at = ends[pages[i]]
        ends[pages[i]] = at + 1
        targets[at], entries[at] = new_targets[i], new_entries[i]
    return count
