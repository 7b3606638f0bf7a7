"""Look-up of a key in a sorted array, by binary search or by hash table.

    binary      binary search                              8 bytes per position
    hashed      a hash table, nearly always 1 or 2 probes   8 bytes per position and a table of 6 to 12

Both return the key's index in the array, or -1 if the array does not have it. Keys are int64, ascending, each once, and
0 <= key < 2**63. The look-ups are plain functions that the engine can compile; they do not check their arguments.

The length of the hash table is a power of two; collisions are resolved by linear probing. An entry is 0 if empty, else
the key's index plus 1 and, in the remaining upper bits of 32, a part of the key's hash. A probe that meets another key
nearly always differs in these bits, so it does not have to read that key, which would be a cache miss.
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
"""The highest share of a hash table's entries that are not empty."""

_NODE = 2**40 - 1
"""A mask like `retro.game.bits.POSITIVE`, for larger arrays."""
_ENTRY = 2**32 - 1
_GOLDEN = 0x4F1BBCDCBFA53E0B
"""2**63 over the golden ratio, made odd: spreads neighbouring keys (Knuth, volume 3, section 6.4)."""


def binary(keys: Keys, key: int) -> int:
    """Index of a key in the sorted ``keys``, or -1; no branch depends on the keys."""
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


def binary_all(keys: Keys, wanted: Keys, count: int, slots: Keys) -> None:
    """Write the index of ``wanted[i]``, or -1, to ``slots[i]`` for ``count`` keys in step, so cache misses overlap."""
    length = len(keys)
    for i in range(count):
        slots[i] = 0 if length else -1
    while length > 1:
        half = length >> 1
        for i in range(count):
            slots[i] += half & ((keys[(slots[i] + half) & _NODE] - wanted[i] - 1) >> 63)
        length -= half
    for i in range(count):
        if length and keys[slots[i] & _NODE] != wanted[i]:
            slots[i] = -1


def hashed(table: Table, keys: Keys, key: int) -> int:
    """Index of a key in the sorted ``keys``, or -1, by its `hash_table`."""
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
    """Enter sorted keys into an empty hash table: zeros, uint32 or int64, more than there are keys, a power of two."""
    last = len(table) - 1
    for index in range(len(keys)):
        mixed = low_product(keys[index], _GOLDEN)
        place = mixed >> (63 - popcount(last))
        while table[place & _NODE] != 0:
            place = (place + 1) & last
        table[place & _NODE] = mixed & _ENTRY & ~last | (index + 1)


_compiled: dict[Any, Any] = {}


def hash_table(keys: Keys) -> Table:
    """The hash table of sorted keys: uint32, or int64 if longer than 2**32. Compiles `fill` once per process."""
    length = 1
    while len(keys) > LOAD * length:
        length *= 2
    table: Table = np.zeros(length, np.uint32 if length <= 1 << 32 else np.int64)
    jit(fill, _compiled)(table, keys)
    return table
