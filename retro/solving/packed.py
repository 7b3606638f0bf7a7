"""Records packed by pages, in memory or in files of a directory.

A page is unpacked when it is opened, and packed again if it was changed. In most levels most records are settled: of
Ostle with eight pieces, nine tenths after the twentieth of 110 levels. So a page is split once half of its records are
settled (`retro.solving.splitting_kernels`): the settled records are packed for the last time, the live ones and their
slots apart from them. Opening the page then costs what the live ones take. When many of these are settled, too, the
page is split again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
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
from retro.system.sizes import PRODUCTION, Sizes

ZSTD_LEVEL = 1
"""Compression level of packed pages."""
SPLIT_SHARE, RESPLIT_SHARE = 0.5, 0.6
"""A page is split if at most that share of its records is live, and again if at most that share of those that were."""
WHOLE, SETTLED, GAPS, LIVE = "zst", "settled", "gaps", "live"
"""Pieces of a page: all records; or settled records in planes, the distance of each live slot from the one before, and
live records, the lowest 16 bits of all of them first: these are a count and a sum of codes, which hardly shrink."""
OF_SPLIT_PAGE = SETTLED, GAPS, LIVE
OF_PAGE = WHOLE, *OF_SPLIT_PAGE

Words = NDArray[np.uint16]
Bytes = NDArray[np.uint8]


MORE_PLANES = 3
"""A page has at most so many planes more than a record has bytes: each of four fields may begin one."""
CONTEXT_BYTES = 2 << 20
"""Memory of a thread's compressor and decompressor."""


class Buffers(NamedTuple):
    """Memory for the open pages of one tile: all records; live records in rows, and their gaps; planes of one page.

    Of each page at most the share SPLIT_SHARE is live, if it is split.
    """

    records: Records
    live: Words
    gaps: Words
    planes: Bytes

    @classmethod
    def empty(cls, slots: int, page: int, dtype: np.dtype[Any], splitting: bool) -> Buffers:
        """Returns buffers for a tile of ``slots`` slots and pages of at most ``page``, of which no memory is used yet.

        Only if they are for ``splitting`` pages, they can hold live records and planes.
        """
        live, planes = (_half(slots), (dtype.itemsize + MORE_PLANES) * page) if splitting else (0, 0)
        return cls(
            np.empty(slots, dtype),
            np.empty((live, dtype.itemsize // 2), np.uint16),
            np.empty(live, np.uint16),
            np.empty(planes, np.uint8),
        )


def _half(slots: int) -> int:
    """Returns how many of so many slots of pages are live at most, if the pages are split."""
    return int(SPLIT_SHARE * slots)


def buffer_bytes(slots: int, page: int, dtype: np.dtype[Any], splitting: bool) -> int:
    """Returns the bytes of `Buffers.empty`."""
    return sum(each.nbytes for each in Buffers.empty(slots, page, dtype, splitting))


def packing_bytes(page: int, dtype: np.dtype[Any]) -> int:
    """Returns the bytes that a thread takes to pack a page, besides the buffers."""
    return page * (dtype.itemsize + MORE_PLANES) + CONTEXT_BYTES


class Page(NamedTuple):
    """An open page: its number, and its slices of the buffers; the planes are shared by all pages of a tile."""

    number: int
    records: Records
    live: Words
    gaps: Words
    planes: Bytes


class PackedStore(Store):
    """Records packed by pages; ``splitting`` has the kernels that split pages, None if pages are never split."""

    def __init__(
        self,
        slots: int,
        dtype: np.dtype[Any],
        blank: int | None = None,
        bits: int | None = None,
        directory: Path | None = None,
        splitting: ModuleType | None = None,
        sizes: Sizes = PRODUCTION,
    ) -> None:
        super().__init__(slots, dtype, blank, bits, sizes)
        machine.return_large_arrays()  # there is little memory, or records would not be packed
        self._storage: PageStorage = MemoryStorage() if directory is None else FileStorage(directory)
        self._splitting = splitting
        self._live_counts: dict[int, int] = {}
        """Live records of each page that is split."""
        self._local = threading.local()
        self._free_buffers: list[Buffers] = []
        self._open, self._closing = dict[int, Records](), ExitStack()
        """Tiles that are left open, and what closes them."""

    @property
    def held(self) -> int:
        return self._storage.held

    @property
    def written(self) -> int:
        return self._storage.written

    def leave_open(self, tiles: Iterable[int]) -> None:
        self._open.clear()
        self._closing.close()
        for tile in tiles:
            slots = tile << self.bits, min((tile + 1) << self.bits, len(self))
            self._open[tile] = self._closing.enter_context(self._opened(*slots))

    def _left_open(self, start: int, stop: int) -> Records | None:
        """Returns the records of slots of one tile, None if it was not left open."""
        tile, base = start >> self.bits, start >> self.bits << self.bits
        return self._open[tile][start - base : stop - base] if tile in self._open else None

    def opened(self, start: int, stop: int) -> AbstractContextManager[Records]:
        records = self._left_open(start, stop)
        return self._opened(start, stop) if records is None else nullcontext(records)

    @contextmanager
    def _opened(self, start: int, stop: int) -> Iterator[Records]:
        with self._buffers(start, stop) as (records, base, pages):
            before = [self._unpack(page) for page in pages]
            yield records[start - base : stop - base]
            for page, checksum in zip(pages, before, strict=True):
                number = page.number
                stored = number not in self._live_counts and (number, WHOLE) in self._storage
                if not stored or _checksum(page) != checksum:
                    self._pack(number, WHOLE, page.records)
                if self._live_counts.pop(number, None) is not None:
                    for piece in OF_SPLIT_PAGE:
                        self._storage.remove((number, piece))
                self._reset(page)

    def live(self, start: int, stop: int, sent_level: SentLevel | None = None) -> AbstractContextManager[Records]:
        if self._splitting is None:
            return self.opened(start, stop)
        return self._opened_live(start, stop, sent_level, self._splitting)

    @contextmanager
    def _opened_live(
        self, start: int, stop: int, sent_level: SentLevel | None, splitting: ModuleType
    ) -> Iterator[Records]:
        with self._buffers(start, stop) as (records, base, pages):
            before = [self._unpack_live(page, splitting) for page in pages]
            yield records[start - base : stop - base]
            for page, checksum in zip(pages, before, strict=True):
                if page.number in self._live_counts:
                    self._close_split(page, sent_level, splitting)
                else:
                    self._close_whole(page, checksum, sent_level, splitting)

    def _unpack_live(self, page: Page, splitting: ModuleType) -> int:
        """Unpacks the live records of a split page, all records of another one. Returns the checksum of the latter."""
        if page.number not in self._live_counts:
            return self._unpack(page)
        self._spread_live(page, splitting)
        return 0

    def _close_whole(self, page: Page, checksum: int, sent_level: SentLevel | None, splitting: ModuleType) -> None:
        """Packs a page that is not split, or splits it if enough of its records are settled."""
        limit = SPLIT_SHARE * len(page.records)
        if sent_level is not None and (count := splitting.count_live(page.records, sent_level())) <= limit:
            self._storage.remove((page.number, WHOLE))
            self._split(page, count, sent_level(), splitting)
        elif _checksum(page) != checksum:
            self._pack(page.number, WHOLE, page.records)
        self._reset(page)

    def _close_split(self, page: Page, sent_level: SentLevel | None, splitting: ModuleType) -> None:
        """Packs the live records of a split page, or splits it again if enough of these are settled."""
        gaps, live = self._live_of(page)
        level = 0 if sent_level is None else sent_level()
        changed, count = splitting.gather(page.records, gaps, live, level)
        if sent_level is not None and count <= RESPLIT_SHARE * len(gaps):
            self._restore_settled(page, splitting)
            splitting.spread(page.records, gaps, live)
            self._split(page, count, level, splitting)
            self._reset(page)
        elif changed:
            self._pack(page.number, LIVE, live)

    def _split(self, page: Page, count: int, level: int, splitting: ModuleType) -> None:
        """Packs settled records and ``count`` live ones apart."""
        self._live_counts[page.number] = count
        (gaps, live), planes = self._live_of(page), self._planes(page, splitting)
        splitting.split(page.records, level, gaps, live, planes)
        self._pack(page.number, SETTLED, planes)
        self._pack(page.number, GAPS, gaps)
        self._pack(page.number, LIVE, live)

    def _live_of(self, page: Page) -> tuple[Words, Words]:
        """Returns the buffers for the gaps and the live records of a split page."""
        count = self._live_counts[page.number]
        live: Words = page.live.reshape(-1)[: count * self.dtype.itemsize // 2].reshape(-1, count)
        return page.gaps[:count], live

    def _planes(self, page: Page, splitting: ModuleType) -> Bytes:
        """Returns the buffer for the settled records of a split page."""
        count = len(page.records) - self._live_counts[page.number]
        planes: Bytes = page.planes[: splitting.PLANES * count].reshape(splitting.PLANES, count)
        return planes

    def _restore_settled(self, page: Page, splitting: ModuleType) -> None:
        """Unpacks the settled records of a split page, whose gaps were unpacked before."""
        planes = self._planes(page, splitting)
        self._load(page.number, SETTLED, planes)
        if not splitting.restore_settled(page.records, self._live_of(page)[0], planes):
            raise _damaged(page.number)

    def read(self, start: int, stop: int) -> Records:
        result = np.empty(stop - start, self.dtype)
        for number in range(start // self.page, -(-stop // self.page)):
            page_start, page_stop = self.pages[number]
            first, last = max(start, page_start), min(stop, page_stop)
            target = result[first - start : last - start]
            if (records := self._left_open(first, last)) is not None:
                target[:] = records
                continue
            if len(target) == page_stop - page_start and (number, WHOLE) in self._storage:
                self._load(number, WHOLE, target)
                continue
            with self._buffers(first, last) as (records, base, [page]):
                self._unpack(page)
                target[:] = records[first - base : last - base]
                self._reset(page)
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
    def _buffers(self, start: int, stop: int) -> Iterator[tuple[Records, int, list[Page]]]:
        """Lends buffers for the pages of slots start..stop-1: an array of all records, its first slot, and the pages.

        If pages can be split, all records are ASIDE at first. The block must restore that (`_reset`).
        """
        numbers = range(start // self.page, (stop - 1) // self.page + 1)
        base = self.pages[numbers[0]][0]
        try:  # the system would fill newly allocated memory with zeros each time
            buffers = self._free_buffers.pop()
        except IndexError:
            slots, page = (min(size, len(self)) for size in (1 << self.bits, self.page))
            buffers = Buffers.empty(slots, page, self.dtype, self._splitting is not None)
            if self._splitting is not None:
                buffers.records.fill(self._splitting.ASIDE)
        records, live, gaps, planes = buffers
        pages = []
        for number in numbers:
            first, last = (slot - base for slot in self.pages[number])
            half = slice(_half(first), _half(last))
            pages.append(Page(number, records[first:last], live[half], gaps[half], planes))
        yield records, base, pages
        self._free_buffers.append(buffers)

    def _reset(self, page: Page) -> None:
        if self._splitting is not None:
            page.records[:] = self._splitting.ASIDE

    def _unpack(self, page: Page) -> int:
        """Unpacks all records of a page. Returns their checksum."""
        if page.number in self._live_counts and self._splitting is not None:
            self._spread_live(page, self._splitting)
            self._restore_settled(page, self._splitting)
        elif (page.number, WHOLE) in self._storage:
            self._load(page.number, WHOLE, page.records)
        elif self.blank is not None:
            page.records[:] = self.blank
        return _checksum(page)

    def _spread_live(self, page: Page, splitting: ModuleType) -> None:
        """Unpacks the live records of a split page to their slots."""
        gaps, live = self._live_of(page)
        self._load(page.number, GAPS, gaps)
        self._load(page.number, LIVE, live)
        if not splitting.spread(page.records, gaps, live):
            raise _damaged(page.number)

    def _load(self, number: int, piece: str, target: NDArray[Any]) -> None:
        try:
            with self._decompressor.stream_reader(self._storage.get((number, piece))) as plain:
                missing = target.nbytes - plain.readinto(target.reshape(-1).view(np.uint8).data)
        except zstandard.ZstdError:
            missing = target.nbytes
        if missing:
            raise _damaged(number)

    def _pack(self, number: int, piece: str, source: NDArray[Any]) -> None:
        self._storage.put((number, piece), self._compressor.compress(source.data))

    @property
    def _compressor(self) -> zstandard.ZstdCompressor:
        if not hasattr(self._local, "compressor"):
            self._local.compressor = zstandard.ZstdCompressor(ZSTD_LEVEL)
        compressor: zstandard.ZstdCompressor = self._local.compressor
        return compressor

    @property
    def _decompressor(self) -> zstandard.ZstdDecompressor:
        if not hasattr(self._local, "decompressor"):
            self._local.decompressor = zstandard.ZstdDecompressor()
        decompressor: zstandard.ZstdDecompressor = self._local.decompressor
        return decompressor


def _checksum(page: Page) -> int:
    """Returns a checksum of the records: a page whose records have not changed is not packed again."""
    return xxhash.xxh3_64_intdigest(page.records.data)


def _damaged(number: int) -> WentWrong:
    return WentWrong(f"packed page {number} of the records is damaged; test the memory and the disk")
