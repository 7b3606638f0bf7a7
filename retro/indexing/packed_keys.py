"""Sorted keys in a succinct code: about log2(distance of neighbouring keys) bits for each, and a few more.

A block is 64 keys. It has its first key, and for each key the distance from the first in ``width`` bits, as many as the
largest distance requires. So a block takes ``width`` words of 64 bits, and two more for its first key and the index of
its first word:

    firsts   int64    first key of each block
    starts   int64    index of each block's first word; one more entry at the end
    words    uint64   distances, block after block, lowest bits first; two more words at the end, read but unused

The last block is filled up with its last key. Four king-steppers a side on 5 x 5 take 2.3 bytes a key, where an array
takes 8; British Square takes 2.0 (`benchmarks/simple_games.py`). Local widths suit positions better than an Elias-Fano
code, whose width is the same everywhere, because their keys come in clusters.

A tree finds the block of a key: a node has FAN keys, the first one of each of its children, which are compared at once.
The lowest level of the tree is ``firsts``, and the levels above it take a fifteenth of its memory. In a block, every
eighth key is compared at once, which finds eight neighbours, and then the seven others of these.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import jit
from retro.compiling.instructions import prefetch

Keys = NDArray[np.int64]
Words = NDArray[np.uint64]

BLOCK_BITS = 6
BLOCK = 1 << BLOCK_BITS
CHUNK = 1 << 16
"""Keys that are packed and unpacked at once, a multiple of BLOCK."""
FAN_BITS = 4
FAN = 1 << FAN_BITS
"""Children of a node of the tree."""
SIZE, FIRST, LAST, LEVELS, OFFSETS = range(5)
"""Indices of a head: number of keys, first and last key, number of levels of the tree, and from OFFSETS on the index of
each level's first node in the tree, which has the highest level first."""
MAX_LEVELS = 15


def distance(words: Words, start: int, width: int, i: int) -> int:
    """Distance of key ``i`` of a block from its first; the block's words begin with ``start``."""
    bit = width * i
    word, shift = start + (bit >> BLOCK_BITS), np.uint64(bit & (BLOCK - 1))
    low = words[word] >> shift
    high = words[word + 1] << np.uint64(1) << (np.uint64(BLOCK - 1) - shift)
    return np.int64((low | high) & ((np.uint64(1) << np.uint64(width)) - np.uint64(1)))  # type: ignore[return-value]


def key_at(firsts: Keys, starts: Keys, words: Words, index: int) -> int:
    """The key of a slot."""
    block = index >> BLOCK_BITS
    start = starts[block]
    return firsts[block] + distance(words, start, starts[block + 1] - start, index & (BLOCK - 1))  # type: ignore[no-any-return]


def child(entries: Keys, node: int, key: int) -> int:
    """Returns the number of the last child of a node that begins with ``key`` or a smaller key; 0 if there is none."""
    count = 0
    for i in range(FAN):
        count += entries[node + i] <= key
    return max(count - 1, 0)


def block_of(head: Keys, tree: Keys, key: int) -> int:
    """Returns the number of the last block that begins with ``key`` or a smaller key."""
    node, last = 0, (head[SIZE] - 1) >> BLOCK_BITS
    for level in range(head[LEVELS]):
        below = FAN_BITS * (head[LEVELS] - 1 - level)
        node = node * FAN + child(tree, head[OFFSETS + level] + node * FAN, key)
        node = min(node, last >> below)  # nodes are filled up with the largest number, which can be a key
    return node


def find_in(head: Keys, tree: Keys, starts: Keys, words: Words, block: int, key: int) -> int:
    """Returns the slot of a key that is in this block or nowhere; -1 if it is nowhere."""
    if key < head[FIRST] or key > head[LAST]:
        return -1
    start, wanted = starts[block], key - tree[head[OFFSETS + head[LEVELS] - 1] + block]
    width, eighth, i = starts[block + 1] - start, 0, 0
    for j in range(1, 8):
        eighth += distance(words, start, width, 8 * j) <= wanted
    for j in range(1, 8):
        i += distance(words, start, width, 8 * eighth + j) <= wanted
    i = min(i + 8 * eighth, head[SIZE] - 1 - (block << BLOCK_BITS))  # the last key is repeated to the end of its block
    return (block << BLOCK_BITS) + i if distance(words, start, width, i) == wanted else -1


def find(head: Keys, tree: Keys, starts: Keys, words: Words, key: int) -> int:
    """The slot of a key, -1 if there is none."""
    return find_in(head, tree, starts, words, block_of(head, tree, key), key)


def find_all(head: Keys, tree: Keys, starts: Keys, words: Words, wanted: Keys, count: int, slots: Keys) -> None:
    """Writes the slot of ``wanted[i]``, or -1, to ``slots[i]`` for ``count`` keys, whose cache misses overlap."""
    for i in range(count):
        block = block_of(head, tree, wanted[i])
        slots[i] = block
        prefetch(words, starts[block])
    for i in range(count):
        slots[i] = find_in(head, tree, starts, words, slots[i], wanted[i])


def pack(keys: Keys, firsts: Keys, starts: Keys, words: Words) -> int:
    """Packs sorted keys into ``words`` from index ``starts[0]`` on. Returns the index after the last word.

    ``firsts`` has an entry for each block, ``starts`` one more; all but ``starts[0]`` are written. ``words`` has space
    for 64 words for each block, as many as it takes if keys are far apart, and two more.
    """
    size, word = len(keys), starts[0]
    for block in range(len(firsts)):
        begin = block << BLOCK_BITS
        end = min(begin + BLOCK, size)
        first, width = keys[begin], 0
        span = keys[end - 1] - first
        while span > 0:
            span >>= 1
            width += 1
        filling, filled = np.uint64(0), 0
        for i in range(begin, begin + BLOCK):
            value = np.uint64(keys[min(i, end - 1)] - first)
            filling |= value << np.uint64(filled)
            filled += width
            if filled >= BLOCK:
                words[word] = filling
                word += 1
                filled -= BLOCK
                # what did not fit: a shift by 64 would be undefined
                filling = value >> np.uint64(width - filled) if filled else np.uint64(0)
        firsts[block] = first
        starts[block + 1] = word
    words[word] = words[word + 1] = np.uint64(0)  # a distance of no bits is read after all others
    return word  # type: ignore[no-any-return]


def unpack(firsts: Keys, starts: Keys, words: Words, size: int, keys: Keys) -> None:
    """Writes the first ``size`` keys of these blocks to ``keys``."""
    for block in range((size + BLOCK - 1) >> BLOCK_BITS):
        first, start = firsts[block], starts[block]
        width = starts[block + 1] - start
        begin = block << BLOCK_BITS
        for i in range(min(BLOCK, size - begin)):
            keys[begin + i] = first + distance(words, start, width, i)


def compiled(function: Any) -> Any:
    """Returns a function of this module compiled for calls from Python; itself if the environment sets RETRO_PLAIN."""
    return function if os.environ.get("RETRO_PLAIN") else _compiled(function)


@cache
def _compiled(function: Any) -> Any:
    return jit(function, {})


class PackedKeys(NamedTuple):
    """Packed keys: the arrays that the head of this module describes, and the number of keys."""

    firsts: Keys
    starts: Keys
    words: Words
    size: int

    @classmethod
    def of(cls, keys: Keys) -> PackedKeys:
        """Packs sorted keys."""
        blocks = -(-len(keys) >> BLOCK_BITS)
        firsts, starts, words = np.empty(blocks, np.int64), np.zeros(blocks + 1, np.int64), _buffer(len(keys))
        used = compiled(pack)(keys, firsts, starts, words)
        return cls(firsts, starts, words[: used + 2].copy(), len(keys))

    def keys(self, start: int, stop: int) -> Keys:
        """The keys of slots start..stop-1."""
        first = start >> BLOCK_BITS
        keys = np.empty(stop - (first << BLOCK_BITS), np.int64)
        compiled(unpack)(self.firsts[first:], self.starts[first:], self.words, len(keys), keys)
        return keys[start - (first << BLOCK_BITS) :]


def _buffer(size: int) -> Words:
    """Returns words for packing so many keys. Memory pages of it that are never written to take no memory."""
    return np.empty(size + BLOCK + 2, np.uint64)


def joined(arrays: Iterable[Keys], size: int) -> PackedKeys:
    """Packs ``size`` sorted keys that come in arrays."""
    blocks = -(-size >> BLOCK_BITS)
    firsts, starts, words = np.empty(blocks, np.int64), np.zeros(blocks + 1, np.int64), _buffer(size)
    block, rest = 0, np.empty(0, np.int64)

    def add(keys: Keys) -> int:
        count = -(-len(keys) >> BLOCK_BITS)
        compiled(pack)(keys, firsts[block : block + count], starts[block : block + count + 1], words)
        return count

    for keys in arrays:
        rest = np.concatenate((rest, keys))
        whole = len(rest) & -BLOCK
        block += add(rest[:whole])
        rest = rest[whole:]
    add(rest)
    return PackedKeys(firsts, starts, words[: starts[-1] + 2], size)


def tree_of(firsts: Keys, size: int = 0, last: int = -1) -> tuple[Keys, Keys]:
    """Returns head and tree of blocks that begin with ``firsts`` and have ``size`` keys, the last one ``last``."""
    levels = [firsts]
    while len(levels[0]) > FAN:
        levels.insert(0, levels[0][::FAN])
    sizes = [-(-len(level) // FAN) * FAN for level in levels]
    head, tree = np.zeros(OFFSETS + MAX_LEVELS, np.int64), np.full(sum(sizes), np.iinfo(np.int64).max)
    head[SIZE], head[LAST], head[LEVELS] = size, last, len(levels)
    head[FIRST] = firsts[0] if len(firsts) else 0
    for number, level in enumerate(levels):
        head[OFFSETS + number] = offset = sum(sizes[:number])
        tree[offset : offset + len(level)] = level
    return head, tree
