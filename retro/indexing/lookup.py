"""Where does a key stand among sorted ones? Three look-ups that can take each other's place.

    binary      halves the sorted array                            8 bytes per position
    eytzinger   descends a search tree stored level by level       8 bytes per position: the tree takes the place of
                                                                   the sorted array (`key_at`)
    hashed      asks a hash table, nearly always once or twice     8 bytes per position and a table of 6 to 12

Each returns a key's index in sorted order, or -1 if it is not there. Keys are an int64 array, ascending, each once, and
0 <= key < 2**63. The look-ups are plain functions that the engine can compile; they do not check their arguments.

The tree is numbered as Eytzinger (1590) numbered the ancestors of a person: the root is node 1, the children of a node
are 2 node and 2 node + 1. Only the last level may be unfinished; it is filled from the left.

    sorted    a b c d e f                      d          node 1
                                           b       f      nodes 2, 3
    tree      [ -4 d b f a c e ]         a   c   e        nodes 4, 5, 6

Each level of the sorted array's halving is spread over all of it; here the first levels share a few cache lines, and
all that can be reached four levels further on lies in two, which can be asked for early (`prefetch`).

A descent that goes right wherever a node is less than the key ends below the last level, in a gap whose number would be
the number of keys that are less, were the last level full: the leaves that are missing before it are taken away. The
node that may hold the key is the one where the descent last went left. ``tree[0]`` stands for all missing leaves. It is
minus the number of the first node of the last level, and less than any key.

The hash table has a power of two of places and is searched place by place from the one where the key belongs until it
is found, or an empty place. An entry is 0, or the key's index plus 1 and, in the bits above that are left of 32, a part
of its hash: other keys on the way are nearly always passed by without looking at them, which spares waiting for memory.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.bits import low_product, lowest, popcount
from retro.compile import jit

Keys = NDArray[np.int64]
Table = NDArray[Any]

LOAD = 0.7
"""The largest part of a hash table that is taken."""

_NODE = 2**40 - 1
"""A mask like `retro.bits.POSITIVE`, for larger arrays."""
_ENTRY = 2**32 - 1
_GOLDEN = 0x4F1BBCDCBFA53E0B
"""2**63 over the golden ratio, made odd: neighbouring keys lie far apart (Knuth, volume 3, section 6.4)."""


def prefetch(array: Keys, index: int) -> None:
    """Ask for the cache line of ``array[index]``, which may lie beyond the end; nothing where it is not compiled."""


def _compiled_prefetch() -> Any:
    from retro import intrinsics

    return intrinsics.prefetch


vars(prefetch)["compiled"] = _compiled_prefetch


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


def eytzinger(tree: Keys, key: int) -> int:
    """Index in sorted order of a key in ``tree``, see `eytzinger_tree`, or -1."""
    last = len(tree) - 1
    width = -tree[0]
    node = 1
    while node < width:
        # two cache lines hold everything four levels further on; beyond the end nothing is read, and nothing breaks
        prefetch(tree, node * 16)
        prefetch(tree, node * 16 + 8)
        node = 2 * node + (tree[node & _NODE] < key)
    leaf = node & ((node - last - 1) >> 63)
    node = 2 * node + (tree[leaf & _NODE] < key)
    if tree[(node >> (lowest(node + 1) + 1)) & _NODE] != key:
        return -1
    before = node - 2 * width
    return before - max(((before + 1) >> 1) - (last + 1 - width), 0)  # type: ignore[no-any-return]


def key_at(tree: Keys, index: int) -> int:
    """The key at an index of the sorted order, 0 <= index < len(tree) - 1: the inverse of `eytzinger`."""
    width = -tree[0]
    # with a full last level as many more keys would stand before it as there are leaves missing
    number = index + 1 + max(index - 2 * (len(tree) - width) + 1, 0)
    return tree[((2 * width + number) >> (lowest(number) + 1)) & _NODE]  # type: ignore[no-any-return]


def eytzinger_tree(keys: Keys) -> Keys:
    """The search tree of sorted keys; int64, one longer than they are, begins on a cache line."""
    size = len(keys)
    width = 1
    while 2 * width <= size:
        width *= 2
    tree = _aligned(size + 1)
    tree[0] = -width
    leaves = size + 1 - width
    first = width
    while first:
        step = width // first
        # A level's nodes stand at places step - 1, 3 step - 1, ... of the order of a full tree. Nothing is missing
        # before place 2 leaves; from there on every other place is.
        level = tree[first : min(2 * first, size + 1)]
        whole = keys[step - 1 : 2 * leaves : 2 * step]
        level[: len(whole)] = whole
        if len(level) > len(whole):
            place = (2 * len(whole) + 1) * step - 1
            level[len(whole) :] = keys[(place - 1) // 2 + leaves :: step]
        first //= 2
    return tree


def _aligned(length: int) -> Keys:
    # numpy alone does not promise that an array begins where a cache line of the processor begins
    room = np.empty(length + 7, np.int64)
    start = -room.ctypes.data % 64 // 8
    return room[start : start + length]


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


@cache
def _compiled_fill() -> Any:
    return jit(fill, {})


def hash_table(keys: Keys) -> Table:
    """The hash table of sorted keys; uint32, or int64 from 2**32 places on. Compiles `fill`, once per process."""
    places = 1
    while len(keys) > LOAD * places:
        places *= 2
    table: Table = np.zeros(places, np.uint32 if places <= 1 << 32 else np.int64)
    _compiled_fill()(table, keys)
    return table
