"""Building blocks of board indices: symmetry groups, ordered subsets, and the search for a slot's block."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


def group(permutations: Sequence[Sequence[int]]) -> Numbers:
    """The permutations of a symmetry group as an array ``[g, square]``.

    ValueError if they are not permutations of the squares or not a group, or if element 0 is not the identity.
    """
    elements = [tuple(int(square) for square in each) for each in permutations]
    squares = list(range(len(elements[0]) if elements else 0))
    if not squares or any(sorted(each) != squares for each in elements):
        raise ValueError("each symmetry must be a permutation of the numbers of the squares, from 0 on")
    distinct = set(elements)
    if list(elements[0]) != squares or len(distinct) < len(elements):
        raise ValueError("symmetry 0 must be the identity, and no two may be the same")
    generated, generators = {elements[0]}, list[tuple[int, ...]]()
    for element in elements:  # closed under composition with generators, so closed
        if element not in generated:
            generators.append(element)
            waiting = [*generated]
            while waiting:
                before = waiting.pop()
                new = {tuple(after[square] for square in before) for after in generators} - generated
                if not new <= distinct:
                    raise ValueError("the symmetries must be a group: with any two of them their composition")
                generated |= new
                waiting += new
    return np.array(elements, np.int64)


def products(permutations: Numbers) -> Numbers:
    """The numbers of all compositions of a group: ``[after, before]``."""
    numbers = {tuple(each): g for g, each in enumerate(permutations.tolist())}
    return np.array([[numbers[tuple(each)] for each in after[permutations].tolist()] for after in permutations])


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


def first_subsets(universe: int, largest: int, count: int) -> tuple[Numbers, Numbers]:
    """The first subsets of each size from 0 to ``largest``, at most ``count`` in all: how many of each, and these."""
    tables, left = {}, count
    for done, size in enumerate(sorted(range(largest + 1), key=lambda size: comb(universe, size))):
        share = left // (largest + 1 - done)
        enough = next(n for n in range(size, universe + 1) if n == universe or comb(n, size) >= share)
        tables[size] = subsets(enough, size)[:share]
        left -= len(tables[size])
    ordered = [tables[size] for size in range(largest + 1)]
    return np.array([len(each) for each in ordered], np.int64), np.concatenate(ordered)


def by_bytes(places: Numbers) -> Numbers:
    """``[byte, bits]``: where a permutation moves eight squares at once."""
    image = np.zeros((-(-len(places) // 8), 256), np.int64)
    for square, place in enumerate(places):
        image[square // 8] |= (np.arange(256) >> square % 8 & 1) << place
    return image


def smallest_images(sets: Numbers, permutations: Numbers) -> NDArray[np.bool_]:
    """Flags of the sets that are the smallest of their images."""
    smallest = np.arange(len(sets))
    for places in permutations[1:]:  # of the sets that are the smallest until now
        left = sets[smallest]
        turned = np.zeros_like(left)
        for byte, table in enumerate(by_bytes(places)):
            turned |= table[left >> 8 * byte & 255]
        smallest = smallest[left <= turned]
    flags = np.zeros(len(sets), bool)
    flags[smallest] = True
    return flags


def starts(firsts: Numbers) -> tuple[int, Numbers]:
    """Returns a shift and a table: ``table[slot >> shift]`` is the block of the first slot with that quotient.

    ``firsts`` has the first slot of each block, and one past the last slot. The table has about 1,024 entries at most.
    A search for the block of a slot begins at the entry of the slot, so it takes few steps.
    """
    slots = int(firsts[-1])
    coarse = max(0, slots.bit_length() - 10)
    begins = np.arange((slots >> coarse) + 1, dtype=np.int64) << coarse
    return coarse, np.searchsorted(firsts, begins, "right") - 1
