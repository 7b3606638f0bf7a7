"""Records packed by pages, in memory or in files of a directory.

A page is unpacked when it is opened, and packed again if it was changed. In most levels most records are settled: of
Ostle with eight pieces, nine tenths after the twentieth of 110 levels. So a page is split once half of its records are
settled (`retro.solving.splitting_kernels`): the settled records are packed for the last time, the live ones and their
slots apart from them. Opening the page then costs what the live ones take. When many of these are settled, too, the
page is split again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import xxhash
import zstandard
from numpy.typing import NDArray

from retro.solving.record import Records
from retro.solving.stores import SentLevel, Store
from retro.system import machine
from retro.system.errors import WentWrong
from retro.system.page_files import FileStorage, MemoryStorage, PageStorage
from retro.system.ranges import aligned_ranges

ZSTD_LEVEL = 1
"""Compression level of packed pages."""
SPLIT_SHARE, RESPLIT_SHARE = 0.5, 0.6
"""A page is split if at most that share of its records is live, and again if at most that share of those that were."""
WHOLE, SETTLED, GAPS, LIVE = "zst", "settled", "gaps", "live"
"""Pieces of a page: all records; or settled records, the distance of each live slot from the one before, and live
records. Of settled and of live records, the lowest 16 bits of all of them come first."""
OF_SPLIT_PAGE = SETTLED, GAPS, LIVE
OF_PAGE = WHOLE, *OF_SPLIT_PAGE

Words = NDArray[np.uint16]

CONTEXT_BYTES = 2 << 20
"""Memory of a thread's compressor and decompressor."""


class Buffers(NamedTuple):
    """Memory for the open pages of one tile: all records; live ones in rows, and their gaps; settled ones of one page.

    Of each page at most the share SPLIT_SHARE is live, if it is split.
    """

    records: Records
    live: Words
    gaps: Words
    settled: Words

    @classmethod
    def empty(cls, slots: int, page: int, dtype: np.dtype[Any], splitting: bool) -> Buffers:
        """Returns buffers for a tile of ``slots`` slots and pages of at most ``page``, of which no memory is used yet.

        Only if they are for ``splitting`` pages, they can hold live and settled records.
        """
        live, settled, rows = (_half(slots), page, dtype.itemsize // 2) if splitting else (0, 0, 0)
        return cls(np.empty(slots, dtype), *(np.empty(size, np.uint16) for size in (live * rows, live, settled * rows)))


def _half(slots: int) -> int:
    """Returns how many of so many slots of pages are live at most, if the pages are split."""
    return int(SPLIT_SHARE * slots)


def buffer_bytes(slots: int, page: int, dtype: np.dtype[Any], splitting: bool) -> int:
    """Returns the bytes of `Buffers.empty`."""
    return sum(each.nbytes for each in Buffers.empty(slots, page, dtype, splitting))


def packing_bytes(page: int, dtype: np.dtype[Any]) -> int:
    """Returns the bytes that a thread takes to pack a page, besides the buffers."""
    return page * dtype.itemsize + CONTEXT_BYTES


class Page(NamedTuple):
    """An open page: its number, and its slices of the buffers; ``settled`` is shared by all pages of a tile."""

    number: int
    records: Records
    live: Words
    gaps: Words
    settled: Words


class _Codec(threading.local):
    """The compressor and the decompressor of a thread."""

    def __init__(self) -> None:
        self.compressor, self.decompressor = zstandard.ZstdCompressor(ZSTD_LEVEL), zstandard.ZstdDecompressor()


@dataclass(eq=False)
class PackedStore(Store):
    """Records packed by pages.

    directory  has the files of pages; None if they are in memory
    splitting  kernels that split pages, None if pages are never split
    """

    directory: Path | None = None
    splitting: ModuleType | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        machine.return_large_arrays()  # there is little memory, or records would not be packed
        self._storage: PageStorage = MemoryStorage() if self.directory is None else FileStorage(self.directory)
        self._kernels: Any = self.splitting
        self._live_counts: dict[int, int] = {}
        """Live records of each page that is split."""
        self._codec, self._free_buffers = _Codec(), list[Buffers]()
        self._unpacked, self._closing = dict[int, Records](), ExitStack()
        """Tiles that are left open, and what closes them."""

    @property
    def held(self) -> int:
        return self._storage.held

    @property
    def written(self) -> int:
        return self._storage.written

    def leave_open(self, tiles: Iterable[int]) -> None:
        self._unpacked.clear()
        self._closing.close()
        for tile in tiles:
            slots = tile << self.bits, min((tile + 1) << self.bits, len(self))
            self._unpacked[tile] = self._closing.enter_context(self._open(*slots, self._unpack, self._close))

    def _left_open(self, start: int, stop: int) -> Records | None:
        """Returns the records of slots of one tile, None if it was not left open."""
        tile, base = start >> self.bits, start >> self.bits << self.bits
        return self._unpacked[tile][start - base : stop - base] if tile in self._unpacked else None

    def opened(self, start: int, stop: int) -> AbstractContextManager[Records]:
        records = self._left_open(start, stop)
        return self._open(start, stop, self._unpack, self._close) if records is None else nullcontext(records)

    def live(self, start: int, stop: int, sent_level: SentLevel | None = None) -> AbstractContextManager[Records]:
        if self.splitting is None:
            return self.opened(start, stop)
        return self._open(start, stop, self._unpack_live, partial(self._close_live, sent_level))

    def read(self, start: int, stop: int) -> Records:
        result = np.empty(stop - start, self.dtype)
        for first, last in aligned_ranges(start, stop, self.page):
            left_open = self._left_open(first, last)
            opened = self._open(first, last, self._unpack, self._reset)
            with opened if left_open is None else nullcontext(left_open) as records:
                result[first - start : last - start] = records
        return result

    def clear(self) -> None:
        self._storage.clear()

    def free_buffers(self) -> None:
        self._free_buffers.clear()

    def discard(self, number: int) -> None:
        self._live_counts.pop(number, None)
        for piece in OF_PAGE:
            if (number, piece) in self._storage:  # a page that was never opened is not stored
                self._storage.remove((number, piece))

    @contextmanager
    def _open(
        self, start: int, stop: int, unpack: Callable[[Page], int], close: Callable[[Page, int], None]
    ) -> Iterator[Records]:
        """Yields the records of slots start..stop-1; ``close`` gets each of their pages and what ``unpack`` returned.

        If pages can be split, all records are ASIDE before that and after it.
        """
        numbers = range(start // self.page, (stop - 1) // self.page + 1)
        base = self.pages[numbers[0]][0]
        try:  # the system would fill newly allocated memory with zeros each time
            buffers = self._free_buffers.pop()
        except IndexError:
            slots, size = (min(each, len(self)) for each in (1 << self.bits, self.page))
            buffers = Buffers.empty(slots, size, self.dtype, self.splitting is not None)
            if self.splitting is not None:
                buffers.records.fill(self._kernels.ASIDE)
        records, live, gaps, settled = buffers
        pages, rows = [], self.dtype.itemsize // 2
        for number in numbers:
            first, last = (slot - base for slot in self.pages[number])
            begin, end = _half(first), _half(last)
            pages.append(Page(number, records[first:last], live[begin * rows : end * rows], gaps[begin:end], settled))
        unpacked = [unpack(page) for page in pages]
        yield records[start - base : stop - base]
        for page, checksum in zip(pages, unpacked, strict=True):
            close(page, checksum)
        self._free_buffers.append(buffers)

    def _unpack(self, page: Page) -> int:
        """Unpacks all records of a page. Returns their checksum."""
        if page.number in self._live_counts:
            self._unpack_live(page)
            self._restore_settled(page)
        elif (page.number, WHOLE) in self._storage:
            self._load(page.number, WHOLE, page.records)
        elif self.blank is not None:
            page.records[:] = self.blank
        return _checksum(page)

    def _unpack_live(self, page: Page) -> int:
        """Unpacks the live records of a split page, all records of another one. Returns the checksum of the latter."""
        if page.number not in self._live_counts:
            return self._unpack(page)
        gaps, live = self._live_of(page)
        self._load(page.number, GAPS, gaps)
        self._load(page.number, LIVE, live)
        if not self._kernels.spread(page.records, gaps, live):
            raise _damaged(page.number)
        return 0

    def _close(self, page: Page, checksum: int) -> None:
        """Packs all records of a page, unless they are packed so already."""
        if page.number in self._live_counts:
            self.discard(page.number)
        if (page.number, WHOLE) not in self._storage or _checksum(page) != checksum:
            self._pack(page.number, WHOLE, page.records)
        self._reset(page)

    def _close_live(self, sent_level: SentLevel | None, page: Page, checksum: int) -> None:
        """Packs the live records of a split page, all of another one; splits either if enough of them are settled."""
        level = 0 if sent_level is None else sent_level()
        if page.number in self._live_counts:
            gaps, live = self._live_of(page)
            changed, count = self._kernels.gather(page.records, gaps, live, level)
            if sent_level is None or count > RESPLIT_SHARE * len(gaps):
                if changed:
                    self._pack(page.number, LIVE, live)
                return
            self._restore_settled(page)
            self._kernels.spread(page.records, gaps, live)
            self._split(page, count, level)
        elif sent_level is None or (count := self._kernels.count_live(page.records, level)) > _half(len(page.records)):
            self._close(page, checksum)
        else:
            self.discard(page.number)
            self._split(page, count, level)
        self._reset(page)

    def _split(self, page: Page, count: int, level: int) -> None:
        """Packs settled records and ``count`` live ones apart."""
        self._live_counts[page.number] = count
        (gaps, live), settled = self._live_of(page), self._settled_of(page)
        self._kernels.split(page.records, level, gaps, live, settled)
        self._pack(page.number, SETTLED, settled)
        self._pack(page.number, GAPS, gaps)
        self._pack(page.number, LIVE, live)

    def _live_of(self, page: Page) -> tuple[Words, Words]:
        """Returns the buffers for the gaps and the live records of a split page."""
        count = self._live_counts[page.number]
        return page.gaps[:count], self._rows(page.live, count)

    def _settled_of(self, page: Page) -> Words:
        """Returns the buffer for the settled records of a split page."""
        return self._rows(page.settled, len(page.records) - self._live_counts[page.number])

    def _rows(self, buffer: Words, count: int) -> Words:
        """Returns the beginning of a buffer as rows of ``count`` records."""
        rows: Words = buffer[: count * self.dtype.itemsize // 2].reshape(-1, count)
        return rows

    def _restore_settled(self, page: Page) -> None:
        """Unpacks the settled records of a split page, whose gaps were unpacked before."""
        settled = self._settled_of(page)
        self._load(page.number, SETTLED, settled)
        if not self._kernels.restore_settled(page.records, self._live_of(page)[0], settled):
            raise _damaged(page.number)

    def _reset(self, page: Page, checksum: int = 0) -> None:
        if self.splitting is not None:
            page.records[:] = self._kernels.ASIDE

    def _load(self, number: int, piece: str, target: NDArray[Any]) -> None:
        try:
            with self._codec.decompressor.stream_reader(self._storage.get((number, piece))) as plain:
                missing = target.nbytes - plain.readinto(target.reshape(-1).view(np.uint8).data)
        except zstandard.ZstdError:
            missing = target.nbytes
        if missing:
            raise _damaged(number)

    def _pack(self, number: int, piece: str, source: NDArray[Any]) -> None:
        self._storage.put((number, piece), self._codec.compressor.compress(source.data))


def _checksum(page: Page) -> int:
    """Returns a checksum of the records: a page whose records have not changed is not packed again."""
    return xxhash.xxh3_64_intdigest(page.records.data)


def _damaged(number: int) -> WentWrong:
    return WentWrong(f"packed page {number} of the records is damaged; test the memory and the disk")
