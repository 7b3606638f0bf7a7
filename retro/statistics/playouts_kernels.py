"""Kernel that counts the games from a position: the sum over its moves of the games that continue from there.

Counts are remainders of a modulus of at most 2**62, so that two can be added in 64 bits. The number of their bits comes
from their logarithms, which are added as floating-point numbers.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, SCORES, moves, no_moves, rank, unrank
from retro.compiling.roles import inner, kernel
from retro.game import ONGOING, SLACK
from retro.solving.value_kernels import preference

WON, LOST, DRAWN = range(3)
"""Games by who wins them: the player to move or, where values are scores for the first player, the first player."""

DONE = -1


@inner
def ending(value):
    """How a game ends that has come to a value."""
    liked = preference(value)
    if liked > 0:
        return WON
    return LOST if liked < 0 else DRAWN


@inner
def turned_ending(who):
    """How a game ends, seen from one ply before."""
    if SCORES == "first" or who == DRAWN:
        return who
    return LOST if who == WON else WON


@inner
def add(sums, who, more, modulus):
    """Add a remainder to one of ``sums``."""
    total = sums[who] + more
    sums[who] = total - modulus if total >= modulus else total


@kernel
def count_games(start, stop, tiers, number, modulus, counts, bits):
    """Count the games from slots start..stop-1 of the tier ``number``, those of lower tiers being counted.

    DONE, or the slot of which a move does not lower the tier. ``counts`` are remainders, by slot and who wins. If
    ``bits`` is not empty, the binary logarithm of the number of games, whoever wins them, is written there.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    sums = np.empty(3, np.int64)
    for index in range(start, stop):
        if tiers[index] != number:
            continue
        key = unrank(index)
        sums[:] = 0
        count = moves(key, out)
        if count == 0:
            sums[ending(np.int64(no_moves(key)))] = 1
        # all games are `scaled` times 2 to the power of `most`
        most, scaled = 0.0, 1.0 if count == 0 else 0.0
        for j in range(count):
            successor = -1
            if out[j, 2] != ONGOING:
                add(sums, ending(out[j, 2]), 1, modulus)
            else:
                successor = rank(out[j, 0])[0]
                if successor < 0 or tiers[successor] >= number:
                    return index
                for who in range(3):
                    add(sums, turned_ending(who), counts[successor, who], modulus)
            if len(bits):
                more = bits[successor] if successor >= 0 else 0.0
                if more > most:
                    most, scaled = more, scaled * 2.0 ** (most - more)
                scaled += 2.0 ** (more - most)
        counts[index] = sums
        if len(bits):
            bits[index] = most + np.log2(scaled)
    return DONE
