"""Records packed by pages, in memory or in files of a directory.

A page is unpacked when somebody opens it, and packed again if that has changed it. In most levels most records are
settled: with eight pieces of Ostle nine tenths after the twentieth of 110. So a page is parted once half of its
records are (`retro.solving.splitting_kernels`). The settled ones are packed for the last time, the live ones apart, and
where those are as well: then a visit costs what the live ones take. When many of these are settled, too, the page is
parted anew.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import xxhash
import zstandard
from numpy.typing import NDArray

from retro.game.rules import IndexedRules
from retro.solving.page_files import Files, Memory, Places
from retro.solving.record import Records
from retro.solving.stores import Store, Told
from retro.system.errors import WentWrong
from retro.system.ranges import aligned_ranges

LEVEL = 1
"""zstd level of packed pages."""
PARTED, AGAIN = 0.5, 0.6
"""A page is parted if at most that share of its records is live, and again, if of those that were."""
WHOLE, SETTLED, GAPS, LIVE = "zst", "settled", "gaps", "live"
"""What there is of a page: all records; or settled ones in planes, how far each live slot is from the one before, and
live records, the lowest 16 bits of all of them first: these are a count and a sum of codes, which hardly shrink."""
OF_PARTED = SETTLED, GAPS, LIVE
OF_PAGE = WHOLE, *OF_PARTED

Words = NDArray[np.uint16]
Bytes = NDArray[np.uint8]


class Room(NamedTuple):
    """Room for pages: all records; live ones, in rows, and their gaps; settled ones, in planes."""

    records: Records
    live: Words
    gaps: Words
    planes: Bytes


class Page(NamedTuple):
    """A page that is open: its number, and its part of the room; planes are there for one page at a time."""

    number: int
    records: Records
    live: Words
    gaps: Words
    planes: Bytes


class Packed(Store):
    """Records packed by pages; pages are parted if kernels for that are given."""

    def __init__(
        self,
        rules: IndexedRules,
        dtype: np.dtype[Any],
        blank: int | None = None,
        bits: int | None = None,
        directory: Path | None = None,
        parting: ModuleType | None = None,
    ) -> None:
        super().__init__(rules, dtype, blank, bits)
        self._places: Places = Memory() if directory is None else Files(directory)
        self._parting = parting
        self._parted: dict[int, int] = {}
        """Pages that are parted, and how many of their records are live."""
        self._local = threading.local()
        self._rooms: list[Room] = []

    @property
    def held(self) -> int:
        return self._places.held

    @property
    def written(self) -> int:
        return self._places.written

    @contextmanager
    def opened(self, start: int, stop: int) -> Iterator[Records]:
        with self._room(start, stop) as (records, base, pages):
            before = [self._unpack(page) for page in pages]
            yield records[start - base : stop - base]
            for page, state in zip(pages, before, strict=True):
                number = page.number
                if number in self._parted or _state(page) != state or (number, WHOLE) not in self._places:
                    self._place(number, WHOLE, page.records)
                if self._parted.pop(number, None) is not None:
                    for what in OF_PARTED:
                        self._places.remove((number, what))
                self._put_aside(page)

    def live(self, start: int, stop: int, told: Told | None = None) -> AbstractContextManager[Records]:
        if self._parting is None:
            return self.opened(start, stop)
        return self._opened_live(start, stop, told, self._parting)

    @contextmanager
    def _opened_live(self, start: int, stop: int, told: Told | None, parting: ModuleType) -> Iterator[Records]:
        with self._room(start, stop) as (records, base, pages):
            before = [self._unpack_live(page, parting) for page in pages]
            yield records[start - base : stop - base]
            for page, state in zip(pages, before, strict=True):
                if page.number in self._parted:
                    self._close_parted(page, told, parting)
                else:
                    self._close(page, state, told, parting)

    def _unpack_live(self, page: Page, parting: ModuleType) -> int:
        """Live records, or all, if it is not parted; their state then."""
        if page.number not in self._parted:
            return self._unpack(page)
        self._spread_live(page, parting)
        return 0

    def _close(self, page: Page, state: int, told: Told | None, parting: ModuleType) -> None:
        """Pack a page that is whole, and part it if it is time."""
        most = PARTED * len(page.records)
        if told is not None and (many := parting.count_live(page.records, told())) <= most:
            self._places.remove((page.number, WHOLE))
            self._part(page, many, told(), parting)
        elif _state(page) != state:
            self._place(page.number, WHOLE, page.records)
        self._put_aside(page)

    def _close_parted(self, page: Page, told: Told | None, parting: ModuleType) -> None:
        """Pack a page that is parted, and part it again if it is time."""
        gaps, live = self._apart(page)
        level = 0 if told is None else told()
        changed, many = parting.gather(page.records, gaps, live, level)
        if told is not None and many <= AGAIN * len(gaps):
            self._fill_in(page, parting)
            parting.spread(page.records, gaps, live)
            self._part(page, many, level, parting)
            self._put_aside(page)
        elif changed:
            self._place(page.number, LIVE, live)

    def _part(self, page: Page, many: int, level: int, parting: ModuleType) -> None:
        """Pack settled and live records apart, so many of these."""
        self._parted[page.number] = many
        (gaps, live), planes = self._apart(page), self._planes(page, parting)
        parting.part(page.records, level, gaps, live, planes)
        self._place(page.number, SETTLED, planes)
        self._place(page.number, GAPS, gaps)
        self._place(page.number, LIVE, live)

    def _apart(self, page: Page) -> tuple[Words, Words]:
        """Of a page that is parted, gaps and live records."""
        many = self._parted[page.number]
        live: Words = page.live.reshape(-1)[: many * self.dtype.itemsize // 2].reshape(-1, many)
        return page.gaps[:many], live

    def _planes(self, page: Page, parting: ModuleType) -> Bytes:
        """Where settled records are while they are packed."""
        count = len(page.records) - self._parted[page.number]
        planes: Bytes = page.planes[: parting.PLANES * count].reshape(parting.PLANES, count)
        return planes

    def _fill_in(self, page: Page, parting: ModuleType) -> None:
        """All records but the live ones, whose gaps are there."""
        planes = self._planes(page, parting)
        self._load(page.number, SETTLED, planes)
        if not parting.fill_in(page.records, self._apart(page)[0], planes):
            raise _damaged(page.number)

    def read(self, start: int, stop: int) -> Records:
        found = np.empty(stop - start, self.dtype)
        for first, last in aligned_ranges(start, stop, 1 << self.bits):
            with self._room(first, last) as (records, base, pages):
                for page in pages:
                    self._unpack(page)
                found[first - start : last - start] = records[first - base : last - base]
                for page in pages:
                    self._put_aside(page)
        return found

    @contextmanager
    def _room(self, start: int, stop: int) -> Iterator[tuple[Records, int, list[Page]]]:
        """Room for the pages of some slots: for all records, from which slot on that is, and for each page.

        Records are put aside there, and have to be so in the end.
        """
        numbers = self._numbers(start, stop)
        base = self.pages[numbers[0]][0]
        try:  # memory asked for anew would be filled with zeros each time
            room = self._rooms.pop()
        except IndexError:
            size, kernels = 1 << self.bits, self._parting
            apart, planes, aside = (0, 0, 0) if kernels is None else (size, kernels.PLANES, kernels.ASIDE)
            room = Room(
                np.full(size, aside, self.dtype),
                np.empty((apart, self.dtype.itemsize // 2), np.uint16),
                np.empty(apart, np.uint16),
                np.empty(planes * self.page, np.uint8),
            )
        within = [slice(*(slot - base for slot in self.pages[number])) for number in numbers]
        records, live, gaps, planes = room
        pages = [Page(n, records[w], live[w], gaps[w], planes) for n, w in zip(numbers, within, strict=True)]
        yield records, base, pages
        self._rooms.append(room)

    def _put_aside(self, page: Page) -> None:
        if self._parting is not None:
            page.records[:] = self._parting.ASIDE

    def _unpack(self, page: Page) -> int:
        """All records of a page; their state."""
        if page.number in self._parted and self._parting is not None:
            self._spread_live(page, self._parting)
            self._fill_in(page, self._parting)
        elif (page.number, WHOLE) in self._places:
            self._load(page.number, WHOLE, page.records)
        elif self.blank is not None:
            page.records[:] = self.blank
        return _state(page)

    def _spread_live(self, page: Page, parting: ModuleType) -> None:
        """The live records of a page that is parted, in their places."""
        gaps, live = self._apart(page)
        self._load(page.number, GAPS, gaps)
        self._load(page.number, LIVE, live)
        if not parting.spread(page.records, gaps, live):
            raise _damaged(page.number)

    def _load(self, number: int, what: str, into: NDArray[Any]) -> None:
        try:
            with self._unpacker.stream_reader(self._places.get((number, what))) as plain:
                missing = into.nbytes - plain.readinto(into.reshape(-1).view(np.uint8).data)
        except zstandard.ZstdError:
            missing = into.nbytes
        if missing:
            raise _damaged(number)

    def _place(self, number: int, what: str, of: NDArray[Any]) -> None:
        self._places.put((number, what), self._packer.compress(of.data))

    def _numbers(self, start: int, stop: int) -> range:
        return range(start // self.page, (stop - 1) // self.page + 1)

    @property
    def _packer(self) -> zstandard.ZstdCompressor:
        if not hasattr(self._local, "packer"):
            self._local.packer = zstandard.ZstdCompressor(LEVEL)
        packer: zstandard.ZstdCompressor = self._local.packer
        return packer

    @property
    def _unpacker(self) -> zstandard.ZstdDecompressor:
        if not hasattr(self._local, "unpacker"):
            self._local.unpacker = zstandard.ZstdDecompressor()
        unpacker: zstandard.ZstdDecompressor = self._local.unpacker
        return unpacker


def _state(page: Page) -> int:
    """The same if the records are: what nobody has changed is not packed again."""
    return xxhash.xxh3_64_intdigest(page.records.data)


def _damaged(number: int) -> WentWrong:
    return WentWrong(f"packed page {number} of the records is damaged; test the memory and the disk")
