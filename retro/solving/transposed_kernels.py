"""Kernels that transpose the edges of a game, for games without ``unmoves``.

An edge is listed at the slot that it leads to: the slot it comes from, the code of the move there, and, with a
repetition rule, the code of the move that it forbids at its end. The move is that of the canonical position at its
beginning, and the forbidden move that of the canonical position at its end; so every move of every canonical position
is listed once, whatever symmetry they have.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import (
    LOOKAHEAD,
    MAX_MOVES,
    REPETITION,
    image,
    image_code,
    moves,
    rank,
    undo,
    unrank,
    wins,
)
from retro.compiling.instructions import fetch_and_add
from retro.compiling.roles import kernel
from retro.game import ONGOING, SLACK


@kernel
def walk_edges(start, stop, listing, first, sources, codes, undos):
    """Counts the edges from slots start..stop-1 at first[target + 2]; with ``listing``, lists them.

    When they are listed, the edges to slot i begin at first[i + 1], which moves on with each. So once all are written
    they begin at first[i], and end where those to slot i + 1 begin.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    for index in range(start, stop):
        key = unrank(index)
        if key < 0 or (LOOKAHEAD and not REPETITION and wins(key)):
            continue  # but a missed win may lead to a state that nothing else does
        for i in range(moves(key, out)):
            if out[i, 2] == ONGOING and not (LOOKAHEAD and wins(out[i, 0])):
                target, g, _ = rank(out[i, 0])
                if not listing:
                    fetch_and_add(first, target + 2, 1)
                    continue
                edge = fetch_and_add(first, target + 1, 1)
                sources[edge] = index
                codes[edge] = out[i, 1]
                if REPETITION:
                    # of the canonical position at the end, as for `unmoves`: the forbidden move may depend on its image
                    undos[edge] = undo(image(key, g), image_code(out[i, 1], g), image(out[i, 0], g))
