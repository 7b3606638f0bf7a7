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
    ENUMERATED,
    LOOKAHEAD,
    MAX_MOVES,
    REPETITION,
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
from retro.solving.lists_kernels import FORBIDDEN_SHIFT, encode_lists
from retro.solving.runs_kernels import HEAD, count_targets, encode_run, fill_sources, gather, join, order_lists

__all__ = ["HEAD", "count_targets", "encode_lists", "encode_run", "fill_sources", "gather", "join", "order_lists"]
"""What `retro.solving.transposed` uses of these kernels besides those below."""


PAGES_AT_ONCE = 64
"""Pages whose first keys are compared with a key at once, which takes 7 ns; halving takes 25 ns for as many."""


@kernel
def find_edges(
    start, stop, page_bits, tops, bases, new_targets, new_sources, new_payloads, pages, targets, sources, payloads, ends
):
    """Writes the edges from slots start..stop-1 in order of the page that they lead to. Returns their number, or -1.

    The targets of enumerated positions are keys, otherwise slots. ``ends`` has one entry for each page, the number of
    edges to it and all pages before; in a page, edges are in order of their sources. -1 if a target is impossible.

    ``bases`` are the first keys of all pages, ``tops`` of every PAGES_AT_ONCE-th; the arrays after these and before
    ``targets`` are buffers.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    count, g = 0, 0
    for index in range(start, stop):
        key = unrank(index)
        if key < 0 or (LOOKAHEAD and not REPETITION and wins(key)):
            continue  # but a missed win may lead to a state that nothing else does
        for i in range(raw_moves(key, out)):
            if out[i, 2] == ONGOING and not (LOOKAHEAD and wins(out[i, 0])):
                if ENUMERATED:
                    target, g, _ = canonical(out[i, 0])
                else:
                    target, g, _ = rank(out[i, 0])
                new_targets[count], new_sources[count] = target, index
                if REPETITION:
                    # of the canonical position at the end, as for `unmoves`: the forbidden move may depend on its image
                    forbidden = undo(image(key, g), image_code(out[i, 1], g), image(out[i, 0], g))
                    new_payloads[count] = (forbidden + 1) << FORBIDDEN_SHIFT | out[i, 1]
                count += 1
    ends[:] = 0
    for i in range(count):
        if ENUMERATED:  # in the loop itself, because passing arrays costs more than comparing keys
            key, top, page = new_targets[i], 0, 0
            if len(tops) > 1:
                for j in range(len(tops)):
                    top += tops[j] <= key
                top = max(top - 1, 0) * PAGES_AT_ONCE
            for j in range(top, min(top + PAGES_AT_ONCE, len(bases))):
                page += bases[j] <= key
            page += top - 1
        else:
            page = new_targets[i] >> page_bits
        if page < 0 or page >= len(ends):
            return -1
        pages[i] = page
        ends[page] += 1
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
