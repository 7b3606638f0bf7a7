"""Where does a key stand among sorted ones? Two look-ups that can take each other's place.

    binary      halves the sorted array                            8 bytes per position
    hashed      asks a hash table, nearly always once or twice     8 bytes per position and a table of 6 to 12

Each returns a key's index in sorted order, or -1 if it is not there. Keys are an int64 array, ascending, each once, and
0 <= key < 2**63. The look-ups are plain functions that the engine can compile; they do not check their arguments.

The hash table has a power of two of places and is searched place by place from the one where the key belongs until it
is found, or an empty place. An entry is 0, or the key's index plus 1 and, in the bits above that are left of 32, a part
of its hash: other keys on the way are nearly always passed by without looking at them, which spares waiting for memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import jit
from retro.game.bits import low_product, popcount

Keys = NDArray[np.int64]
Table = NDArray[Any]

LOAD = 0.7
"""The largest part of a hash table that is taken."""

_NODE = 2**40 - 1
"""A mask like `retro.game.bits.POSITIVE`, for larger arrays."""
_ENTRY = 2**32 - 1
_GOLDEN = 0x4F1BBCDCBFA53E0B
"""2**63 over the golden ratio, made odd: neighbouring keys lie far apart (Knuth, volume 3, section 6.4)."""


def binary(keys: Keys, key: int) -> int:
    """Index of a key in the sorted ``keys``, or -1; without branches that depend on what is found."""
    length = len(keys)
    if length == 0:
        return -1
    first = 0
    while length > 1:
        half = length >> 1
        # all ones if the key stands at ``first + half`` or after it, else 0
        first += half & ((keys[(first + half) & _NODE] - key - 1) >> 63)
        length -= half
    return first if keys[first & _NODE] == key else -1


def binary_all(keys: Keys, wanted: Keys, count: int, found: Keys) -> None:
    """``found[i]`` = what `binary` finds of ``wanted[i]``, for ``count`` keys in step: their misses overlap."""
    length = len(keys)
    for i in range(count):
        found[i] = 0 if length else -1
    while length > 1:
        half = length >> 1
        for i in range(count):
            found[i] += half & ((keys[(found[i] + half) & _NODE] - wanted[i] - 1) >> 63)
        length -= half
    for i in range(count):
        if length and keys[found[i] & _NODE] != wanted[i]:
            found[i] = -1


def hashed(table: Table, keys: Keys, key: int) -> int:
    """Index of a key in the sorted ``keys``, or -1, by their ``table``, see `hash_table`."""
    last = len(table) - 1
    mixed = low_product(key, _GOLDEN)
    place = mixed >> (63 - popcount(last))
    part = mixed & _ENTRY & ~last
    entry = int(table[place & _NODE])
    while entry != 0:
        if entry & ~last == part:
            index = (entry & last) - 1
            if keys[index & _NODE] == key:
                return index
        place = (place + 1) & last
        entry = int(table[place & _NODE])
    return -1


def fill(table: Table, keys: Keys) -> None:
    """Put sorted keys into an empty hash table: zeros, uint32 or int64, a power of two, more than there are keys."""
    last = len(table) - 1
    for index in range(len(keys)):
        mixed = low_product(keys[index], _GOLDEN)
        place = mixed >> (63 - popcount(last))
        while table[place & _NODE] != 0:
            place = (place + 1) & last
        table[place & _NODE] = mixed & _ENTRY & ~last | (index + 1)


_compiled: dict[Any, Any] = {}


def hash_table(keys: Keys) -> Table:
    """The hash table of sorted keys; uint32, or int64 from 2**32 places on. Compiles `fill`, once per process."""
    places = 1
    while len(keys) > LOAD * places:
        places *= 2
    table: Table = np.zeros(places, np.uint32 if places <= 1 << 32 else np.int64)
    jit(fill, _compiled)(table, keys)
    return table
