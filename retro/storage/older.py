"""Databases of formats 3 and 4: the values in their manifests are translated, their records stay as they are.

A packed value of these formats has the plies in a number: 2 * plies + 3 for what is won, or more than play without end,
2 * plies + 2 for what is lost or less, 0 for what has no plies.

    win, loss, draw   band * 2**29 + number        band 0: number is a win, a loss or, if it is 0, a draw
                                                   band 1: a draw by rule, where play without end is a loss or a win
                                                   band 2: a draw by rule, where play without end is a draw, too
                                                   band 3: play without end; 0, 1, 2 for a loss, a win, a draw
    scores            number * 2**15 + points + 2**14, and 0 for a slot without a position

Where values are no scores, a slot without a position is a draw; where SCORES are "first", records have values of the
first player. So records are looked up one by one (`retro.query.api`), of positions that are known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from retro.game.rules import OUTCOME_PLY_BITS, SCORE_PLY_BITS
from retro.game.values import NO_VALUE, WIN_POINTS, value_of

_BAND_BITS, _POINT_BITS = 29, 15


def translation(scores: str, values: Sequence[int]) -> tuple[int, Callable[[int], int]]:
    """Returns `Kind.bits` of a game with these packed values, and the function from packed values to today's.

    ValueError if the list of values is not sound; the function raises it for a value that cannot be.
    """
    if not values or values[0] != 0 or min(values) < 0:
        raise ValueError
    bits = OUTCOME_PLY_BITS
    if scores:
        bits = SCORE_PLY_BITS if max(values) >> _POINT_BITS else 0
    return bits, partial(_score if scores else _outcome, bits)


def _score(bits: int, packed: int) -> int:
    number, points = divmod(packed, 1 << _POINT_BITS)
    return _value(points - (1 << _POINT_BITS - 1), number, bits) if packed else NO_VALUE


def _outcome(bits: int, packed: int) -> int:
    band, number = divmod(packed, 1 << _BAND_BITS)
    if band == 3:
        return {0: -1, 1: 1, 2: 0}.get(number, 0) << bits
    points = 0 if band or number < 2 else WIN_POINTS if number & 1 else -WIN_POINTS
    return _value(points, number if band < 2 else 0, bits)


def _value(points: int, number: int, bits: int) -> int:
    """Returns the value of points with the plies and the side of play without end that a number has."""
    side = 0 if number < 2 else 1 if number & 1 else -1
    plies = (number >> 1) - 1
    if side and plies + 1 >= 1 << bits >> 1:
        raise ValueError
    return value_of(points, plies, points - side, bits)
