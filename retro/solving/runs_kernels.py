"""Runs: edges that are found together, in order of the slots that they lead to, for `retro.solving.transposed`.

A run has the edges of one round to the slots of one page. It is an array of 64-bit words:

    head    number of edges, low bits, entry bits, first entry of the run, words of the steps
    steps   the slots without their ``low`` lowest bits, in the code of Elias and Fano: a row of bits with a 0 for every
            edge, and before it a 1 for each unit by which that number is larger than for the edge before
    rest    for every edge the ``low`` lowest bits of its slot, and in "entry bits" its entry less the first one

An entry has the source of an edge (`retro.solving.lists_kernels`).

For four king-steppers a side on 5 x 5 a run takes 2.7 bytes an edge.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.roles import inner, kernel

COUNT, LOW, ENTRY_BITS, FIRST_ENTRY, STEP_WORDS = range(5)
HEAD = 5


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
def join(targets, keys, first, slots):
    """Writes ``first + i`` to ``slots[n]`` where ``targets[n]`` is the key ``keys[i]``.

    ``targets`` (the edges to a page) and ``keys`` (neighbouring keys of the page) are sorted. Slots of edges to other
    keys do not change. Returns the number of edges that lead to ``keys``.
    """
    i, joined = 0, 0
    for number in range(np.searchsorted(targets, keys[0]) if len(keys) else 0, len(targets)):
        while i < len(keys) and keys[i] < targets[number]:
            i += 1
        if i == len(keys):
            break
        if keys[i] == targets[number]:
            slots[number] = first + i
            joined += 1
    return joined


@kernel
def encode_run(slots, entries, first_entry, entry_bits, low, run):
    """Writes a run into ``run``, which is zero and large enough. Returns its number of words.

    ``slots`` of the page, to which the edges lead, are in order.
    """
    count = len(slots)
    step_words = (count + (np.int64(slots[count - 1]) >> low) + 64) >> 6
    run[COUNT], run[LOW], run[ENTRY_BITS] = np.uint64(count), np.uint64(low), np.uint64(entry_bits)
    run[FIRST_ENTRY], run[STEP_WORDS] = np.uint64(first_entry), np.uint64(step_words)
    steps, rest = run[HEAD:], run[HEAD + step_words :]
    before, step, bit = 0, 0, 0
    for n in range(count):
        slot = np.int64(slots[n])
        while before < slot >> low:
            steps[step >> 6] |= np.uint64(1) << np.uint64(step & 63)
            step += 1
            before += 1
        step += 1
        entry = np.int64(entries[n]) - first_entry
        bit = write_bits(rest, bit, entry << low | slot & ((1 << low) - 1), low + entry_bits)
    return HEAD + step_words + max((bit + 63) >> 6, 1) + 1  # `read_bits` reads the word after that of its first bit


@kernel
def decode_run(run, heads, entries):
    """Writes the entries of a run: the next one of slot i is written at index ``heads[i]``, which then grows by one.

    If ``entries`` is empty, ``heads`` grow and nothing is written.
    """
    low, count, step_words = np.int64(run[LOW]), np.int64(run[COUNT]), np.int64(run[STEP_WORDS])
    steps, rest, first_entry = run[HEAD:], run[HEAD + step_words :], np.int64(run[FIRST_ENTRY])
    high, step, width = 0, 0, low + np.int64(run[ENTRY_BITS])
    for n in range(count):
        while steps[step >> 6] >> np.uint64(step & 63) & np.uint64(1):
            high += 1
            step += 1
        step += 1
        bits = read_bits(rest, n * width, width)
        slot = high << low | bits & ((1 << low) - 1)
        at = heads[slot]
        heads[slot] = at + 1
        if len(entries):
            entries[at] = first_entry + (bits >> low)
