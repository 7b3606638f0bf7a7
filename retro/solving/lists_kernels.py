"""Predecessor lists: the edges to each slot of a page, in few bytes (`retro.solving.transposed`).

    list     the number of bytes that follow; of the first edge the source in ``width`` bytes, of every other one the
             difference from the source before; with a repetition rule, the payload of each edge after its source
    payload  4 bytes: the code of the move, and 1 more than the code that the edge forbids at its end << 16

Numbers without a given width are varints: 7 bits in a byte, the lowest first; the highest bit says that more follow.
The edges of a list are in order of their sources. ``starts`` has the place of the first list of every GROUP_SLOTS
slots; the others are found from there, because each list says where it ends.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import REPETITION
from retro.compiling.roles import borrowing, inner, kernel

GROUP_BITS = 6
GROUP_SLOTS = 1 << GROUP_BITS
PAYLOAD_BYTES = 4
FORBIDDEN_SHIFT = 16


@inner
def write_number(data, at, number):
    """Writes a varint. Returns the place after it."""
    while number > 127:
        data[at] = (number & 127) | 128
        number >>= 7
        at += 1
    data[at] = number
    return at + 1


@inner
def write_bytes(data, at, number, count):
    """Writes a number in ``count`` bytes. Returns the place after them."""
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
    """Returns a varint and the place after it."""
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
    return 1 + (length - width) // (1 + PAYLOAD_BYTES if REPETITION else 1)


@kernel
def encode_lists(ends, sources, payloads, width, starts, data, figures):
    """Writes the lists of a page into ``data``; those of slot i are edges ends[i - 1]..ends[i]-1. Returns their bytes.

    ``data`` is large enough. The largest `bound` of a list and their sum are written to ``figures``.
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
        if REPETITION:
            length += PAYLOAD_BYTES * (end - first)
        at = write_number(data, at, length)
        for i in range(first, end):
            at = write_bytes(data, at, sources[i], width) if i == first else write_number(data, at, sources[i] - before)
            before = sources[i]
            if REPETITION:
                at = write_bytes(data, at, payloads[i], PAYLOAD_BYTES)
        longest, total = max(longest, bound(length, width)), total + bound(length, width)
        first = end
    starts[len(starts) - 1] = at
    figures[0], figures[1] = longest, total
    return at


@borrowing
def list_at(lists, index, last, at):
    """Returns the place of the list of a slot, given that of the slot ``last``, which is not after it, or -1 for none.

    It steps from the beginning of the group unless ``last`` is in the same group.
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
    """Returns the largest number of edges that the list at this place may have."""
    _, width, _, _, data = lists
    return bound(read_number(data, at)[0], width)


@borrowing
def read_list(lists, at, edges):
    """Writes the edges of the list at this place to ``edges``: source, code, forbidden code. Returns their number.

    Without a repetition rule the codes are not known, and not written.
    """
    _, width, _, _, data = lists
    length, at = read_number(data, at)
    if length == 0:
        return 0
    end, source, count = at + length, read_bytes(data, at, width), 0
    at += width
    while True:
        edges[count, 0] = source
        if REPETITION:
            payload = read_bytes(data, at, PAYLOAD_BYTES)
            edges[count, 1] = payload & ((1 << FORBIDDEN_SHIFT) - 1)
            edges[count, 2] = (payload >> FORBIDDEN_SHIFT) - 1
            at += PAYLOAD_BYTES
        count += 1
        if at >= end:
            return count
        step, at = read_number(data, at)
        source += step


@inner
def total_bound(lists, start, stop):
    """Returns the largest number of edges of the lists of slots start..stop-1."""
    total, place = 0, 0
    for index in range(start, stop):
        place = list_at(lists, index, index - 1 if index > start else -1, place)
        total += list_bound(lists, place)
    return total


@borrowing
def edges_to(lists, index, edges):
    """Writes the edges to a slot to ``edges`` as `read_list` does. Returns their number."""
    return read_list(lists, list_at(lists, index, -1, 0), edges)


@kernel
def edges_of(lists, index, edges):
    """Writes the edges to a slot to ``edges``, for a caller in Python. Returns their number."""
    return edges_to(lists, index, edges)
