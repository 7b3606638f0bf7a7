"""Squadro's index: tier by tier, and in a tier the pieces' steps as digits of a number.

The phases of all pieces are the tier, as digits to the base 3 that fall: 2 for a piece on its way out, 1 for one on its
way home, 0 for one that has finished. A piece keeps its phase or goes to the next one, so no move raises a tier. Within
a tier a piece has as many digits as its phase has stops, and the last digit is the player to move.

Tiers without positions have no slots: those in which both players have won, or one has all pieces at home.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from .board import (
    COUNT,
    LANES,
    LOWER,
    LOWER_BITS,
    LOWER_LANES,
    PIECES,
    SIDE,
    SIDE_BLOCKS,
    UPPER_BLOCK,
    UPPER_LANES,
    arrangements,
    crossed,
    digits,
    phase,
    standing,
    stops,
    table,
)

TURN = 2 * SIDE
WON = LANES - 1
LOWER_TIERS: int = 3 ** len(LOWER_LANES)
UPPER_TIERS: int = 3 ** len(UPPER_LANES)
SIDE_TIERS = LOWER_TIERS * UPPER_TIERS


def _place(side: int, lanes: range, steps: tuple[int, ...]) -> tuple[int, int, int]:
    """The tier of neighbouring lanes, the number of this arrangement in it, and how many there are."""
    tier, number, size = 0, 0, 1
    for lane, step in zip(lanes, steps, strict=True):
        inside = [stop for stop in stops(side, lane) if phase(stop) == phase(step)]
        tier, number, size = 3 * tier + 2 - phase(step), number * len(inside) + inside.index(step), size * len(inside)
    return tier, number, size


def _packed(side: int, lanes: range, steps: tuple[int, ...]) -> int:
    tier, number, size = _place(side, lanes, steps)
    return number << 16 | size << 8 | tier


PLACES = table(_packed)
"""Of neighbouring lanes: 8 bits for the tier, 8 for the number of arrangements in it, then the number of this one."""


def _inverse() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    steps: list[int] = []
    starts: list[int] = []
    for side, lanes in product(range(2), (LOWER_LANES, UPPER_LANES)):
        ordered = sorted((_place(side, lanes, each), digits(each)) for each in arrangements(side, lanes))
        for (_, number, size), written in ordered:
            if number == 0:
                starts.append(len(steps) << 8 | size)
            steps.append(written)
    return np.array(steps), np.array(starts)


STEPS, STARTS = _inverse()
"""Steps of neighbouring lanes, sorted by PLACES; where those of a tier begin, and in the lowest 8 bits their number."""
UPPER_STARTS = LOWER_TIERS
SIDE_STARTS = LOWER_TIERS + UPPER_TIERS


def _offsets() -> NDArray[np.int64]:
    """The first slot of each tier, then the number of all slots."""
    sizes = np.zeros((2, SIDE_TIERS), np.int64)
    for side in range(2):
        lower = STARTS[SIDE_STARTS * side :][:LOWER_TIERS] & 255
        upper = STARTS[SIDE_STARTS * side + UPPER_STARTS :][:UPPER_TIERS] & 255
        sizes[side] = np.multiply.outer(lower, upper).ravel()
    finished = sum(np.arange(SIDE_TIERS) // 3**place % 3 == 0 for place in range(LANES))
    sizes[:, finished == LANES] = 0
    slots = 2 * np.multiply.outer(*sizes)
    slots[np.ix_(finished >= WON, finished >= WON)] = 0
    return np.concatenate([[0], np.cumsum(slots)])


OFFSETS = _offsets()
TIERS = SIDE_TIERS**2
SLOTS = int(OFFSETS[TIERS])


def place(side: int, pieces: int) -> tuple[int, int, int]:
    """The tier of a player's pieces, their number in it, and how many arrangements it has."""
    lower = PLACES[SIDE_BLOCKS * side + (pieces & LOWER)]
    upper = PLACES[SIDE_BLOCKS * side + UPPER_BLOCK + (pieces >> LOWER_BITS)]
    size = upper >> 8 & 255
    return (lower & 255) * UPPER_TIERS + (upper & 255), (lower >> 16) * size + (upper >> 16), (lower >> 8 & 255) * size


def rank(key: int) -> tuple[int, int, bool]:
    """The slot of a position; the board has no symmetry."""
    top, number, _ = place(0, key & PIECES)
    left, other, size = place(1, key >> SIDE & PIECES)
    first: int = OFFSETS[top * SIDE_TIERS + left]
    return first + 2 * (number * size + other) + (key >> TURN), 0, False


def tier(key: int) -> int:
    """The phases of all pieces."""
    return place(0, key & PIECES)[0] * SIDE_TIERS + place(1, key >> SIDE & PIECES)[0]


def tier_of(index: int) -> int:
    """The tier of a slot: the last one that begins at it or before."""
    tier, beyond = 0, TIERS
    while beyond - tier > 1:
        middle = (tier + beyond) // 2
        if OFFSETS[middle] <= index:
            tier = middle
        else:
            beyond = middle
    return tier


def pieces_of(side: int, tier: int, number: int) -> tuple[int, int]:
    """A player's pieces, from the lowest digits of ``number``, and the number without these digits."""
    start = SIDE_STARTS * side
    upper = STARTS[start + UPPER_STARTS + tier % UPPER_TIERS]
    lower = STARTS[start + tier // UPPER_TIERS]
    rest = number // (upper & 255)
    pieces = STEPS[(upper >> 8) + number % (upper & 255)] << LOWER_BITS | STEPS[(lower >> 8) + rest % (lower & 255)]
    return pieces, rest // (lower & 255)


def possible(top: int, left: int, turn: int) -> bool:
    """Whether no crossing holds two pieces, and the player to move has not won."""
    other = crossed(1, left)
    mover = other if turn else crossed(0, top)
    return not standing(0, top) & other & ((1 << COUNT) - 1) and mover >> COUNT < WON


def unrank(index: int) -> int:
    """The position of a slot; -1 if two pieces would be on a crossing, or the player to move would have won."""
    tier = tier_of(index)
    number: int = index - OFFSETS[tier]
    left, rest = pieces_of(1, tier % SIDE_TIERS, number >> 1)
    top, _ = pieces_of(0, tier // SIDE_TIERS, rest)
    if not possible(top, left, number & 1):
        return -1
    return (number & 1) << TURN | left << SIDE | top
