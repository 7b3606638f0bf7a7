"""Records packed by pages, in memory or in files of a directory.

A page is unpacked when somebody opens it, and packed again if that has changed it. In most levels most records are
settled: with eight pieces of Ostle nine tenths after the twentieth of 110. So a page is parted once half of its
records are (`retro.solving.parting_kernels`). The settled ones are packed for the last time, the live ones apart, and
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

from retro.game import WentWrong
from retro.rules import IndexedRules
from retro.solving.places import Files, Memory, Places
from retro.solving.record import Records
from retro.solving.stores import Store, Told, spans

LEVEL = 1
"""zstd level of packed pages."""
PARTED, AGAIN = 0.5, 0.6
"""A page is parted if at most that share of its records is live, and again, if of those that were."""
WHOLE, GAPS, LOW, HIGH = "zst", "gaps", "low", "high"
"""What there is of a page: records, all or settled ones (zeros stand for the others then); how far each live slot is
from the one before; the lowest 16 bits of their records, and the others. The lowest are as they are: packing them saves
little and takes long."""
OF_PAGE = WHOLE, GAPS, LOW, HIGH

Words = NDArray[np.uint16]


class Page(NamedTuple):
    """Room for a page: its number, all records, and live ones with their gaps and all of their bits but the lowest."""

    number: int
    records: Records
    live: Records
    gaps: Words
    high: Words


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
        self._rooms: list[tuple[Records, Records, Words, Words]] = []

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
                    for what in (GAPS, LOW, HIGH):
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
        if told is not None and parting.count_live(page.records, told()) <= PARTED * len(page.records):
            self._part(page, told(), parting)
        elif _state(page) != state:
            self._place(page.number, WHOLE, page.records)
        self._put_aside(page)

    def _close_parted(self, page: Page, told: Told | None, parting: ModuleType) -> None:
        """Pack a page that is parted, and part it again if it is time."""
        many = self._parted[page.number]
        live, gaps = page.live[:many], page.gaps[:many]
        changed = parting.gather(page.records, gaps, live)
        sure = -(-len(page.records) // parting.LONGEST)
        if told is not None and parting.count_live(live, told()) + sure <= AGAIN * many:
            self._load(page.number, WHOLE, page.records)
            parting.spread(page.records, gaps, live)
            self._part(page, told(), parting)
            self._put_aside(page)
        elif changed:
            self._place_live(page)

    def _part(self, page: Page, level: int, parting: ModuleType) -> None:
        """Pack settled and live records apart."""
        many = parting.part(page.records, level, page.gaps, page.live)
        self._parted[page.number] = many
        self._place(page.number, WHOLE, page.records)
        self._place(page.number, GAPS, page.gaps[:many])
        self._place_live(page)

    def read(self, start: int, stop: int) -> Records:
        found = np.empty(stop - start, self.dtype)
        for first, last in spans(start, stop, 1 << self.bits):
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
        try:  # memory asked for anew each time would lie between packed pages, which stay
            room = self._rooms.pop()
        except IndexError:
            size, aside = 1 << self.bits, 0 if self._parting is None else self._parting.ASIDE
            apart = size if self._parting is not None else 0
            high = np.empty((apart, self.dtype.itemsize // 2 - 1 if apart else 0), np.uint16)
            room = np.full(size, aside, self.dtype), np.empty(apart, self.dtype), np.empty(apart, np.uint16), high
        within = [slice(*(slot - base for slot in self.pages[number])) for number in numbers]
        pages = [Page(number, *(part[w] for part in room)) for number, w in zip(numbers, within, strict=True)]
        yield room[0], base, pages
        self._rooms.append(room)

    def _put_aside(self, page: Page) -> None:
        if self._parting is not None:
            page.records[:] = self._parting.ASIDE

    def _unpack(self, page: Page) -> int:
        """All records of a page; their state."""
        if (page.number, WHOLE) in self._places:
            self._load(page.number, WHOLE, page.records)
        elif self.blank is not None:
            page.records[:] = self.blank
        if page.number in self._parted and self._parting is not None:
            self._spread_live(page, self._parting)
        return _state(page)

    def _spread_live(self, page: Page, parting: ModuleType) -> None:
        """The live records of a page that is parted, in their places."""
        many = self._parted[page.number]
        live, gaps, high = page.live[:many], page.gaps[:many], page.high[:many]
        words = _words(live)
        self._load(page.number, HIGH, high)
        words[:, 1:] = high
        low = np.frombuffer(self._places.get((page.number, LOW)), np.uint16)
        if len(low) != many:
            raise _damaged(page.number)
        words[:, 0] = low
        self._load(page.number, GAPS, gaps)
        if not parting.spread(page.records, gaps, live):
            raise _damaged(page.number)

    def _place_live(self, page: Page) -> None:
        many = self._parted[page.number]
        words, high = _words(page.live[:many]), page.high[:many]
        high[:] = words[:, 1:]
        self._places.put((page.number, LOW), words[:, 0].tobytes())
        self._place(page.number, HIGH, high)

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


def _words(records: Records) -> NDArray[np.uint16]:
    """By record, 16 bits each, the lowest first."""
    return records.view(np.uint16).reshape(len(records), -1)


def _damaged(number: int) -> WentWrong:
    return WentWrong(f"packed page {number} of the records is damaged; test the memory and the disk")
