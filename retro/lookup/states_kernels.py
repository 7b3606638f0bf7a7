"""Kernels that list the states of a position, for analyses of a whole solution.

In a game with a repetition rule a state is a position and the move that is forbidden in it, if any; it exists if some
move leads to it.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import GROUP, ORBITS, REPETITION, TRANSPOSED, rank, unmoves
from retro.compiling.roles import inner
from retro.game import NONE, WIN
from retro.lookup.whole_kernels import distance_of, has_distances
from retro.solving.symmetry_kernels import first_image, images


@inner
def is_checkmate(count, out):
    """Whether one of ``count`` moves wins at once; such positions have no states that count."""
    for j in range(count):
        if out[j, 2] == WIN:
            return True
    return False


@inner
def weight_of(key):
    """How often a state of a position counts."""
    return images(key) if ORBITS and not REPETITION else 1


@inner
def states_of(index, key, edges, codes, entering, within, home):
    """Write the moves that may be forbidden in a position, NONE among them if nothing may be; how many.

    Of moves that the position's own symmetry turns into each other there is the one with the lowest code. ``edges`` and
    ``codes`` are room to work in. ``entering`` has the transposed edges, where a game does not take moves back
    (`retro.solving.transposed`), and distances from the start: if there are any, only states ``within`` so many plies
    from ``home``, which is the slot of the start, are written.
    """
    first_edge, sources, undos, distances = entering
    if not REPETITION:
        codes[0] = NONE
        return 1 if not has_distances(distances) or distance_of(index, distances) <= within else 0
    fixed = rank(key)[2] if GROUP > 1 else False
    begin = first_edge[index] if TRANSPOSED else 0
    many = 0
    for i in range(first_edge[index + 1] - begin if TRANSPOSED else unmoves(key, edges)):
        code = np.int64(undos[begin + i]) if TRANSPOSED else edges[i, 2]
        if has_distances(distances) and not (code == NONE and index == home):
            source = np.int64(sources[begin + i]) if TRANSPOSED else rank(edges[i, 0])[0]
            if distance_of(source, distances) >= within:
                continue
        if fixed and code >= 0:
            code = first_image(code, key)
        known = False
        for k in range(many):
            if codes[k] == code:
                known = True
        if not known:
            codes[many] = code
            many += 1
    return many
