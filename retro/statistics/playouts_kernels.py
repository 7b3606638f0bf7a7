"""Kernel that counts the games from a position as the sum over its moves.

Counts are remainders modulo at most 2**62, so that two can be added in 64 bits. The number of bits of a count comes
from its logarithm, which is computed in floating point.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, SCORES, moves, no_moves, rank, unrank
from retro.compiling.roles import inner, kernel
from retro.game import GAIN_SHIFT, SLACK, goes_on
from retro.solving.value_kernels import moves_again, preference

WON, LOST, DRAWN = range(3)
"""Outcome of a game for the player to move or, where values are scores for the first player, for the first player."""

DONE, GAINS = -1, -2


@inner
def ending(value):
    """Returns the outcome of a game that ends with a value."""
    rating = preference(value)
    if rating > 0:
        return WON
    return LOST if rating < 0 else DRAWN


@inner
def ending_one_ply_up(who, outcome):
    """Returns the outcome of a game as seen one ply earlier, before a move with this ``outcome``."""
    if SCORES == "first" or who == DRAWN or moves_again(outcome):
        return who
    return LOST if who == WON else WON


@inner
def add(sums, who, more, modulus):
    """Add a remainder to one of ``sums``."""
    total = sums[who] + more
    sums[who] = total - modulus if total >= modulus else total


@kernel
def count_games(start, stop, first, end, modulus, counts, bits):
    """Count the games from the positions of slots start..stop-1, of one tier; lower tiers are in slots first..end-1.

    Returns DONE, GAINS if a move gains points, or a slot from which some move does not lower the tier. ``counts`` are
    remainders by slot and outcome. If ``bits`` is not empty, the binary logarithms of the numbers of all games are
    written there.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    sums = np.empty(3, np.int64)
    for index in range(start, stop):
        key = unrank(index)
        if key < 0:
            continue
        sums[:] = 0
        count = moves(key, out)
        if count == 0:
            sums[ending(np.int64(no_moves(key)))] = 1
        # the number of games is scaled * 2**exponent
        exponent, scaled = 0.0, 1.0 if count == 0 else 0.0
        for j in range(count):
            successor = -1
            if not goes_on(out[j, 2]):
                add(sums, ending(out[j, 2]), 1, modulus)
            else:
                successor = rank(out[j, 0])[0]
                if SCORES and out[j, 2] >> GAIN_SHIFT != 0:
                    return GAINS
                if successor < first or successor >= end:
                    return index
                for who in range(3):
                    add(sums, ending_one_ply_up(who, out[j, 2]), counts[successor, who], modulus)
            if len(bits):
                more = bits[successor] if successor >= 0 else 0.0
                if more > exponent:
                    exponent, scaled = more, scaled * 2.0 ** (exponent - more)
                scaled += 2.0 ** (more - exponent)
        counts[index] = sums
        if len(bits):
            bits[index] = exponent + np.log2(scaled)
    return DONE
