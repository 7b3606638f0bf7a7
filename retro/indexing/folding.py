"""An index with symmetry, made from a game's `image` function and a number for each position.

It holds all legal positions, whether or not play from the start leads to them, as in endings. The number of a class is
the smallest number of its images, so the author need not work out which images coincide.

    SLOTS, rank, unrank = legal_index(range(2 * 64**3), legal, image, GROUP)

numbers the ``legal`` keys of a range, each class once and without holes. It tests every key when the rules are
imported, and has a bit for each in a table of at most 2**20 bytes. For larger ranges, and to add symmetry to an index,

    SLOTS, rank, unrank = folded(COUNT, number, key_of, image, GROUP)

has a slot for every number, and a hole where a number is not the smallest of its class. (`retro.indexing.placements`
avoids most holes.) Both compute all images of a position for every look-up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.game.instances import instance
from retro.indexing import bitvector, dense
from retro.indexing.table_limits import INSTEAD, SOME_MEN
from retro.system.errors import GameError

PLAIN = 1 << 18
"""The most keys that plain Python tests; for more, a function is compiled first, which takes a second or two."""


class IndexFunctions(NamedTuple):
    """The values of SLOTS, `rank` and `unrank` in rules.py (see the contract)."""

    slots: int
    rank: Callable[[int], tuple[int, int, bool]]
    unrank: Callable[[int], int]


# Placeholders: `folded` and `legal_index` give them the game's functions and the tables of each index.


def _number(key: int) -> int:
    return key


def _key_of(number: int) -> int:
    return number


def _image(key: int, g: int) -> int:
    return key


def _legal(key: int) -> bool:
    return True


START = COUNT = GROUP = 0
LINES = SAMPLES = np.zeros(0, np.int64)
_held, _bits_before, _place_of = bitvector.get, bitvector.rank, bitvector.select


def _least(key: int) -> tuple[int, int, bool]:
    """Least number of a position's images, the element that leads there, and whether the position is its own image."""
    least, to, fixed = _number(key), 0, False
    if not 0 <= least < COUNT:
        return -1, 0, False
    for g in range(1, GROUP):
        turned = _image(key, g)
        if turned == key:
            fixed = True
        elif _number(turned) < least:
            least, to = _number(turned), g
    return least, to, fixed


def _unless_folded(index: int) -> int:
    key = _key_of(index)
    if key >= 0:
        for g in range(1, GROUP):
            if _number(_image(key, g)) < index:
                return -1
    return key


def folded(
    count: int, number: Callable[[int], int], key_of: Callable[[int], int], image: Callable[[int, int], int], group: int
) -> IndexFunctions:
    """An index of ``count`` slots, one for each number, in which a class has the smallest number of its images.

    ``number(key)`` returns the number of a position, different for different positions, and preferably -1 for other
    keys. ``key_of(number)`` is its inverse; it returns -1 if no position has the number. ``image`` and ``group`` are
    the game's. All are plain functions that are compiled with the rules.
    """
    tables = {"_number": number, "_key_of": key_of, "_image": image, "COUNT": count, "GROUP": group}
    own = instance(__name__, tables)
    return IndexFunctions(count, own._least, own._unless_folded)


def _offset(key: int) -> int:
    return key - START


def _rank(key: int) -> tuple[int, int, bool]:
    least, to, fixed = _least(key)
    if least < 0 or not _held(LINES, least):
        return -1, 0, False
    return int(_bits_before(LINES, least)), to, fixed


def _unrank(index: int) -> int:
    return START + int(_place_of(LINES, SAMPLES, index))


def _mark(keys: NDArray[np.int64], flags: NDArray[np.bool_]) -> None:
    """Set the flag of each key that is legal and the least of its images."""
    for i in range(len(keys)):
        key = keys[i]
        marked = bool(_legal(key))
        if marked:
            for g in range(1, GROUP):
                if _image(key, g) < key:
                    marked = False
                    break
        flags[i] = marked


def legal_index(
    keys: range, legal: Callable[[int], bool], image: Callable[[int, int], int] | None = None, group: int = 1
) -> IndexFunctions:
    """An index of the keys of a range for which ``legal(key)`` is true, each class once, without holes.

    ``image`` and ``group`` are the game's; an image of a legal key must be legal. ``legal`` is called for keys of the
    range only. Both are plain functions that can be compiled. ValueError if ``keys`` is no range of keys with step 1;
    GameError if it has more than `retro.indexing.dense.MAX_NUMBERS` keys, or if the functions cannot be compiled.
    """
    if keys.step != 1 or not 0 <= keys.start <= keys.stop < 1 << 63:
        raise ValueError(f"legal_index wants a range of keys, one after the other and from 0 on, not {keys}")
    dense.check(len(keys), f"keys, legal or not: use {SOME_MEN}; folded, whose slots are all keys; or {INSTEAD}")
    tables: dict[str, Any] = {"_legal": legal, "_image": image or _image, "GROUP": group, "START": keys.start}
    flags = np.zeros(len(keys), bool)
    own = instance(__name__, tables)
    if len(keys) <= PLAIN:
        own._mark(keys, flags)
    else:
        _compiled(own._mark)(np.arange(keys.start, keys.stop), flags)
    vector = bitvector.Bitvector.from_flags(flags)
    tables["_least"] = folded(len(keys), own._offset, _key_of, tables["_image"], group).rank
    own = instance(__name__, tables | {"LINES": vector.lines, "SAMPLES": vector.samples})
    return IndexFunctions(vector.ones, own._rank, own._unrank)


def _compiled(mark: Callable[..., None]) -> Callable[..., None]:
    from numba import types
    from numba.core.errors import NumbaError

    from retro.compiling.compile import jit
    from retro.compiling.compile_errors import gist

    try:
        dispatcher = jit(mark, {})
        dispatcher.compile((types.int64[::1], types.boolean[::1]))
    except NumbaError as error:
        raise GameError(f"legal_index cannot compile legal and image: {gist(error)}") from error
    return dispatcher  # type: ignore[no-any-return]
