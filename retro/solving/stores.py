"""Stores: records by slot while a game is solved, in tiles and pages. The plain store has them in memory as they are.

The distances of a search from the start (`retro.reach.reach`) are records to a store, too. A tile is 2**bits
neighbouring slots; a page is a piece of a tile that is read and written by itself. A caller opens slots of a tile,
changes their records and closes them again; no other thread has the same pages open meanwhile. A store has memory only
for what was opened, so each of several shards may have a store for its own tiles.
"""

from __future__ import annotations

import mmap
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.solving.record import Records
from retro.system.ranges import aligned_ranges
from retro.system.sizes import PRODUCTION, Sizes

TILE_BITS = 22
"""Records of a tile fit into the caches of a processor: 16 MiB of Ostle."""

SentLevel = Callable[[], int]
"""Returns the last level whose updates have all been sent."""


def tile_bits(slots: int, sizes: Sizes = PRODUCTION) -> int:
    """Returns the binary logarithm of the slots of a tile, where records have so many slots."""
    return min(TILE_BITS, max(sizes.min_tile_bits, (slots // sizes.tiles).bit_length()))


@dataclass(eq=False)
class RecordPages(ABC):
    """Records by slot, which can be saved and restored page by page (`retro.system.checkpointing.PagedArray`).

    slots  number of records
    dtype  type of a record
    blank  record of slots that were never opened; if None, these have no particular record
    bits   binary logarithm of the slots of a tile, by default `tile_bits`
    sizes  of tiles and pages, and of the tasks of those who open them
    page   slots of a page
    pages  slots of each page
    """

    slots: int
    dtype: np.dtype[Any]
    blank: int | None = None
    bits: int = 0
    sizes: Sizes = PRODUCTION

    def __post_init__(self) -> None:
        self.bits = self.bits or tile_bits(self.slots, self.sizes)
        self.page = 1 << min(self.sizes.page_bits, self.bits)
        self.pages = aligned_ranges(0, self.slots, self.page)
        self.shape: tuple[int, ...] = (self.slots,)

    @abstractmethod
    def read(self, start: int, stop: int) -> Records:
        """Returns the records of slots start..stop-1, which the caller must not change."""

    def __len__(self) -> int:
        return self.slots

    def __getitem__(self, slots: slice) -> Records:
        start, stop, _ = slots.indices(len(self))
        return self.read(start, stop)

    @property
    def page_bytes(self) -> list[int]:
        """Bytes of each page."""
        return [(stop - start) * self.dtype.itemsize for start, stop in self.pages]

    def read_page(self, number: int) -> NDArray[np.uint8]:
        """Returns the bytes of a page."""
        return self.read(*self.pages[number]).view(np.uint8)

    @abstractmethod
    def fill_page(self, number: int, data: bytes) -> None:
        """Restores a page."""

    def blocks(self, function: Callable[[Records], Any], size: int) -> Iterator[Any] | None:
        """See `retro.system.checkpointing.PagedArray`."""
        return None


class Store(RecordPages):
    """Records of this process, which can be changed."""

    @property
    def held(self) -> int:
        """Bytes of packed records in memory."""
        return 0

    @property
    def written(self) -> int:
        """Bytes written to disk so far."""
        return 0

    @abstractmethod
    def opened(self, start: int, stop: int) -> AbstractContextManager[Records]:
        """Opens slots start..stop-1 of one tile; the caller may change their records."""

    def live(self, start: int, stop: int, sent_level: SentLevel | None = None) -> AbstractContextManager[Records]:
        """Opens whole pages for a caller that uses live records only.

        A settled record may appear as another settled one.

        When the pages are closed, a store may split off the records that are settled at ``sent_level()``.
        """
        return self.opened(start, stop)

    def leave_open(self, tiles: Iterable[int]) -> None:
        """Packs these tiles only when others are left open, however often they are opened; closes those before them."""

    @abstractmethod
    def discard(self, number: int) -> None:
        """Discards a page, which is not used any more; pages are discarded in order."""

    def move(self, pages: Iterable[int], other: Store, convert: Callable[[Records], Records]) -> None:
        """Moves the records of ``pages``, which are in order, to another store, after converting them."""
        for number in pages:
            start, stop = self.pages[number]
            converted = convert(self.read(start, stop))
            self.discard(number)
            with other.opened(start, stop) as records:
                records[:] = converted

    def clear(self) -> None:
        """Deletes all records, which are not used any more."""

    def free_buffers(self) -> None:
        """Frees memory in which pages were opened; the next ones that are opened take new memory."""

    def fill_page(self, number: int, data: bytes) -> None:
        with self.opened(*self.pages[number]) as records:
            records[:] = np.frombuffer(data, self.dtype)


class Plain(Store):
    """Records as they are, in one array, of which the system provides memory where records are written.

    Kernels can look records of any slot up in ``records``, once all tiles were opened.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        size = max(1, self.slots) * self.dtype.itemsize
        # private: the system has no large pages for memory that processes could share
        self._memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        if hasattr(mmap, "MADV_HUGEPAGE"):  # of Linux: random access to large pages of memory takes less time
            self._memory.madvise(mmap.MADV_HUGEPAGE)
        self.records: Records = np.frombuffer(self._memory, self.dtype, self.slots)
        self._new, self._opening = set(range(-(-self.slots >> self.bits))), threading.Lock()
        """Tiles whose records are not blank yet."""

    def opened(self, start: int, stop: int) -> AbstractContextManager[Records]:
        tile = start >> self.bits
        if self.blank and tile in self._new:
            with self._opening:
                if tile in self._new:
                    self.records[tile << self.bits : (tile + 1) << self.bits] = self.blank
                    self._new.remove(tile)
        return nullcontext(self.records[start:stop])

    def read(self, start: int, stop: int) -> Records:
        for first, last in aligned_ranges(start, stop, 1 << self.bits):
            self.opened(first, last)
        return self.records[start:stop]

    def discard(self, number: int) -> None:
        start, stop = (slot * self.dtype.itemsize for slot in self.pages[number])
        first, last = -(-start // mmap.PAGESIZE) * mmap.PAGESIZE, stop // mmap.PAGESIZE * mmap.PAGESIZE
        if hasattr(mmap, "MADV_DONTNEED") and first < last:
            self._memory.madvise(mmap.MADV_DONTNEED, first, last - first)
