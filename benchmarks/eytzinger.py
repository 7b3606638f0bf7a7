"""A third look-up of sorted keys, which the engine does not use: a search tree stored level by level.

It descends a tree that takes the place of the sorted array, 8 bytes per position. `lookup.py` compares it with the two
of `retro.indexing.lookup`: it is quicker than halving the array, and slower than a hash table where that is used.

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
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game.bits import lowest

Keys = NDArray[np.int64]

_NODE = 2**40 - 1
"""A mask like `retro.game.bits.POSITIVE`, for larger arrays."""


def prefetch(array: Keys, index: int) -> None:
    """Ask for the cache line of ``array[index]``, which may lie beyond the end; nothing where it is not compiled."""


def _compiled_prefetch() -> Any:
    from retro.compiling import intrinsics

    return intrinsics.prefetch


vars(prefetch)["compiled"] = _compiled_prefetch


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
