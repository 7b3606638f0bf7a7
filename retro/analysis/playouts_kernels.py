"""Kernel that counts the games from a position: the sum over its moves of the games that go on from there.

This source is compiled once per game (`retro.compile.kernels`), after ``value_kernels`` and ``tiers_kernels``; the
game's functions and the kernels of those are globals of the module it is copied to.

A count is high * 2**62 + low, in two limbs below 2**62: two of a kind and a carry can be added without leaving 64 bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from retro.compile import inner, kernel
from retro.game import ONGOING, SLACK

if TYPE_CHECKING:
    from retro.kernel_names import MAX_MOVES, SCORES, moves, no_moves, rank, unrank
    from retro.solving.value_kernels import preference

LIMB_BITS = 62
LIMB = (1 << LIMB_BITS) - 1

WON, LOST, DRAWN = range(3)
"""Games by who wins them: the player to move or, where values are scores for the first player, the first player."""

DONE, TOO_MANY, NOT_LOWER = range(3)


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
def added(sums, who, low, high):
    """Add a count to one of ``sums``; whether it fits."""
    total = sums[who, 0] + low
    sums[who, 0] = total & LIMB
    sums[who, 1] += high + (total >> LIMB_BITS)
    return sums[who, 1] <= LIMB


@kernel
def count_games(start, stop, tiers, number, low, high):
    """Count the games from slots start..stop-1 of the tier ``number``, those of lower tiers being counted.

    DONE; TOO_MANY if a count does not fit; NOT_LOWER if a move does not lower the tier: and the slot. ``high`` is
    zero before, and is written only where it is not to stay so: memory that is never written to costs nothing.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    sums = np.empty((3, 2), np.int64)
    for index in range(start, stop):
        if tiers[index] != number:
            continue
        key = unrank(index)
        sums[:] = 0
        count = moves(key, out)
        if count == 0:
            sums[ending(np.int64(no_moves(key))), 0] = 1
        for j in range(count):
            if out[j, 2] != ONGOING:
                if not added(sums, ending(out[j, 2]), 1, 0):
                    return TOO_MANY, index
                continue
            successor = rank(out[j, 0])[0]
            if successor < 0 or tiers[successor] >= number:
                return NOT_LOWER, index
            for who in range(3):
                if not added(sums, turned_ending(who), low[successor, who], high[successor, who]):
                    return TOO_MANY, index
        for who in range(3):
            low[index, who] = sums[who, 0]
            if sums[who, 1] != 0:
                high[index, who] = sums[who, 1]
    return DONE, 0
