"""Predecessor lists: the edges to each slot of a page, in few bytes (`retro.solving.transposed`).

    list     number of bytes that follow; then the edges in order of their sources
    edge     its source: that of the first edge in ``width`` bytes, each other one as the difference from the one
             before; then, with MOVES_AGAIN, its payload
    payload  4 bytes: the outcome of the move

Numbers without a given width are varints: 7 bits in a byte, the lowest first; the highest bit says that more follow.
A group is GROUP_SLOTS neighbouring slots. ``starts`` has the index of the first list of each group in the bytes; the
others of a group are found from there by the lengths of lists.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import MOVES_AGAIN
from retro.compiling.roles import borrowing, inner, kernel

GROUP_BITS = 6
GROUP_SLOTS = 1 << GROUP_BITS
PAYLOAD_BYTES = 4


@inner
def write_number(data, at, number):
    """Writes a varint. Returns the index after it."""
    while number > 127:
        data[at] = (number & 127) | 128
        number >>= 7
        at += 1
    data[at] = number
    return at + 1


@inner
def write_bytes(data, at, number, count):
    """Writes a number in ``count`` bytes. Returns the index after them."""
    for i in range(count):
        data[at + i] = (number >> (8 * i)) & 255
    return at + count


@inner
def read_bytes(data, at, count):
    """Returns a number of ``count`` bytes."""
    number = 0
    for i in range(count):
        number |= int(data[at + i]) << (8 * i)
    return number


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
def bound(length, width):
    """Returns the largest number of edges of a list of so many bytes."""
    if length == 0:
        return 0
    return 1 + (length - width) // (1 + PAYLOAD_BYTES if MOVES_AGAIN else 1)


@kernel
def encode_lists(ends, sources, payloads, width, starts, data, figures):
    """Writes the lists of a page into ``data``, which is large enough. Returns their bytes.

    Slot i has edges ends[i - 1]..ends[i]-1. ``figures`` gets the largest `bound` of a list, and the sum of all.
    """
    at, first, longest, total = 0, 0, 0, 0
    for slot in range(len(ends)):
        if slot & (GROUP_SLOTS - 1) == 0:
            starts[slot >> GROUP_BITS] = at
        end = ends[slot]
        if first == end:
            data[at] = 0
            at += 1
            continue
        length, before = width, sources[first]
        for i in range(first + 1, end):
            step = sources[i] - before
            before = sources[i]
            length += 1
            while step > 127:
                step >>= 7
                length += 1
        if MOVES_AGAIN:
            length += PAYLOAD_BYTES * (end - first)
        at = write_number(data, at, length)
        for i in range(first, end):
            at = write_bytes(data, at, sources[i], width) if i == first else write_number(data, at, sources[i] - before)
            before = sources[i]
            if MOVES_AGAIN:
                at = write_bytes(data, at, payloads[i], PAYLOAD_BYTES)
        longest, total = max(longest, bound(length, width)), total + bound(length, width)
        first = end
    starts[len(starts) - 1] = at
    figures[0], figures[1] = longest, total
    return at


@borrowing
def list_at(lists, index, last, at):
    """Returns the index of the list of a slot in the bytes of its page.

    ``at`` is the index of the list of slot ``last``, which is this slot or one before it; ``last`` is -1 if no index is
    known. If both are in one group, only the lists between them are skipped, otherwise all from the first of the group.
    """
    first, _, _, starts, data = lists
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
    """Returns the largest number of edges that the list at this index may have."""
    _, width, _, _, data = lists
    return bound(read_number(data, at)[0], width)


@borrowing
def read_list(lists, at, edges):
    """Writes the edges of the list at this index to ``edges``. Returns their number.

    The first column gets the source, the third one the outcome if edges have payloads.
    """
    _, width, _, _, data = lists
    length, at = read_number(data, at)
    if length == 0:
        return 0
    end, source, count = at + length, read_bytes(data, at, width), 0
    at += width
    while True:
        edges[count, 0] = source
        if MOVES_AGAIN:
            payload = read_bytes(data, at, PAYLOAD_BYTES)
            edges[count, 2] = payload - (payload >> 31 << 32)
            at += PAYLOAD_BYTES
        count += 1
        if at >= end:
            return count
        step, at = read_number(data, at)
        source += step


@borrowing
def edges_to(lists, index, edges):
    """Writes the edges to a slot to ``edges`` as `read_list` does. Returns their number."""
    return read_list(lists, list_at(lists, index, -1, 0), edges)


@kernel
def edges_of(lists, index, edges):
    """Writes the edges to a slot to ``edges``, for a caller in Python. Returns their number."""
    return edges_to(lists, index, edges)
