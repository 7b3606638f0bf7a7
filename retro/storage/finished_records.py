"""The records of finished tiers, in compressed frames: tiers above look values up, and the database is made of them.

A frame holds up to BLOCK_SLOTS records of one tier, encoded as in a database (`retro.storage.block`). Frames are in the
order in which the tiers were finished, the lowest first. They are in the file beside the checkpoint, which grows while
the run goes on, or in a file without a name if the run has no checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import Rules, Tier
from retro.game.values import NO_VALUE
from retro.storage.block import (
    BLOCK_SLOTS,
    VALUE_BYTES,
    BlockDecoder,
    BlockEncoder,
    BlockLayout,
    TooManyValues,
)
from retro.storage.growing import GrowingFrames
from retro.storage.seekable import framed
from retro.storage.solution import Planes, Solution, joined
from retro.system.checkpointing import in_order
from retro.system.files import Closing
from retro.system.ranges import ranges

ZSTD_LEVEL = 1
"""Frames are read as often as they are written, or more often."""
NO_FRAME = -1
"""Frame of a slot whose tier is not finished."""
SLOTS_AT_ONCE = 16 * BLOCK_SLOTS
"""Records that are read from a solution at a time: no fewer than a page of packed ones."""

Indices = NDArray[np.unsignedinteger[Any]]


class Piece(NamedTuple):
    """Slots start..stop-1 of the game, which are in one frame: they begin with its record ``offset``."""

    frame: int
    offset: int
    start: int
    stop: int


class TierFrames:
    """Where the frames of each finished tier are. Tiers have their index among ``tiers``.

    finished  in the order in which they were finished
    frames    the number of their frames
    """

    def __init__(self, tiers: Sequence[Tier], finished: Iterable[int] = ()) -> None:
        bounds = np.array([(tier.start, tier.stop) for tier in tiers], np.int64)
        by_slot = np.argsort(bounds[:, 0])
        self._starts, self._stops = bounds[by_slot].T
        self._place = np.argsort(by_slot)
        """By tier, its number in the order of slots."""
        self._first = np.full(len(tiers), NO_FRAME, np.int64)
        self.finished, self.frames = list[int](), 0
        for tier in finished:
            self.add(tier)

    def add(self, tier: int) -> None:
        """Adds a tier, whose frames are the next ones."""
        place = self._place[tier]
        self._first[place] = self.frames
        self.frames += -int(-(self._stops[place] - self._starts[place]) // BLOCK_SLOTS)
        self.finished.append(tier)

    def frames_of(self, slots: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the frame of each slot, or NO_FRAME, and the number of its record in it."""
        tiers = np.searchsorted(self._starts, slots, "right") - 1
        blocks, records = np.divmod(slots - self._starts[tiers], BLOCK_SLOTS)
        first = self._first[tiers]
        return np.where(first == NO_FRAME, NO_FRAME, first + blocks), records

    def pieces(self, start: int, stop: int) -> Iterator[Piece]:
        """Yields the pieces of slots start..stop-1, in order; their frame is NO_FRAME if the tier is not finished."""
        tier = int(np.searchsorted(self._starts, start, "right")) - 1
        while start < stop:
            first, last = int(self._starts[tier]), int(self._stops[tier])
            block = (start - first) // BLOCK_SLOTS
            end = min(stop, last, first + (block + 1) * BLOCK_SLOTS)
            frame = int(self._first[tier])
            frame = NO_FRAME if frame == NO_FRAME else frame + block
            yield Piece(frame, start - first - block * BLOCK_SLOTS, start, end)
            start = end
            tier += start == last


class FinishedRecords(Closing):
    """The records of finished tiers.

    A frame is a block and, after it, a byte with the width of its values.
    """

    def __init__(
        self,
        rules: Rules,
        tiers: Sequence[Tier],
        path: Path | None,
        finished: Iterable[int] = (),
        values: Sequence[int] = (NO_VALUE,),
        *,
        reading: bool = False,
    ) -> None:
        """``path`` is the file of frames; it has those of ``finished`` tiers in this order, in which ``values`` occur.

        Damaged if it does not have them. With ``reading``, the file does not change, and nothing can be added.
        """
        self.where = TierFrames(tiers, finished)
        self._tiers = tiers
        self._layouts = {width: BlockLayout.of(rules.repetition, rules.codes, width) for width in VALUE_BYTES}
        narrowest = next(layout for layout in self._layouts.values() if len(values) <= layout.max_values)
        self._encoder = BlockEncoder(narrowest, values)
        self._frames = GrowingFrames(path, self.where.frames, reading=reading)

    @property
    def values(self) -> list[int]:
        """The values that occur; the first is NO_VALUE."""
        return self._encoder.values

    @property
    def value_bytes(self) -> int:
        """Bytes of the index of a value, in the widest frame."""
        return self._encoder.layout.value_bytes

    def add(
        self, tier: int, solution: Solution, pool: ThreadPoolExecutor, threads: int
    ) -> Iterator[tuple[int, Indices]]:
        """Appends the records of a tier, which are those of the solution.

        Yields for each block its first slot, and the indices of its best values.
        """
        encoded, (_, first, last) = self._encoded(solution, tier), self._tiers[tier]
        blocks = list(encoded) if last - first <= BLOCK_SLOTS else encoded
        for (start, data), frame in in_order(pool, 2 * threads, lambda block: framed(block[1], ZSTD_LEVEL), blocks):
            self._frames.append(frame)
            layout, block = self._opened(data)
            yield start, layout.stored(block)[0]
        self.where.add(tier)

    def best(self, frame: int) -> Indices:
        """Returns the indices of the best values of a frame."""
        layout, data = self._opened(self._frames.frame(frame))
        return layout.stored(data)[0]

    def planes(self, start: int, stop: int) -> Planes:
        """Returns the records of slots start..stop-1 of the game, which are of finished tiers."""
        pieces = list[Planes]()
        for frame, offset, first, last in self.where.pieces(start, stop):
            layout, data = self._opened(self._frames.frame(frame))
            best, second, only_move = BlockDecoder(layout, self.values).planes(data)
            piece = slice(offset, offset + last - first)
            pieces.append((best[piece], second[piece], only_move[piece]))
        return joined(pieces)

    def sync(self) -> None:
        """Waits until all frames are on the disk."""
        self._frames.sync()

    def check_open(self) -> None:
        """Closed, if `close` was called."""
        self._frames.check_open()

    def close(self) -> None:
        """Closes the file, which stays."""
        self._frames.close()

    def _encoded(self, solution: Solution, tier: int) -> Iterator[tuple[int, bytes]]:
        """Yields the first slot and the encoded records of each block of a tier."""
        _, first, last = self._tiers[tier]
        for start, stop in ranges(first, last, SLOTS_AT_ONCE):
            best, second, only_move = solution.planes(start - first, stop - first)
            for offset in range(0, stop - start, BLOCK_SLOTS):
                block = slice(offset, offset + BLOCK_SLOTS)
                yield start + offset, self._encode((best[block], second[block], only_move[block]))

    def _encode(self, planes: Planes) -> bytes:
        while True:
            try:
                return self._encoder.encode(planes) + bytes([self.value_bytes])
            except TooManyValues:
                self._encoder = BlockEncoder(self._layouts[2 * self.value_bytes], self.values)

    def _opened(self, frame: bytes) -> tuple[BlockLayout, memoryview]:
        """Returns the layout and the block of a frame."""
        return self._layouts[frame[-1]], memoryview(frame)[:-1]
