"""A read-only bitvector with rank and select in constant time.

rank counts the ones before a place; select returns the place of the k-th one. Jacobson (1989) showed that tables of
o(n) bits are enough for rank. With an instruction that counts the ones of a word, one of his two levels is enough.
Each count is stored beside its bits, so that a look-up reads a single cache line:

    line     0                          1                          2
    lines    [ C0  b b b b b b b ]      [ C1  b b b b b b b ]      [ C2  b b ...
               |   `-----------'
               |    7 words of 64 bits: places 448 * line .. 448 * line + 447, lowest bit first
               ones in all lines before this one

    samples  [ line of one 0, line of one 4096, line of one 8192, ..., the last line ]

rank adds the ones of at most seven words to a count. select finds the line by binary search between two neighbouring
samples (one or two steps where ones are common) and then reads the line. Auxiliary data are 64 bits for 448 bits of the
vector and 64 bits for every 4096 ones: at most 1/7 + 1/64 of the vector's size, less than the 257/1024 of Takizawa's
dictionary (2023). Short vectors also have the unused end of their last line, so the bound holds from 8192 bits on.

Words are signed, and bit 63 is the sign. Therefore `_ones` counts the lower 63 bits of a word and its sign bit
separately, and masks have fewer than 64 bits. `rank`, `select` and `get` are plain functions that the engine can
compile; they do not check their arguments.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.game.bits import lowest, pdep, popcount

LINE = 448
"""Bits of the vector in a line."""
LINE_BYTES = 64
"""Size of a line in memory: 448 bits and their count."""

_WORDS = LINE_BYTES // 8
_SAMPLE_SHIFT = 12
_LOWER = 2**63 - 1

Words = NDArray[np.int64]


def _ones(word: int) -> int:
    return popcount(word & _LOWER) + (word >> 63 & 1)


def get(lines: Words, i: int) -> int:
    """The bit at place ``i``, 0 <= i < length."""
    line = i // LINE
    place = i - line * LINE
    return lines[line * _WORDS + 1 + (place >> 6)] >> (place & 63) & 1  # type: ignore[no-any-return]


def rank(lines: Words, i: int) -> int:
    """How many ones lie before place ``i``, 0 <= i <= length."""
    line = i // LINE
    place = i - line * LINE
    first = line * _WORDS + 1
    last = first + (place >> 6)
    count = lines[first - 1]
    for word in range(first, last):
        count += _ones(lines[word])
    return count + popcount(lines[last] & _LOWER >> (63 - (place & 63)))  # type: ignore[no-any-return]


def select(lines: Words, samples: Words, k: int) -> int:
    """The place of one number ``k``, 0 <= k < ones: the inverse of `rank`."""
    low = samples[k >> _SAMPLE_SHIFT]
    high = samples[(k >> _SAMPLE_SHIFT) + 1]
    while low < high:
        middle = (low + high + 1) >> 1
        if lines[middle * _WORDS] <= k:
            low = middle
        else:
            high = middle - 1
    left = k - lines[low * _WORDS]
    first = low * _WORDS + 1
    word = first
    here = _ones(lines[word])
    while left >= here:
        left -= here
        word += 1
        here = _ones(lines[word])
    lower = lines[word] & _LOWER
    place = 63 if left == popcount(lower) else lowest(pdep(1 << left, lower))
    return low * LINE + (word - first) * 64 + place  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Bitvector:
    """The tables that `get`, `rank` and `select` read.

    lines    int64, eight words for every 448 places, and a last line that holds place ``length``
    samples  int64, lines in which every 4096th one lies
    length   places
    ones     how many of them are set
    """

    lines: Words
    samples: Words
    length: int
    ones: int

    @classmethod
    def from_words(cls, words: Words, length: int) -> Bitvector:
        """A vector from bits in 64-bit words, lowest first; ValueError if bits are missing or set beyond ``length``."""
        needed = (length + 63) // 64
        tail = length & 63
        if len(words) < needed:
            raise ValueError(f"a bitvector of {length} places needs {needed} words, not {len(words)}")
        if words[needed:].any() or (tail and words[needed - 1] >> tail):
            raise ValueError(f"bits beyond the vector's {length} places are set")
        count = length // LINE + 1
        lines = _aligned(count * _WORDS)
        table = lines.reshape(count, _WORDS)
        whole = needed // (_WORDS - 1)
        table[:whole, 1:] = words[: whole * (_WORDS - 1)].reshape(whole, _WORDS - 1)
        rest = needed - whole * (_WORDS - 1)
        if rest:
            table[whole, 1 : 1 + rest] = words[whole * (_WORDS - 1) : needed]
        per_line = np.bitwise_count(table[:, 1:].view(np.uint64)).sum(axis=1, dtype=np.int64)
        np.cumsum(per_line[:-1], out=table[1:, 0])
        ones = int(per_line.sum())
        sampled = np.arange(0, ones, 1 << _SAMPLE_SHIFT, dtype=np.int64)
        samples = np.searchsorted(table[:, 0], sampled, side="right") - 1
        return cls(lines, np.append(samples, count - 1).astype(np.int64), length, ones)

    @classmethod
    def from_flags(cls, flags: NDArray[np.bool_]) -> Bitvector:
        """A vector with a bit for each flag."""
        packed = np.zeros((len(flags) + 63) // 64 * 8, np.uint8)
        packed[: (len(flags) + 7) // 8] = np.packbits(flags, bitorder="little")
        return cls.from_words(packed.view("<i8").astype(np.int64, copy=False), len(flags))


def _aligned(words: int) -> Words:
    """Zeros that begin at a cache line of the processor, which numpy alone does not promise."""
    buffer = np.zeros(words + _WORDS - 1, np.int64)
    start = -buffer.ctypes.data % 64 // 8
    return buffer[start : start + words]
