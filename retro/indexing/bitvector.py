"""A bitvector with rank and select in constant time, built once and then only read.

rank counts the ones before a place, select finds the place of a one. Jacobson (1989) showed that tables of o(n) bits
are enough for rank; with an instruction that counts the ones of a word, one level of his two is left over. The count
lies beside the bits that it belongs to, so that a look-up touches a single cache line of memory:

    line     0                          1                          2
    lines    [ C0  b b b b b b b ]      [ C1  b b b b b b b ]      [ C2  b b ...
               |   `-----------'
               |    7 words of 64 bits: places 448 * line .. 448 * line + 447, lowest bit first
               ones in all lines before this one

    samples  [ line of one 0, line of one 4096, line of one 8192, ..., the last line ]

rank adds at most seven words to a count. select looks between two neighbouring samples for the line (by halving: one
or two steps where ones are common) and then reads the line. Auxiliary data: 64 bits for 448 bits of the vector, and
64 bits for every 4096 ones: 1/7 + 1/64 of the vector's size at most, below the 257/1024 of Takizawa's dictionary
(2023); short vectors pay for the unused end of the last line as well, so the bound holds from 8192 bits on.

The words are signed and bit 63 is the sign. Two lines make that safe: a whole word is counted as its lower 63 bits and
its sign bit (`_ones`), and masks of k < 64 bits never reach the sign. `rank`, `select` and `get` are plain functions
that the engine can compile; they do not check their arguments.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retro.game.bits import lowest, pdep, popcount

LINE = 448
"""Places in a line."""
LINE_BYTES = 64
"""Memory that it takes."""

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
        """From bits packed into 64-bit words, lowest first; ValueError if they are too few or set beyond ``length``."""
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
        """From an array with one flag for each place."""
        packed = np.zeros((len(flags) + 63) // 64 * 8, np.uint8)
        packed[: (len(flags) + 7) // 8] = np.packbits(flags, bitorder="little")
        return cls.from_words(packed.view("<i8").astype(np.int64, copy=False), len(flags))


def _aligned(words: int) -> Words:
    # A line begins where a cache line of the processor begins, which numpy alone does not promise.
    room = np.zeros(words + _WORDS - 1, np.int64)
    start = -room.ctypes.data % 64 // 8
    return room[start : start + words]
