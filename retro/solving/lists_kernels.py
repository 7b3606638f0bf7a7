"""Predecessor lists: the edges to each slot of a page, in few bytes (`retro.solving.transposed`).

    list     number of bytes that follow; then the edges in order of their sources
    edge     its source, or the difference from that of the edge before; below it, in AGAIN_BITS, whether the same
             player moves again

Numbers are varints: 7 bits in a byte, the lowest first; the highest bit says that more follow. A group is GROUP_SLOTS
neighbouring slots. ``starts`` has the index of the first list of each group in the bytes; the others of a group are
found from there by the lengths of lists.
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from retro.compiling.roles import borrowing, inner, kernel
from retro.game import AGAIN
from retro.solving.value_kernels import TURNS

GROUP_BITS = 6
GROUP_SLOTS = 1 << GROUP_BITS
AGAIN_BITS = int(TURNS)
"""Runs and lists have an entry for each edge to a target: its source, and in so many lower bits whether the same player
moves again."""
AGAIN_MASK = (1 << AGAIN_BITS) - 1


@inner
def write_number(data, at, number):
    """Writes a varint. Returns the index after it."""
    while number > 127:
        data[at] = (number & 127) | 128
        number >>= 7
        at += 1
    data[at] = number
    return at + 1


@borrowing
def read_number(data, at):
    """Returns a varint and the index after it."""
    number, shift = int(data[at]) & 127, 7
    while data[at] > 127:
        at += 1
        number |= (int(data[at]) & 127) << shift
        shift += 7
    return number, at + 1


@inner
def number_of(entry, before):
    """Returns the number that a list has for an entry after the one before, which is 0 if it is the first."""
    return (entry >> AGAIN_BITS) - (before >> AGAIN_BITS) << AGAIN_BITS | entry & AGAIN_MASK


@kernel
def encode_lists(ends, entries, starts, data, figures):
    """Writes the lists of a page into ``data``, which is large enough. Returns their bytes.

    Slot i has edges ends[i - 1]..ends[i]-1. ``figures`` gets the bytes of the longest list, and those of all.
    """
    at, first, longest, total = 0, 0, 0, 0
    for slot in range(len(ends)):
        if slot & (GROUP_SLOTS - 1) == 0:
            starts[slot >> GROUP_BITS] = at
        length, before = 0, 0
        for i in range(first, ends[slot]):
            number, before = number_of(np.int64(entries[i]), before), np.int64(entries[i])
            length += 1
            while number > 127:
                number >>= 7
                length += 1
        at, before = write_number(data, at, length), 0
        for i in range(first, ends[slot]):
            at = write_number(data, at, number_of(np.int64(entries[i]), before))
            before = np.int64(entries[i])
        longest, total, first = max(longest, length), total + length, ends[slot]
    starts[len(starts) - 1] = at
    figures[0], figures[1] = longest, total
    return at


@borrowing
def list_at(lists, index, last, at):
    """Returns the index of the list of a slot in the bytes of its page.

    ``at`` is the index of the list of slot ``last``, which is this slot or one before it; ``last`` is -1 if no index is
    known. If both are in one group, only the lists between them are skipped, otherwise all from the first of the group.
    """
    first, _, starts, data = lists
    slot = index - first
    step = last - first
    if last < 0 or step >> GROUP_BITS != slot >> GROUP_BITS:
        step = slot & ~(GROUP_SLOTS - 1)
        at = starts[slot >> GROUP_BITS]
    while step < slot:
        length, at = read_number(data, at)
        at += length
        step += 1
    return at


@borrowing
def list_bound(lists, at):
    """Returns the largest number of edges that the list at this index may have: one for each byte."""
    return read_number(lists[3], at)[0]


@borrowing
def read_list(lists, at, edges):
    """Writes the edges of the list at this index to ``edges``. Returns their number.

    The first column gets the source, the third one AGAIN if the same player moves again, or else 0.
    """
    data = lists[3]
    length, at = read_number(data, at)
    end, source, count = at + length, 0, 0
    while at < end:
        number, at = read_number(data, at)
        source += number >> AGAIN_BITS
        edges[count, 0], edges[count, 2] = source, (number & AGAIN_MASK) * AGAIN
        count += 1
    return count


@kernel
def edges_of(lists, index, edges):
    """Writes the edges to a slot to ``edges``, for a caller in Python. Returns their number."""
    return read_list(lists, list_at(lists, index, -1, 0), edges)
