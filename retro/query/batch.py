"""Values of many states at once: positions are ranked one by one, but each frame of the database is decoded once."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from retro.game import NONE, notation
from retro.game.rules import IndexedRules
from retro.game.values import Kind
from retro.storage.solution import Planes
from retro.storage.solution import Values as Found
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
    def of(cls, found: Found, known: Mask, kind: Kind) -> Values:
        """From values as `retro.game.values` describes them."""
        different, places = np.unique(found, return_inverse=True)
        words = [kind.words(value) for value in different.tolist()]
        value = np.array([each.number for each in words], np.int16)[places].reshape(found.shape)
        dtm = np.array([NO_DTM if each.dtm is None else each.dtm for each in words], np.int32)[places]
        return cls(
            np.where(known, value, NO_VALUE).astype(np.int16),
            np.where(known, dtm.reshape(found.shape), NO_DTM).astype(np.int32),
            known,
        )


def integers(given: ArrayLike, what: str) -> Integers:
    """Returns an argument as an array of int64; GameError for other types. A uint64 too large for it becomes no key."""
    try:
        array = np.asarray(given)
    except ValueError as error:
        raise GameError(f"{what} are an array of whole numbers: {error}") from error
    if array.size and array.dtype.kind not in "iu":
        raise GameError(f"{what} are an array of whole numbers, not of {array.dtype}")
    return array.astype(np.int64)


def found_values(
    rules: IndexedRules,
    records: Callable[[Integers], Planes],
    keys: Integers,
    codes: Integers,
    single: Callable[[int, int], int],
) -> tuple[Found, Mask]:
    """Returns the values of states, as words have them, and a mask that is false for what is no state of the game.

    ``keys`` and ``codes`` (of forbidden moves) are arrays of one axis and the same length. ``records`` returns best,
    second and only move of slots; ``single`` computes a value that the record does not contain: that of a state whose
    forbidden move is not the only move.
    """
    distinct, inverse = np.unique(keys, return_inverse=True)  # each is ranked once
    slots = np.full(len(distinct), -1, np.int64)
    elements = np.zeros(len(distinct), np.int64)
    for index, key in enumerate(distinct.tolist()):
        if notation.is_key(rules, key):
            slots[index], elements[index], _ = rules.rank(key)
    exist, found = slots[inverse] >= 0, np.zeros(len(keys), np.int32)
    known = np.flatnonzero(exist)
    found[known], second, only_move = records(slots[inverse[known]])
    for row in np.flatnonzero(codes[known] != NONE).tolist():
        index = known[row]
        key, code = int(keys[index]), int(codes[index])
        if all(move.code != code for move in rules.moves(key)):
            exist[index], found[index] = False, 0
        elif rules.image_code(code, int(elements[inverse[index]])) == only_move[row]:
            found[index] = second[row]
        elif only_move[row] == NONE:
            found[index] = single(key, code)
    if rules.kind.of_first:
        for index in np.flatnonzero(exist).tolist():
            found[index] = rules.counted_value(int(keys[index]), int(found[index]))
    return found, exist
