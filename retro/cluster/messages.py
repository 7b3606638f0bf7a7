"""Messages of workers to each other: updates, or requests and their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.solving.outbox import Outbox, Parcel
from retro.solving.shard import Counters

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


def message_of(tiles: Sequence[tuple[int, Sequence[Updates]]]) -> Message:
    """Returns a message with the updates of some tiles."""
    arrays = [updates for _, listed in tiles for updates in listed]
    counts = [sum(map(len, listed)) for _, listed in tiles]
    updates = np.concatenate(arrays) if arrays else np.empty(0, np.uint32)
    return Message(np.array([tile for tile, _ in tiles], np.int64), np.array(counts, np.int64), updates)


def parcels_of(message: Message, bits: int) -> Iterator[Parcel]:
    """Yields the updates of a message for each tile of 2**``bits`` slots, as views."""
    updates, first = _as_if_writable(message.updates), 0
    for tile, count in zip(message.tiles.tolist(), message.counts.tolist(), strict=True):
        outbox = Outbox.arrived(bits, updates[first : first + count])
        yield Parcel(tile, outbox, np.zeros(1, np.int64))
        first += count


class _Writable:
    """A read-only array that numpy takes to be writable; it owns a reference to the array."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array
        self.__array_interface__ = {**array.__array_interface__, "data": (array.ctypes.data, False)}


def _as_if_writable(array: NDArray[Any]) -> NDArray[Any]:
    """Returns a view that claims to be writable: for read-only arrays, which Ray returns, kernels would be compiled
    again. They are only read here."""
    return np.asarray(_Writable(array)) if array.flags.aligned else array.copy()
