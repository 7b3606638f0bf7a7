"""Values of many states at once: positions are ranked one by one, but each frame of the database is decoded once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from retro.game import DRAW, NONE, SCORE_ZERO, UNKNOWN, notation
from retro.game.endless import DISTANCE_SHIFT, DRAWN, ENDLESS_DRAW, ENDLESS_LOSS, SCORE_BITS
from retro.game.rules import IndexedRules
from retro.storage.database import Database
from retro.storage.solution import PackedValues
from retro.system.errors import GameError

NO_VALUE = -32768
"""In place of a value, for what is no state of the game."""
NO_DTM = -1

Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Values(NamedTuple):
    """Values of states, in arrays of the shape of the keys.

    value  1 for a win, 0 for a draw, -1 for a loss, or points where values are scores; NO_VALUE if it is no state
    dtm    plies to the end of the game, NO_DTM where `retro.game.values.Value` has none and for what is no state
    known  whether it is a state of the game
    """

    value: NDArray[np.int16]
    dtm: NDArray[np.int32]
    known: Mask

    @classmethod
    def of(cls, packed: PackedValues, known: Mask, scores: str) -> Values:
        """From values as `retro.game` packs them; ``scores`` as the game declares it."""
        packed32 = packed.astype(np.int32)
        if scores:
            value, distance = (packed32 & SCORE_BITS) - SCORE_ZERO, packed32 >> DISTANCE_SHIFT
        else:
            endless = packed32 >= ENDLESS_LOSS
            drawn = (packed32 <= DRAW) | ((packed32 >= DRAWN) & ~endless) | (packed32 == ENDLESS_DRAW)
            value = np.where(drawn, 0, np.where(packed32 & 1, 1, -1))
            distance = np.where(endless, UNKNOWN, packed32 & (DRAWN - 1))
        dtm = np.where(known & (distance > DRAW), (distance >> 1) - 1, NO_DTM)
        return cls(np.where(known, value, NO_VALUE).astype(np.int16), dtm, known)


def integers(given: ArrayLike, what: str) -> Integers:
    """Returns an argument as an array of int64; GameError for other types. A uint64 too large for it becomes no key."""
    try:
        array = np.asarray(given)
    except ValueError as error:
        raise GameError(f"{what} are an array of whole numbers: {error}") from error
    if array.size and array.dtype.kind not in "iu":
        raise GameError(f"{what} are an array of whole numbers, not of {array.dtype}")
    return array.astype(np.int64)


def packed_values(
    rules: IndexedRules, database: Database, keys: Integers, codes: Integers, single: Callable[[int, int], int]
) -> tuple[PackedValues, Mask]:
    """Returns the packed values of states, and a mask that is false where there is no such state in the game.

    ``keys`` and ``codes`` (of forbidden moves) are arrays of one axis and the same length. ``single`` computes a value
    that the record does not contain: that of a state whose forbidden move is not the only move.
    """
    distinct, inverse = np.unique(keys, return_inverse=True)  # sorted, so neighbours are in the same frame
    slots = np.full(len(distinct), -1, np.int64)
    elements = np.zeros(len(distinct), np.int64)
    for index, key in enumerate(distinct.tolist()):
        if notation.is_key(rules, key):
            slots[index], elements[index], _ = rules.rank(key)
    exist = slots[inverse] >= 0
    best, second, only_move = (plane[inverse] for plane in _records(database, slots))
    packed = np.where(exist, best, best.dtype.type(UNKNOWN))
    for index in np.flatnonzero(exist & (codes != NONE)).tolist():
        key, code = int(keys[index]), int(codes[index])
        if all(move.code != code for move in rules.moves(key)):
            exist[index], packed[index] = False, UNKNOWN
        elif rules.image_code(code, int(elements[inverse[index]])) == only_move[index]:
            packed[index] = second[index]
        elif only_move[index] == NONE:
            packed[index] = single(key, code)
    return packed, exist


def _records(database: Database, slots: Integers) -> tuple[NDArray[Any], ...]:
    """best, second and only move of slots, as arrays; zeros and NONE for slot -1."""
    valid = np.flatnonzero(slots >= 0)
    planes = []
    for values, missing in zip(database.records(slots[valid]), (UNKNOWN, UNKNOWN, NONE), strict=True):
        planes.append(np.full(len(slots), missing, values.dtype))
        planes[-1][valid] = values
    return tuple(planes)
