"""Building blocks of board indices: symmetry groups, ordered subsets, and the search for a slot's block."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


def group(permutations: Sequence[Sequence[int]]) -> tuple[Numbers, Numbers]:
    """The permutations as an array ``[g, square]``, and their products: ``[after, before]`` is a composition's number.

    ValueError if they are not permutations of the squares or not a group, or if element 0 is not the identity.
    """
    elements = [tuple(int(square) for square in each) for each in permutations]
    squares = list(range(len(elements[0]) if elements else 0))
    if not squares or any(sorted(each) != squares for each in elements):
        raise ValueError("each symmetry must be a permutation of the numbers of the squares, from 0 on")
    numbers = {each: g for g, each in enumerate(elements)}
    if list(elements[0]) != squares or len(numbers) < len(elements):
        raise ValueError("symmetry 0 must be the identity, and no two may be the same")
    composed = [[tuple(after[square] for square in before) for before in elements] for after in elements]
    if not all(each in numbers for row in composed for each in row):
        raise ValueError("the symmetries must be a group: with any two of them their composition")
    return np.array(elements, np.int64), np.array([[numbers[each] for each in row] for row in composed], np.int64)


@cache
def subsets(universe: int, size: int) -> Numbers:
    """All subsets of 0..universe-1 of one size as bits, in colexicographic order, which is the order of these numbers.

    The array is cached: callers must not change it.
    """
    if not 0 < size <= universe:
        return np.zeros(int(size == 0), np.int64)
    result = np.empty(comb(universe, size), np.int64)
    start = 0
    for highest in range(size - 1, universe):
        below = subsets(highest, size - 1)
        result[start : start + len(below)] = below | (1 << highest)
        start += len(below)
    return result


def starts(firsts: Numbers) -> tuple[int, Numbers]:
    """A shift and a table: ``table[slot >> shift]`` is the block of the first slot with that quotient.

    ``firsts`` are the first slots of the blocks, and the end of the last. A search for a slot's block begins there and
    takes few steps: the table has at most 1,024 entries or so.
    """
    slots = int(firsts[-1])
    coarse = max(0, slots.bit_length() - 10)
    begins = np.arange((slots >> coarse) + 1, dtype=np.int64) << coarse
    return coarse, np.searchsorted(firsts, begins, "right") - 1
