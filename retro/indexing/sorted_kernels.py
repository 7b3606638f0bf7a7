"""Kernels for sets of positions as sorted arrays of keys. They do not depend on a game, so all games share them."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.roles import kernel

DIGIT_BITS = 11
"""The most bits of a digit: its counters fit into the first cache of a processor."""


@kernel
def sort(words, spare, low):
    """Sorts ``words`` by their bits from bit ``low`` on; words equal in these stay in order.

    ``spare`` has as many words. Returns True if the sorted words are in ``spare`` and not in ``words``. It is a radix
    sort: by one digit after the other, the lowest first. 145,000 keys of 50 bits take 11 ns each on an EPYC, and 40 ns
    with numpy's sort, which uses no vector instructions there.
    """
    n = len(words)
    differing = np.uint64(0)
    for i in range(n):
        differing |= words[i] ^ words[0]
    high = low
    while high < 64 and differing >> np.uint64(high):
        high += 1
    while low < high and not differing >> np.uint64(low) & np.uint64(1):
        low += 1
    passes = (high - low + DIGIT_BITS - 1) // DIGIT_BITS
    bits = (high - low + passes - 1) // passes if passes else 1
    mask = np.uint64((1 << bits) - 1)
    counts = np.zeros((passes, 1 << bits), np.int64)
    for i in range(n):
        rest = words[i] >> np.uint64(low)
        for digit in range(passes):
            counts[digit, np.int64(rest & mask)] += 1
            rest >>= np.uint64(bits)
    source, target = words, spare
    for digit in range(passes):
        shift, before = np.uint64(low + digit * bits), 0
        for value in range(1 << bits):
            before, counts[digit, value] = before + counts[digit, value], before
        for i in range(n):
            value = np.int64(source[i] >> shift & mask)
            at = counts[digit, value]
            counts[digit, value] = at + 1
            target[at] = source[i]
        source, target = target, source
    return passes & 1 == 1


@kernel
def unique(keys):
    """Moves the different ones of sorted ``keys`` to the front. Returns their number."""
    count = 0
    for i in range(len(keys)):
        if i == 0 or keys[i] != keys[i - 1]:
            keys[count] = keys[i]
            count += 1
    return count


@kernel
def unite(known, keys, union, new):
    """Writes the union of two sorted arrays without repetitions to ``union``, and the keys that ``known`` does not have
    to ``new``. Returns the number of the latter."""
    i, count = 0, 0
    for j in range(len(keys)):
        key = keys[j]
        while i < len(known) and known[i] < key:
            union[i + count] = known[i]
            i += 1
        if i == len(known) or known[i] != key:
            union[i + count] = new[count] = key
            count += 1
    while i < len(known):
        union[i + count] = known[i]
        i += 1
    return count
