"""Values of many states at once: positions are ranked one by one, but every frame of the database is decoded once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from retro.game import DRAW, NONE, SCORE_ZERO, UNKNOWN, notation
from retro.game.rules import IndexedRules
from retro.storage.database import Database
from retro.system.errors import GameError

NO_VALUE = -32768
"""Stands where there is no value: for what is no position of the game."""
NO_DTM = -1

Integers = NDArray[np.int64]
Packed = NDArray[np.uint16]
Known = NDArray[np.bool_]


class Values(NamedTuple):
    """Of each state, in arrays of the shape of the keys.

    value  1 for a win, 0 for a draw, -1 for a loss, or points where values are scores; NO_VALUE if it is not known
    dtm    plies to the end of the game, NO_DTM for draws, scores and what is not known
    known  whether it is a state of the game
    """

    value: NDArray[np.int16]
    dtm: NDArray[np.int16]
    known: NDArray[np.bool_]

    @classmethod
    def of(cls, packed: Packed, known: Known, scores: str) -> Values:
        """From values as `retro.game` packs them; ``scores`` as the game declares it."""
        worth = packed.astype(np.int32)
        decided = known & (worth > DRAW) & (not scores)
        value = worth - SCORE_ZERO if scores else np.where(decided, np.where(worth & 1, 1, -1), 0)
        dtm = np.where(decided, (worth >> 1) - 1, NO_DTM)
        return cls(np.where(known, value, NO_VALUE).astype(np.int16), dtm.astype(np.int16), known)


def integers(given: ArrayLike, what: str) -> Integers:
    """Numbers that somebody gave, as an array; GameError if they are none. What has no room becomes no key."""
    try:
        found = np.asarray(given)
    except ValueError as error:
        raise GameError(f"{what} are an array of whole numbers: {error}") from error
    if found.size and found.dtype.kind not in "iu":
        raise GameError(f"{what} are an array of whole numbers, not of {found.dtype}")
    return found.astype(np.int64)


def worths(
    rules: IndexedRules, database: Database, keys: Integers, codes: Integers, single: Callable[[int, int], int]
) -> tuple[Packed, Known]:
    """Packed values of states, and which are states at all; ``keys`` and ``codes`` have one axis and one length.

    ``single`` gives a value that the record does not know: where no move is the only best one, but one is forbidden.
    """
    distinct, places = np.unique(keys, return_inverse=True)  # in order, neighbours lie in one frame
    slots = np.full(len(distinct), -1, np.int64)
    elements = np.zeros(len(distinct), np.int64)
    for place, key in enumerate(distinct.tolist()):
        if notation.is_key(rules, key):
            slots[place], elements[place], _ = rules.rank(key)
    known = slots[places] >= 0
    best, second, only_move = (plane[places] for plane in _records(database, slots))
    packed = np.where(known, best, np.uint16(UNKNOWN))
    for place in np.flatnonzero(known & (codes != NONE)).tolist():
        key, code = int(keys[place]), int(codes[place])
        if all(move.code != code for move in rules.moves(key)):
            known[place], packed[place] = False, UNKNOWN
        elif rules.image_code(code, int(elements[places[place]])) == only_move[place]:
            packed[place] = second[place]
        elif only_move[place] == NONE:
            packed[place] = single(key, code)
    return packed, known


def first_unknown(rules: IndexedRules, key: int, code: int) -> GameError:
    """What is wrong with what is no state, as a question for it alone would say."""
    try:
        notation.move_code(rules, notation.position_key(rules, key), code)
    except GameError as error:
        return error
    raise AssertionError("it is a state")


def _records(database: Database, slots: Integers) -> tuple[NDArray[Any], ...]:
    """best, second and only move by slot, those of -1 being no one's."""
    held = np.flatnonzero(slots >= 0)
    planes = np.zeros(len(slots), np.uint16), np.zeros(len(slots), np.uint16), np.full(len(slots), NONE, np.int16)
    for plane, found in zip(planes, database.records(slots[held]), strict=True):
        plane[held] = found
    return planes
