"""Messages of workers to each other, updates or requests and their answers; and the driver's message, the index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules, Rules, Tier
from retro.indexing.enumerated import Positions, bind
from retro.indexing.packed_keys import PackedKeys
from retro.solving.flags import Counters
from retro.solving.outbox import Outbox, Parcel

Updates = NDArray[np.unsignedinteger[Any]]


class Message(NamedTuple):
    """Updates for tiles of one worker: the tiles, the number of updates for each, and all updates in order."""

    tiles: NDArray[np.int64]
    counts: NDArray[np.int64]
    updates: Updates


class Answers(NamedTuple):
    """Answers to the requests of a message, in their order, and the kernels' counters."""

    values: NDArray[np.unsignedinteger[Any]]
    counters: Counters


class IndexMessage(NamedTuple):
    """The index of enumerated positions: packed words, and what `retro.indexing.enumerated.bind` needs besides.

    Ray stores it once on each machine; the workers there read its arrays where they are stored.
    """

    words: PackedKeys
    key_bits: int
    tiers: tuple[Tier, ...]


def index_of(rules: IndexedRules) -> IndexMessage | None:
    """Returns the index of a game whose positions are enumerated, None for others."""
    if not rules.enumerated:
        return None
    assert isinstance(rules.index, Positions)
    return IndexMessage(rules.index.packed, rules.index.key_bits, rules.tiers)


def bound(rules: Rules, index: IndexMessage) -> IndexedRules:
    """Returns the rules with an index that has arrived."""
    firsts, starts, words, size = index.words
    packed = PackedKeys(as_if_writable(firsts), as_if_writable(starts), as_if_writable(words), size)
    return bind(rules, Positions(packed, index.key_bits), index.tiers)


def message_of(tiles: Sequence[tuple[int, Sequence[Updates]]]) -> Message:
    """Returns a message with the updates of some tiles."""
    arrays = [updates for _, listed in tiles for updates in listed]
    counts = [sum(map(len, listed)) for _, listed in tiles]
    updates = np.concatenate(arrays) if arrays else np.empty(0, np.uint32)
    return Message(np.array([tile for tile, _ in tiles], np.int64), np.array(counts, np.int64), updates)


def parcels_of(message: Message, bits: int) -> Iterator[Parcel]:
    """Yields the updates of a message for each tile of 2**``bits`` slots, as views."""
    updates, first = as_if_writable(message.updates), 0
    for tile, count in zip(message.tiles.tolist(), message.counts.tolist(), strict=True):
        outbox = Outbox.arrived(bits, updates[first : first + count])
        yield Parcel(tile, outbox, np.zeros(1, np.int64), count)
        first += count


class _Writable:
    """A read-only array that numpy takes to be writable; it owns a reference to the array."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array
        self.__array_interface__ = {**array.__array_interface__, "data": (array.ctypes.data, False)}


def as_if_writable(array: NDArray[Any]) -> NDArray[Any]:
    """Returns a view of a read-only array that numpy takes to be writable; it must not be written to.

    Ray returns read-only arrays. For these numba would compile kernels again, because they are of another type.
    """
    return np.asarray(_Writable(array)) if array.flags.aligned else array.copy()
