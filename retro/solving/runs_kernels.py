"""Runs: edges that are found together, in order of the slots that they lead to, for `retro.solving.transposed`.

A run has the edges of one round to the slots of one page. It is an array of 64-bit words:

    head    number of edges, low bits, source bits, first source of the round, words of the steps
    steps   the slots without their ``low`` lowest bits, in the code of Elias and Fano: a row of bits with a 0 for every
            edge, and before it a 1 for each unit by which that number is larger than for the edge before
    rest    for every edge the ``low`` lowest bits of its slot, and in "source bits" its source less the first one
    more    if edges have payloads, for every edge its payload in 32 bits

For four king-steppers a side on 5 x 5 a run takes 2.7 bytes an edge.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.contract import MOVES_AGAIN
from retro.compiling.roles import inner, kernel

COUNT, LOW, SOURCE_BITS, FIRST_SOURCE, STEP_WORDS = range(5)
HEAD = 5


@kernel
def gather(targets, sources, payloads, base, bits, begin, words, page_sources, page_payloads):
    """Appends edges to those of a page; the first one of them gets number ``begin``.

    The word of an edge has the distance of its target from ``base`` and, in the lowest ``bits``, the number of the
    edge: sorting words sorts edges.
    """
    for i in range(len(targets)):
        number = begin + i
        words[number] = np.uint64(targets[i] - base) << np.uint64(bits) | np.uint64(number)
        page_sources[number] = sources[i]
        if MOVES_AGAIN:
            page_payloads[number] = payloads[i]


@inner
def write_bits(words, bit, number, count):
    """Writes a number of ``count`` bits at a bit of ``words``, which are zero there. Returns the bit after it."""
    word, shift = bit >> 6, np.uint64(bit & 63)
    words[word] |= np.uint64(number) << shift
    words[word + 1] |= np.uint64(number) >> np.uint64(1) >> (np.uint64(63) - shift)
    return bit + count


@inner
def read_bits(words, bit, count):
    """Returns the number of ``count`` bits at a bit of ``words``."""
    word, shift = bit >> 6, np.uint64(bit & 63)
    both = (words[word] >> shift) | (words[word + 1] << np.uint64(1) << (np.uint64(63) - shift))
    return np.int64(both & ((np.uint64(1) << np.uint64(count)) - np.uint64(1)))


@kernel
def join(words, bits, base, keys, first, targets):
    """Replaces keys by slots: writes ``first + i`` to ``targets[n]`` where ``words[n]`` has the key ``keys[i]``.

    ``words`` (the edges to a page) and ``keys`` (neighbouring keys of the page) are sorted. Targets of edges to other
    keys do not change. Returns the number of edges that lead to ``keys``.
    """
    if len(keys) == 0:
        return 0
    lowest = np.uint64(max(keys[0] - base, 0)) << np.uint64(bits)
    begin, end = 0, len(words)
    while begin < end:
        middle = (begin + end) >> 1
        if words[middle] < lowest:
            begin = middle + 1
        else:
            end = middle
    i, joined = 0, 0
    for number in range(begin, len(words)):
        key = np.int64(words[number] >> np.uint64(bits)) + base
        while i < len(keys) and keys[i] < key:
            i += 1
        if i == len(keys):
            break
        if keys[i] == key:
            targets[number] = first + i
            joined += 1
    return joined


@kernel
def encode_run(words, bits, targets, sources, payloads, first_source, source_bits, low, run):
    """Writes a run into ``run``, which is zero and large enough. Returns its number of words.

    Edge n, in order of targets, leads to slot ``targets[n]`` of the page; its number among ``sources`` and ``payloads``
    is in the lowest ``bits`` of ``words[n]``.
    """
    count = len(targets)
    highest = np.int64(targets[count - 1]) >> low
    step_words = (count + highest + 64) >> 6
    run[COUNT], run[LOW], run[SOURCE_BITS] = np.uint64(count), np.uint64(low), np.uint64(source_bits)
    run[FIRST_SOURCE], run[STEP_WORDS] = np.uint64(first_source), np.uint64(step_words)
    steps, rest = run[HEAD:], run[HEAD + step_words :]
    number_mask, low_mask = (np.uint64(1) << np.uint64(bits)) - np.uint64(1), (1 << low) - 1
    before, step, bit, width = 0, 0, 0, low + source_bits
    for n in range(count):
        target = np.int64(targets[n])
        while before < target >> low:
            steps[step >> 6] |= np.uint64(1) << np.uint64(step & 63)
            step += 1
            before += 1
        step += 1
        number = np.int64(words[n] & number_mask)
        source = np.int64(sources[number]) - first_source
        bit = write_bits(rest, bit, source << low | target & low_mask, width)
    used = (bit + 63) >> 6
    if MOVES_AGAIN:
        more = rest[used:]
        bit = 0
        for n in range(count):
            bit = write_bits(more, bit, np.int64(payloads[np.int64(words[n] & number_mask)]), 32)
        used += (bit + 63) >> 6
    return HEAD + step_words + max(used, 1) + 1  # `read_bits` reads the word after that of its first bit


@kernel
def count_targets(run, counts):
    """Adds the number of edges of a run to each slot of the page to ``counts``."""
    low, count, step_words = np.int64(run[LOW]), np.int64(run[COUNT]), np.int64(run[STEP_WORDS])
    steps, rest = run[HEAD:], run[HEAD + step_words :]
    high, step, width = 0, 0, low + np.int64(run[SOURCE_BITS])
    for n in range(count):
        while steps[step >> 6] >> np.uint64(step & 63) & np.uint64(1):
            high += 1
            step += 1
        step += 1
        counts[high << low | read_bits(rest, n * width, low)] += 1


@kernel
def fill_sources(run, heads, sources, payloads):
    """Writes the edges of a run: the next one to slot i is written at index ``heads[i]``, which then grows by one."""
    low, count, step_words = np.int64(run[LOW]), np.int64(run[COUNT]), np.int64(run[STEP_WORDS])
    steps, rest, first_source = run[HEAD:], run[HEAD + step_words :], np.int64(run[FIRST_SOURCE])
    high, step, width = 0, 0, low + np.int64(run[SOURCE_BITS])
    more = rest[(count * width + 63) >> 6 :]
    for n in range(count):
        while steps[step >> 6] >> np.uint64(step & 63) & np.uint64(1):
            high += 1
            step += 1
        step += 1
        entry = read_bits(rest, n * width, width)
        slot = high << low | entry & ((1 << low) - 1)
        at = heads[slot]
        heads[slot] = at + 1
        sources[at] = first_source + (entry >> low)
        if MOVES_AGAIN:
            payloads[at] = read_bits(more, n * 32, 32)


@kernel
def order_lists(ends, sources, payloads):
    """Sorts the edges of each slot by their sources, by Shell's sort; slot i has edges ends[i - 1]..ends[i]-1."""
    first = 0
    for slot in range(len(ends)):
        end, gap = ends[slot], 1
        while 3 * gap + 1 < end - first:
            gap = 3 * gap + 1
        while gap > 0:
            for i in range(first + gap, end):
                source, at = sources[i], i
                if MOVES_AGAIN:
                    payload = payloads[i]
                while at - gap >= first and sources[at - gap] > source:
                    sources[at] = sources[at - gap]
                    if MOVES_AGAIN:
                        payloads[at] = payloads[at - gap]
                    at -= gap
                sources[at] = source
                if MOVES_AGAIN:
                    payloads[at] = payload
            gap //= 3
        first = end
