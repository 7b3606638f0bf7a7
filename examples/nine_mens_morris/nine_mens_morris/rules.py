"""The rules of nine men's morris: men are placed, moved and removed.

    key     bit 48          24         0
            | men in hand   | opponent | mover |      of both players together; board.py has the points

    code    (captured * POINTS + from) * POINTS + to, where ``captured`` is POINTS if no man is removed, and a new man
            comes from the point that it goes to

The players place their men in turn, so the mover has half of those in hand, rounded up. Nobody moves before all are
placed. A player with fewer than three men, on board and in hand, has lost, and so has one who cannot move.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE, ONGOING, WIN
from retro.game.bits import lowest, popcount

from .board import ALL, GROUP, NEIGHBOURS, OTHERS, POINT_IMAGE, POINTS, image_set, in_lines
from .index import HAND, SECTIONS, SLOTS, rank, tier, unrank
from .options import MEN, PHASE

__all__ = ["GROUP", "INITIAL", "SECTIONS", "SLOTS", "image", "moves", "rank", "tier", "unmoves", "unrank"]

BOUNDS_CHECKED = False
INITIAL = 2 * MEN << HAND if PHASE == "whole" else -1
CODES = (POINTS + 1) * POINTS * POINTS
MAX_MOVES = 95
"""A bound: of all sets of nine men, those with most moves, if each that closes a mill may remove any of nine men."""
MAX_UNMOVES = 54
"""Three men, each from 18 empty points. Other men come along one of the 32 lines between neighbours."""
FLYING = 3
"""Men of a player who moves to any empty point, and the fewest that he may have."""


def moves(key: int, out: NDArray[np.int64]) -> int:
    """A man on each empty point while there are some in hand; then each man to the points next to it, or anywhere."""
    mover, opponent, hand = key & ALL, key >> POINTS & ALL, key >> HAND
    empty = ALL ^ mover ^ opponent
    n = 0
    if hand:
        while empty:
            to = lowest(empty)
            empty &= empty - 1
            n = add(mover, opponent, hand - 1, to, to, out, n)
        return n
    flies = popcount(mover) == FLYING
    men = mover
    while men:
        start = lowest(men)
        men &= men - 1
        ends = empty if flies else int(NEIGHBOURS[start]) & empty
        while ends:
            to = lowest(ends)
            ends &= ends - 1
            n = add(mover ^ 1 << start, opponent, 0, start, to, out, n)
    return n


def add(mover: int, opponent: int, hand: int, start: int, to: int, out: NDArray[np.int64], n: int) -> int:
    """Write the moves of a man to the point ``to``, from the n-th row on: one, or one for each man that may be removed.

    mover   the mover's men without this one
    hand    the men in hand after the move

    Returns the number of rows in all.
    """
    after = mover | 1 << to
    code = start * POINTS + to
    if mover & OTHERS[2 * to] != OTHERS[2 * to] and mover & OTHERS[2 * to + 1] != OTHERS[2 * to + 1]:
        out[n, 0], out[n, 1], out[n, 2] = hand << HAND | after << POINTS | opponent, POINTS**3 + code, ONGOING
        return n + 1
    outcome = WIN if popcount(opponent) + (hand + 1) // 2 == FLYING else ONGOING
    removed = opponent & ~in_lines(opponent)
    if removed == 0:
        removed = opponent
    while removed:
        man = lowest(removed)
        removed &= removed - 1
        out[n, 0] = hand << HAND | after << POINTS | opponent ^ 1 << man
        out[n, 1], out[n, 2] = man * POINTS**2 + code, outcome
        n += 1
    return n


def image(key: int, g: int) -> int:
    """Image of a position."""
    return key >> HAND << HAND | image_set(key >> POINTS & ALL, g) << POINTS | image_set(key & ALL, g)


def image_code(code: int, g: int) -> int:
    """Image of a move."""
    row = g * (POINTS + 1)
    captured, start, to = code // POINTS**2, code // POINTS % POINTS, code % POINTS
    return (int(POINT_IMAGE[row + captured]) * POINTS + int(POINT_IMAGE[row + start])) * POINTS + int(
        POINT_IMAGE[row + to]
    )


def unmoves(key: int, out: NDArray[np.int64]) -> int:
    """The moves that lead here within the tier: a man of the opponent came from an empty point and closed no mill."""
    mover, opponent = key & ALL, key >> POINTS & ALL
    if key >> HAND:
        return 0
    empty = ALL ^ mover ^ opponent
    flies = popcount(opponent) == FLYING
    men = opponent & ~in_lines(opponent)
    n = 0
    while men:
        to = lowest(men)
        men &= men - 1
        starts = empty if flies else int(NEIGHBOURS[to]) & empty
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            out[n, 0] = mover << POINTS | opponent ^ 1 << to ^ 1 << start
            out[n, 1], out[n, 2] = POINTS**3 + start * POINTS + to, NONE
            n += 1
    return n
