"""Kernels that list the states of a position, for analyses of a whole solution.

In a game with a repetition rule a state is a position and the move that is forbidden in it, if any; it exists if some
move leads to it.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import GROUP, ORBITS, REPETITION, STATE_BITS, rank, unmoves
from retro.compiling.roles import inner
from retro.game import NONE, WIN
from retro.lookup.whole_kernels import distance_of, has_distances
from retro.solving.state_bits_kernels import entering_codes
from retro.solving.symmetry_kernels import first_image, images


@inner
def is_checkmate(count, out):
    """Whether one of ``count`` moves wins at once. Such positions have no states that count."""
    for j in range(count):
        if out[j, 2] == WIN:
            return True
    return False


@inner
def weight_of(key):
    """Returns how many times a state of a position counts."""
    return images(key) if ORBITS and not REPETITION else 1


@inner
def edges_into(index, key, states, edges):
    """Writes the moves into a position to ``edges``, with the codes that they forbid in the third column.

    Returns their number. Those of a game without ``unmoves`` are not known: there is a row for each of its ``states``
    (`retro.solving.state_bits`), without the first two columns.
    """
    return entering_codes(index, key, states, edges) if STATE_BITS else unmoves(key, edges)


@inner
def states_of(index, key, edges, codes, entering, within):
    """Write the moves that may be forbidden in a position into ``codes``, NONE included if nothing may be forbidden.

    Returns their number. Of moves that a symmetry of the position maps to each other, the one with the lowest code is
    written. ``edges`` is a buffer. ``entering`` is a pair: the states of a game without ``unmoves``, and the distances
    from the start, if known. With distances, only states at most ``within`` plies from the nearest start are written; a
    start has the distance 0. Where there are ``states``, they have no others.
    """
    states, distances = entering
    if not REPETITION:
        codes[0] = NONE
        return 1 if not has_distances(distances) or distance_of(index, distances) <= within else 0
    fixed = rank(key)[2] if GROUP > 1 else False
    count = 0
    for i in range(edges_into(index, key, states, edges)):
        code = edges[i, 2]
        if not STATE_BITS and has_distances(distances) and not (code == NONE and distance_of(index, distances) == 0):
            if distance_of(rank(edges[i, 0])[0], distances) >= within:
                continue
        if fixed and code >= 0:
            code = first_image(code, key)
        repeated = False
        for k in range(count):
            if codes[k] == code:
                repeated = True
        if not repeated:
            codes[count] = code
            count += 1
    return count
