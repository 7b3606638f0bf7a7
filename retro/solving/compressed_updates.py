"""Compressed updates: how updates wait for their tile where records are packed as well.

There, the memory for updates decides how often all records are unpacked. So when outboxes are full, their contents are
compressed instead of applied, as long as there is memory for that. An update of a tile has 32 bits at most. The updates
of a tile are sorted. The lower half of each is stored as it is; of the higher halves only their increases are stored,
as a row of bits: a 0 for every update and a 1 whenever the higher half grows by one. That takes 2.2 bytes for an update
of Ostle instead of 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.solving.outbox import Outbox, Parcel, by_tile
from retro.solving.outbox_kernels import BLOCK_UPDATES
from retro.system.checkpointing import in_order

SHARE, OUTBOXES = 0.75, 4
"""Share of the memory for updates that compressed ones get; but outboxes have at least so many times the memory that
they require. The fewer updates are compressed at a time, the more bytes each of them takes."""
MAX_BLOCKS = 256
"""Blocks that are compressed together: a million updates of Ostle."""
UNCOMPRESSED_BYTES = 6 * MAX_BLOCKS * BLOCK_UPDATES
"""Bytes that a thread takes to compress as many updates, or to uncompress them: each of them, its step as a byte and as
a bit, and a few."""
HALF = 16
"""Bits of an update that are stored as they are."""

Updates = NDArray[np.uint32]


class CompressedUpdates(NamedTuple):
    """Compressed updates of a tile: their lower halves, and the increases of the higher ones."""

    tile: int
    lower: NDArray[np.uint8]
    steps: NDArray[np.uint8]
    bits: int

    @property
    def size(self) -> int:
        """The number of updates."""
        return 8 * len(self.lower) // HALF

    def opened(self) -> tuple[Outbox, NDArray[np.int64]]:
        """Returns an outbox with one block, which holds the updates, and the number of the block."""
        lower = self.lower.view(np.uint16)
        ends = np.flatnonzero(np.unpackbits(self.steps))
        counts = np.diff(ends, prepend=-1) - 1
        updates = np.repeat(_higher(np.arange(len(counts))), counts)
        updates |= lower
        return Outbox.arrived(self.bits, updates), np.zeros(1, np.int64)


def _higher(halves: NDArray[np.int64]) -> Updates:
    """Returns the updates whose higher halves are given, and whose lower ones are zero."""
    return halves.astype(np.uint32) << np.uint32(HALF)


def capacity(budget: int, min_outboxes: int) -> int:
    """Returns the bytes for compressed updates of a ``budget`` for all, if outboxes require ``min_outboxes`` bytes."""
    return max(0, min(int(SHARE * budget), budget - OUTBOXES * min_outboxes))


class CompressedOutbox:
    """A buffer of ``size`` bytes for compressed updates.

    Tiles have 2**``bits`` slots, and the payload of an update has ``payload`` bits.
    """

    def __init__(self, size: int, bits: int, payload: int) -> None:
        self._buffer, self._used, self._bits = np.empty(size, np.uint8), 0, bits
        self._mask = np.uint32((1 << bits + payload) - 1)
        self._highest = 1 << max(0, bits + payload - HALF)
        self.parcels: list[CompressedUpdates] = []

    def add(self, parcels: Iterable[Parcel], pool: ThreadPoolExecutor, threads: int) -> bool:
        """Compresses the updates of some parcels. Returns False, and does nothing, if they may not fit."""
        pieces = [piece for _, of_tile in by_tile(parcels) for piece in _pieces(of_tile)]
        counts = [sum(parcel.size for parcel in piece) for piece in pieces]
        ends = self._used + np.cumsum([2 * count + 2 * (-(-(count + self._highest) // HALF)) for count in counts])
        if not pieces or ends[-1] > len(self._buffer):
            return False
        tasks = zip(pieces, [self._used, *ends[:-1].tolist()], ends.tolist(), strict=True)
        self._used = int(ends[-1])
        self.parcels += [compressed for _, compressed in in_order(pool, 2 * threads, self._compress, tasks)]
        return True

    def _compress(self, task: tuple[list[Parcel], int, int]) -> CompressedUpdates:
        """Compresses parcels for one tile into bytes start..stop-1 of the buffer."""
        parcels, start, stop = task
        updates: Updates = np.concatenate([block for _, box, blocks in parcels for block in box.updates(blocks)])
        updates &= self._mask
        updates.sort()
        size, buffer = 2 * len(updates), self._buffer[start:stop]
        compressed = CompressedUpdates(parcels[0].tile, buffer[:size], buffer[size:], self._bits)
        compressed.lower.view(np.uint16)[:] = updates  # the lower halves
        steps = np.zeros(8 * len(compressed.steps), np.bool_)
        ends = np.append(np.searchsorted(updates, _higher(np.arange(1, self._highest))), len(updates))
        steps[ends + np.arange(self._highest)] = True
        compressed.steps[:] = np.packbits(steps)
        return compressed

    def clear(self) -> None:
        """Discards all updates, because they were applied."""
        self.parcels.clear()
        self._used = 0


def _pieces(parcels: list[Parcel]) -> list[list[Parcel]]:
    """Cuts parcels for one tile into pieces that are compressed together."""
    count = -(-sum(len(each.blocks) for each in parcels) // MAX_BLOCKS)
    cut = [[Parcel(tile, box, piece) for piece in np.array_split(blocks, count)] for tile, box, blocks in parcels]
    return [list(piece) for piece in zip(*cut, strict=True)]
