"""What workers send each other: updates, or questions and their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.solving.outbox import Outbox, Parcel
from retro.solving.shard import Counters

Updates = NDArray[np.unsignedinteger[Any]]


class Message(NamedTuple):
    """Updates on their way to tiles of one worker: each tile, how many there are for it, and all of them in order."""

    tiles: NDArray[np.int64]
    counts: NDArray[np.int64]
    updates: Updates


class Answers(NamedTuple):
    """To the questions of a message, in their order; ``applied`` is what kernels counted."""

    found: NDArray[np.unsignedinteger[Any]]
    applied: Counters


def message_of(parts: Sequence[tuple[int, Sequence[Updates]]]) -> Message:
    """A message of tiles, each with what is on its way there."""
    found = [each for _, listed in parts for each in listed]
    counts = [sum(map(len, listed)) for _, listed in parts]
    updates = np.concatenate(found) if found else np.empty(0, np.uint32)
    return Message(np.array([tile for tile, _ in parts], np.int64), np.array(counts, np.int64), updates)


def parcels_of(message: Message, bits: int) -> Iterator[Parcel]:
    """What came for tiles of 2**bits slots, where it lies."""
    updates, first = _as_if_writable(message.updates), 0
    for tile, count in zip(message.tiles.tolist(), message.counts.tolist(), strict=True):
        outbox = Outbox.arrived(bits, updates[first : first + count])
        yield Parcel(tile, outbox, np.zeros(1, np.int64))
        first += count


class _Shown:
    """Memory of an array that is only read, shown as if it could be written to, for as long as the array is there."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array
        self.__array_interface__ = {**array.__array_interface__, "data": (array.ctypes.data, False)}


def _as_if_writable(array: NDArray[Any]) -> NDArray[Any]:
    """What Ray hands over can only be read. So can it be here, but kernels would be compiled anew for such arrays."""
    return np.asarray(_Shown(array)) if array.flags.aligned else array.copy()
