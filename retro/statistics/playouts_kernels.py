"""Kernels that count the games from a position as the sum over its moves.

Counts are remainders modulo at most 2**62, so that two can be added in 64 bits. The number of bits of a count comes
from its logarithm, which is computed in floating point. Games are counted by how they end for the player to move or,
where values are scores for the first player, for that one: won, drawn and lost, or, if moves gain points, by the points
that are still to be gained.

Positions are counted in order of tiers. Their *places* in that order are their slots if TIERED: the slots of each tier
are neighbours. Otherwise ``order`` has the slot of each place, and ``place`` the place of each slot.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MAX_MOVES, TIERED, moves, no_moves, rank, tier, unrank
from retro.compiling.roles import inner, kernel
from retro.game import GAIN_SHIFT, SLACK, goes_on
from retro.solving.value_kernels import points_of_outcome, same_player

DONE, GAINS = -1, -2


@inner
def ending(outcome, key, adding):
    """Returns the points of a game that ends so, or unless ``adding`` 1 for a win and -1 for a loss."""
    points = points_of_outcome(outcome, key)
    if adding:
        return points
    return 1 if points > 0 else -1 if points < 0 else 0


@inner
def add(sums, column, more, modulus):
    """Add a remainder to one of ``sums``."""
    total = sums[column] + more
    sums[column] = total - modulus if total >= modulus else total


@inner
def key_at(index, order):
    """Returns the key of a place; negative if its slot is empty."""
    return unrank(index if TIERED else order[index])


@inner
def place_of(key, place):
    """Returns the place of a position; -1, or another number that is no place, if the index does not hold it."""
    index = rank(key)[0]
    return index if TIERED or not 0 <= index < len(place) else place[index]


@kernel
def write_tiers(start, stop, numbers):
    """Writes the tiers of slots start..stop-1, 0 for those that hold no position."""
    for index in range(start, stop):
        key = unrank(index)
        numbers[index] = tier(key) if key >= 0 else 0


@kernel
def largest_points(start, stop, first, end, order, place, most):
    """Writes the most points that a player may still gain or lose from the positions of places start..stop-1.

    Arguments and result are as for `count_games`.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    for index in range(start, stop):
        key = key_at(index, order)
        if key < 0:
            continue
        count = moves(key, out)
        points = abs(ending(np.int64(no_moves(key)), key, True)) if count == 0 else 0
        for j in range(count):
            if not goes_on(out[j, 2]):
                points = max(points, abs(ending(out[j, 2], key, True)))
                continue
            successor = place_of(out[j, 0], place)
            if successor < first or successor >= end:
                return index
            points = max(points, abs(out[j, 2] >> GAIN_SHIFT) + np.int64(most[successor]))
        most[index] = points
    return DONE


@kernel
def count_games(start, stop, first, end, order, place, modulus, adding, counts, bits):
    """Count the games from the positions of places start..stop-1, of one tier; lower tiers are in places first..end-1.

    Returns DONE, GAINS if a move gains points and they are not ``adding`` up, or a place from which some move does not
    lower the tier. ``counts`` are remainders by place and how games end, from most points lost to most gained. If
    ``bits`` is not empty, the binary logarithms of the numbers of all games are written there.
    """
    out = np.empty((MAX_MOVES + SLACK, 3), np.int64)
    middle = counts.shape[1] // 2
    sums = np.empty(counts.shape[1], np.int64)
    for index in range(start, stop):
        key = key_at(index, order)
        if key < 0:
            continue
        sums[:] = 0
        count = moves(key, out)
        if count == 0:
            sums[middle + ending(np.int64(no_moves(key)), key, adding)] = 1
        # the number of games is scaled * 2**exponent
        exponent, scaled = 0.0, 1.0 if count == 0 else 0.0
        for j in range(count):
            successor = -1
            if not goes_on(out[j, 2]):
                add(sums, middle + ending(out[j, 2], key, adding), 1, modulus)
            else:
                successor = place_of(out[j, 0], place)
                gained = out[j, 2] >> GAIN_SHIFT
                if gained != 0 and not adding:
                    return GAINS
                if successor < first or successor >= end:
                    return index
                sign = 1 if same_player(key, out[j, 0], out[j, 2]) else -1
                for points in range(-middle, middle + 1):
                    more = counts[successor, middle + points]
                    if more:
                        add(sums, middle + gained + sign * points, more, modulus)
            if len(bits):
                power = bits[successor] if successor >= 0 else 0.0
                if power > exponent:
                    exponent, scaled = power, scaled * 2.0 ** (exponent - power)
                scaled += 2.0 ** (power - exponent)
        counts[index] = sums
        if len(bits):
            bits[index] = exponent + np.log2(scaled)
    return DONE
