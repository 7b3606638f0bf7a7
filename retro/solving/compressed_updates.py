"""Updates that wait packed, where records are packed as well.

There memory for updates decides how often all records are unpacked. So when outboxes are full, what is in them is
packed instead of applied, as long as there is room. What an update says to its tile has 32 bits at most. Those of a
tile are sorted, and of each the lower half is written down; of the higher halves only how they go on, in a row of bits:
a 0 for every update, and a 1 whenever the higher half grows by one. Of Ostle that is 2.2 bytes an update instead of 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.solving.outbox import Outbox, Parcel, visits
from retro.system.checkpointing import in_order

SHARE, TIMES = 0.75, 4
"""Of the memory for updates, for those that are packed; but outboxes have so many times what they take at least. The
fewer updates are packed at a time, the more each of them takes."""
PIECE = 256
"""Blocks at most that are packed together, a million updates of Ostle: packing takes sixteen bytes for each of them."""
HALF = 16
"""Bits of an update that are written down as they are."""

Updates = NDArray[np.uint32]


class Stowed(NamedTuple):
    """Packed updates for a tile: their lower halves, and the steps of the higher ones, in bytes of a `Stowage`."""

    tile: int
    lower: NDArray[np.uint8]
    steps: NDArray[np.uint8]
    bits: int

    def opened(self) -> tuple[Outbox, NDArray[np.int64]]:
        """An outbox with one block, in which they are, and its number."""
        lower = self.lower.view(np.uint16)
        last = np.flatnonzero(np.unpackbits(self.steps))
        many = np.diff(last, prepend=-1) - 1
        higher = np.repeat(np.arange(len(many), dtype=np.uint32), many)
        return Outbox.arrived(self.bits, higher << np.uint32(HALF) | lower), np.zeros(1, np.int64)


def room(budget: int, least: int) -> int:
    """Bytes for packed updates of ``budget`` for all, if outboxes take ``least`` bytes."""
    return max(0, min(int(SHARE * budget), budget - TIMES * least))


class Stowage:
    """Room for so many bytes of packed updates; tiles have 2**bits slots, and ``told`` bits say what is told."""

    def __init__(self, size: int, bits: int, told: int) -> None:
        self._room, self._taken, self._bits = np.empty(size, np.uint8), 0, bits
        self._mask = np.uint32((1 << bits + told) - 1)
        self._highest = 1 << max(0, bits + told - HALF)
        self.parcels: list[Stowed] = []

    def take(self, parcels: Iterable[Parcel], pool: ThreadPoolExecutor, threads: int) -> bool:
        """Pack what is in these, unless there is too little room for that."""
        pieces = [piece for _, some in visits(parcels) for piece in _pieces(some)]
        many = [sum(int(outbox.counts[blocks].sum()) for _, outbox, blocks in piece) for piece in pieces]
        ends = self._taken + np.cumsum([2 * count + 2 * (-(-(count + self._highest) // HALF)) for count in many])
        if not pieces or ends[-1] > len(self._room):
            return False
        tasks = zip(pieces, [self._taken, *ends[:-1].tolist()], ends.tolist(), strict=True)
        self._taken = int(ends[-1])
        self.parcels += [packed for _, packed in in_order(pool, 2 * threads, self._pack, tasks)]
        return True

    def _pack(self, task: tuple[list[Parcel], int, int]) -> Stowed:
        """Parcels for one tile, packed into these bytes."""
        parcels, start, stop = task
        updates: Updates = np.concatenate([part for _, box, blocks in parcels for part in box.taken_out(blocks)])
        updates &= self._mask
        updates.sort()
        size, into = 2 * len(updates), self._room[start:stop]
        found = Stowed(parcels[0].tile, into[:size], into[size:], self._bits)
        found.lower.view(np.uint16)[:] = updates  # the lower halves
        updates >>= np.uint32(HALF)
        steps = np.zeros(8 * len(found.steps), np.bool_)
        many = np.bincount(updates, minlength=self._highest)
        steps[np.cumsum(many) + np.arange(self._highest)] = True
        found.steps[:] = np.packbits(steps)
        return found

    def clear(self) -> None:
        """All of them were applied."""
        self.parcels.clear()
        self._taken = 0


def _pieces(parcels: list[Parcel]) -> list[list[Parcel]]:
    """Parcels for one tile, by what is packed together."""
    many = -(-sum(len(each.blocks) for each in parcels) // PIECE)
    cut = [[Parcel(tile, box, part) for part in np.array_split(blocks, many)] for tile, box, blocks in parcels]
    return [list(piece) for piece in zip(*cut, strict=True)]
