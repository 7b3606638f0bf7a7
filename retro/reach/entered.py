"""Distances in tiers that are still to be searched, of positions that moves from higher tiers have entered.

They are in pages, which are in memory as long as it suffices. Then all pages are appended to the file of the run, and
new ones begin: the distance of a position is the smallest in all versions of its page. A page in the file begins with
the number of the frame that has the version before it.
"""

from __future__ import annotations

import struct
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import Tier
from retro.reach.tier_search_kernels import ABSENT, REQUESTED
from retro.storage.distances import Distances, converted, type_of, unreached
from retro.storage.growing import GrowingFrames
from retro.storage.seekable import Frame, framed
from retro.system.checkpointing import in_order
from retro.system.ranges import aligned_ranges
from retro.system.sizes import PRODUCTION, Sizes

ZSTD_LEVEL = 1
NO_NUMBER = -1
"""Instead of the number of a frame, or of a page."""
_BEFORE = struct.Struct("<q")


class EnteredPages(NamedTuple):
    """What kernels read and write.

    table      by page of the game, its row, or ABSENT or REQUESTED
    rows       distances, page by page
    changed    by row, whether it has changed
    shift      binary logarithm of the slots of a page
    low, high  slots of the tiers that are to be searched are among low..high-1
    """

    table: NDArray[np.int32]
    rows: Distances
    changed: NDArray[np.bool_]
    shift: int
    low: int
    high: int


class Entered:
    """Pages of distances within ``memory`` bytes, or as many as a kernel needs at once if these are more.

    left  by page, the number of its slots in tiers that are to be searched; a page without any is dropped
    last  by page, the number of the frame with the last version that was written, or NO_NUMBER
    """

    def __init__(
        self,
        slots: int,
        dtype: np.dtype[Any],
        frames: GrowingFrames,
        memory: int,
        pool: ThreadPoolExecutor,
        threads: int,
        sizes: Sizes = PRODUCTION,
    ) -> None:
        self._frames, self._memory, self._shift = frames, memory, page_shift(slots, sizes)
        self._pool, self._threads = pool, threads
        self._size = 1 << self._shift
        pages = -(-slots >> self._shift)
        self._table = np.full(pages, ABSENT, np.int32)
        self.last, self.left = np.full(pages, NO_NUMBER, np.int64), np.full(pages, self._size, np.int32)
        self.left[-1] = slots - ((pages - 1) << self._shift)
        self._allocate(dtype)

    def view(self, low: int, high: int) -> EnteredPages:
        """Returns the pages for kernels."""
        return EnteredPages(self._table, self._rows.reshape(-1), self._changed, self._shift, low, high)

    def enter(self, slot: int) -> None:
        """Gives a position the distance 0."""
        page, within = divmod(slot, self._size)
        if self._table[page] < 0:
            self._new_row(page)
        row = self._table[page]
        self._rows[row, within], self._changed[row] = 0, True

    def provide(self, growing: bool) -> bool:
        """Adds the pages that kernels have requested. Returns whether all others had to be dropped.

        If ``growing``, the others stay, even if there is no memory left.
        """
        requested = np.flatnonzero(self._table == REQUESTED).tolist()
        dropping = not growing and len(requested) > len(self._free)
        if dropping:
            self._drop()
        for page in requested:
            self._new_row(page)
        return dropping

    def take(self, tier: Tier) -> Distances | None:
        """Returns the distances of a tier's slots, which is searched next; None if no position was entered."""
        _, first, stop = tier
        distances = None
        self.leave(tier)
        for start, end in aligned_ranges(first, stop, self._size):
            page = start >> self._shift
            if self._table[page] < 0 and self.last[page] == NO_NUMBER:
                continue
            if distances is None:
                distances = np.full(stop - first, unreached(self.dtype), self.dtype)
            if self.left[page] and self._table[page] < 0:  # the next tiers have slots of the page as well
                self._load(page)
            own, row = distances[start - first : end - first], int(self._table[page])
            within = slice(start - (page << self._shift), end - (page << self._shift))
            if row >= 0:
                own[:] = self._rows[row, within]
            self._merge_into(own, within, int(self.last[page] if row < 0 else self._base[row]))
            if not self.left[page]:
                self.last[page] = NO_NUMBER
                self._remove(page)
        return distances

    def leave(self, tier: Tier) -> None:
        """Counts a tier's slots as searched."""
        _, first, stop = tier
        pages = slice(first >> self._shift, ((stop - 1) >> self._shift) + 1)
        self.left[pages] -= self._size
        self.left[pages.start] += first - (pages.start << self._shift)
        self.left[pages.stop - 1] += (pages.stop << self._shift) - stop

    def write(self) -> None:
        """Appends all pages in memory that have changed; they stay in memory."""
        changed = np.flatnonzero(self._changed & (self._owners != NO_NUMBER)).tolist()
        for row, frame in in_order(self._pool, 2 * self._threads, self._framed, changed):
            self.last[self._owners[row]] = len(self._frames)
            self._frames.append(frame)
            self._changed[row] = False

    def widen(self, dtype: np.dtype[Any]) -> None:
        """Makes distances wider."""
        self._drop()
        self._allocate(dtype)

    def discard(self) -> None:
        """Frees the memory of all pages."""
        self._memory = 0
        self._table[:] = ABSENT
        self._allocate(self.dtype)

    def _allocate(self, dtype: np.dtype[Any]) -> None:
        self.dtype = dtype
        rows = max(1, min(len(self._table), self._memory // (self._size * dtype.itemsize)))
        self._rows = np.empty((rows, self._size), dtype)
        self._owners, self._base = np.full(rows, NO_NUMBER, np.int64), np.full(rows, NO_NUMBER, np.int64)
        """By row, its page; and the frame of the last version that is not in the row."""
        self._changed = np.zeros(rows, np.bool_)
        self._free = list(range(rows))[::-1]

    def _new_row(self, page: int) -> int:
        """Returns the row of a page without distances, for a page that is not in memory."""
        if not self._free:
            self._grow()
        row = self._free.pop()
        self._rows[row] = unreached(self.dtype)
        self._table[page], self._owners[row], self._base[row], self._changed[row] = row, page, self.last[page], False
        return row

    def _grow(self) -> None:
        """Doubles the number of rows."""
        rows = len(self._rows)
        self._rows = np.concatenate([self._rows, np.empty_like(self._rows)])
        self._owners, self._base = (
            np.concatenate([each, np.full(rows, NO_NUMBER)]) for each in (self._owners, self._base)
        )
        self._changed = np.concatenate([self._changed, np.zeros(rows, np.bool_)])
        self._free += range(2 * rows - 1, rows - 1, -1)

    def _load(self, page: int) -> None:
        """Reads all versions of a page into memory."""
        if not self._free:
            self._drop()
        row = self._new_row(page)
        self._merge_into(self._rows[row], slice(None), int(self.last[page]))
        self._base[row], self._changed[row] = NO_NUMBER, True

    def _merge_into(self, own: Distances, within: slice, frame: int) -> None:
        """Takes the distances of a frame and of the versions before it, where they are smaller."""
        while frame != NO_NUMBER:
            data = self._frames.frame(frame)
            (frame,) = _BEFORE.unpack_from(data)
            version = np.frombuffer(data, type_of((len(data) - _BEFORE.size) >> self._shift), offset=_BEFORE.size)
            np.minimum(own, converted(version[within], self.dtype), out=own)

    def _framed(self, row: int) -> Frame:
        return framed(_BEFORE.pack(self._base[row]) + self._rows[row].tobytes(), ZSTD_LEVEL)

    def _drop(self) -> None:
        """Writes all pages and drops them."""
        self.write()
        for page in self._owners[self._owners != NO_NUMBER].tolist():
            self._remove(page)

    def _remove(self, page: int) -> None:
        """Removes a page from memory."""
        row = int(self._table[page])
        if row >= 0:
            self._table[page], self._owners[row] = ABSENT, NO_NUMBER
            self._free.append(row)


def page_shift(slots: int, sizes: Sizes = PRODUCTION) -> int:
    """Returns the binary logarithm of the slots of a page in a game with so many slots."""
    return max(sizes.min_entered_bits, (slots // sizes.max_entered_pages).bit_length())


def memory_bytes(slots: int) -> int:
    """Returns the bytes of memory for the tables of pages."""
    entry = np.dtype(np.int32).itemsize * 2 + np.dtype(np.int64).itemsize
    return entry * -(-slots >> page_shift(slots))
