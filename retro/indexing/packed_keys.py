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

The block of a key, and the key in its block, are found by halving. Of many keys, each step is done for all before the
next: the processor reads for several keys at once, and waits for memory once for all. Steps have no branches.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.compiling.compile import in_plain, jit
from retro.compiling.instructions import prefetch

Keys = NDArray[np.int64]
Words = NDArray[np.uint64]

BLOCK_BITS = 6
BLOCK = 1 << BLOCK_BITS
FEW_KEYS = 1 << 15
"""Plain Python packs and finds so many keys sooner than the functions are compiled."""
CHUNK = 1 << 16
"""Keys that are packed and unpacked at once, a multiple of BLOCK."""


def distance(words: Words, start: int, width: int, i: int) -> int:
    """Distance of key ``i`` of a block from its first; the block's words begin with ``start``."""
    bit = np.uint64(width) * np.uint64(i)
    word, shift = np.uint64(start) + (bit >> np.uint64(BLOCK_BITS)), bit & np.uint64(BLOCK - 1)
    low = words[word] >> shift
    high = words[word + np.uint64(1)] << np.uint64(1) << (np.uint64(BLOCK - 1) - shift)
    return np.int64((low | high) & ((np.uint64(1) << np.uint64(width)) - np.uint64(1)))  # type: ignore[return-value]


def key_at(firsts: Keys, starts: Keys, words: Words, index: int) -> int:
    """The key of a slot."""
    block = np.uint64(index >> BLOCK_BITS)
    start = starts[block]
    width = starts[block + np.uint64(1)] - start
    return firsts[block] + distance(words, start, width, index & (BLOCK - 1))  # type: ignore[no-any-return]


def next_block(firsts: Keys, block: int, half: int, key: int) -> int:
    """Returns the block ``half`` further if it begins with ``key`` or a smaller key, or else ``block``."""
    return block + (half & ((firsts[np.uint64(block + half)] - 1 - key) >> 63))  # type: ignore[no-any-return]


def next_slot(firsts: Keys, starts: Keys, words: Words, slot: int, half: int, key: int) -> int:
    """Returns the slot ``half`` further if the key before it, of the same block, is smaller than ``key``, or else
    ``slot``."""
    return slot + (half & ((key_at(firsts, starts, words, slot + half - 1) - key) >> 63))


def find(firsts: Keys, starts: Keys, words: Words, key: int) -> int:
    """The slot of a key, -1 if there is none."""
    block, left, half = 0, len(firsts), BLOCK >> 1
    while left > 1:
        block = next_block(firsts, block, left >> 1, key)
        left -= left >> 1
    slot = block << BLOCK_BITS
    while half > 0:
        slot = next_slot(firsts, starts, words, slot, half, key)
        half >>= 1
    return slot if key_at(firsts, starts, words, slot) == key else -1


def find_all(firsts: Keys, starts: Keys, words: Words, wanted: Keys, count: int, slots: Keys) -> None:
    """Writes the slot of ``wanted[i]``, or -1, to ``slots[i]`` for ``count`` keys, all in the same steps."""
    left, half = len(firsts), BLOCK >> 1
    for i in range(count):
        slots[i] = 0
    while left > 1:
        for i in range(count):
            slots[i] = next_block(firsts, slots[i], left >> 1, wanted[i])
        left -= left >> 1
    for i in range(count):
        prefetch(words, starts[slots[i]])
        slots[i] <<= BLOCK_BITS
    while half > 0:
        for i in range(count):
            slots[i] = next_slot(firsts, starts, words, slots[i], half, wanted[i])
        half >>= 1
    for i in range(count):
        if key_at(firsts, starts, words, slots[i]) != wanted[i]:
            slots[i] = -1


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


def for_python(function: Any, size: int) -> Any:
    """Returns a function of this module for calls from Python with ``size`` keys: compiled, unless these are few."""
    return function if in_plain(size <= FEW_KEYS) else _compiled(function)


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
        used = for_python(pack, len(keys))(keys, firsts, starts, words)
        return cls(firsts, starts, words[: used + 2].copy(), len(keys))

    def keys(self, start: int, stop: int) -> Keys:
        """The keys of slots start..stop-1."""
        first = start >> BLOCK_BITS
        keys = np.empty(stop - (first << BLOCK_BITS), np.int64)
        for_python(unpack, self.size)(self.firsts[first:], self.starts[first:], self.words, len(keys), keys)
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
        for_python(pack, size)(keys, firsts[block : block + count], starts[block : block + count + 1], words)
        return count

    for keys in arrays:
        rest = np.concatenate((rest, keys))
        whole = len(rest) & -BLOCK
        block += add(rest[:whole])
        rest = rest[whole:]
    add(rest)
    return PackedKeys(firsts, starts, words[: starts[-1] + 2], size)
