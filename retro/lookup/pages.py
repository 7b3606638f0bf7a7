"""Records of a solved game that does not fit into memory: pages of them are loaded as kernels look them up.

All of Ostle has 2.7 x 10^9 records, and successors of neighbours are no neighbours. So tasks are done in batches, as
many as there is memory for their pages, and pages are dropped after each (`retro.storage.page_cache`). The less memory
there is, the more often the database is decompressed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from retro.storage.block import Fields
from retro.storage.distances import DistanceFile, Distances, converted
from retro.storage.finished_records import Piece
from retro.storage.page_cache import PageCache, Pages
from retro.storage.page_loading import Rows
from retro.system.ranges import aligned_ranges

PAGE_BYTES = 32
"""Smallest size of a page. Neighbours in the index come along, and a look-up costs one cache line."""
RERUN_FACTOR, LOADING_FACTOR = 1.5, 0.004
"""Estimated run time, relative to all records in memory: a factor for running tasks twice, and for each time the slots
exceed the pages a summand for decompressing all frames. Measured for `retro verify ostle`, which requests about one
page per slot; other kernels request fewer."""
FAR = 1 << 40
"""In kernels, the distance of a position that cannot be reached."""
NO_DISTANCES: NDArray[np.uint8] = np.zeros(0, np.uint8)


class Source(Protocol):
    """Where records are loaded from: a database, or a solution that is not written yet.

    slots  number of slots
    block  slots of a frame
    """

    @property
    def slots(self) -> int: ...
    @property
    def block(self) -> int: ...

    def fields(self, number: int) -> Fields:
        """Returns the records of a frame: indices of best and second in the list of values, codes of only moves plus
        1."""

    def record(self, index: int) -> tuple[int, int, int]:
        """Returns best, second and only move of a slot."""


class _Records:
    """Records, and distances if they are given, as a source of pages."""

    def __init__(self, source: Source, width: int, field: np.dtype[Any], distances: DistanceFile | None) -> None:
        self._source, self._distances, self._width = source, distances, width
        self.slots, self.fields = source.slots, width + (distances is not None)
        self.dtype = field if distances is None else np.promote_types(field, distances.dtype)

    def frames_of(self, slots: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return np.divmod(slots, self._source.block)

    def pieces(self, start: int, stop: int) -> Iterator[Piece]:
        block = self._source.block
        for first, last in aligned_ranges(start, stop, block):
            yield Piece(first // block, first % block, first, last)

    def rows(self, frame: int) -> Rows:
        start = frame * self._source.block
        stop = min(start + self._source.block, self.slots)
        rows = np.empty((stop - start, self.fields), self.dtype)
        fill(self._source, frame, rows[:, : self._width])
        if self._distances is not None:
            rows[:, -1] = converted(self._distances.distances(start, stop), self.dtype)
        return rows


class PagedRecords(PageCache):
    """Records of a database, or of another source, within ``memory`` bytes.

    A row has ``width`` fields of type ``field`` and, if ``distances`` is given, one more with the distance from the
    start.
    """

    def __init__(
        self, source: Source, width: int, field: np.dtype[Any], memory: int, distances: DistanceFile | None = None
    ) -> None:
        self._records, self._distances, self._fields = source, distances, width
        rows = _Records(source, width, field, distances)
        row_bytes = rows.fields * rows.dtype.itemsize
        least = max(0, (PAGE_BYTES // row_bytes - 1).bit_length())
        super().__init__(rows, memory, (least, max(least, source.block.bit_length() - 1)))

    @property
    def has_distances(self) -> bool:
        """Whether rows have distances from the start."""
        return self._distances is not None

    def distances_of(self, start: int, stop: int) -> Distances:
        """The distances of a range of slots, which are read from the file."""
        assert self._distances is not None
        return self._distances.distances(start, stop)

    def distances(self, wanted: bool) -> Pages:
        """The pages of the distances; rows have no field if they are not ``wanted`` or not available."""
        pages = self.pages
        return pages._replace(rows=pages.rows[:, self._fields :] if wanted else pages.rows[:, :0])

    @property
    def frames(self) -> int:
        """The number of frames of the source."""
        return -(-self._records.slots // self._records.block)

    def frame_seconds(self) -> float:
        """Returns the measured time of reading a frame of the source."""
        start = time.perf_counter()
        self._records.fields(0)
        return time.perf_counter() - start

    def describe(self) -> str:
        """Returns a remark for the user: bytes of records, bytes of memory, and the expected slowdown."""
        slots = self._records.slots
        size, times = slots * self._rows[:1].nbytes, RERUN_FACTOR + LOADING_FACTOR * slots / self.capacity
        looked_up = f"{size / 1e9:,.1f} GB of records are looked up in {self.nbytes / 1e9:,.1f} GB"
        return f"{looked_up}, which takes about {times:.1f} times as long"

    def record(self, index: int) -> tuple[int, int, int]:
        """best, second and only move of a slot, read from the source."""
        return self._records.record(index)


def fill(source: Source, number: int, rows: NDArray[Any]) -> None:
    """Write the records of frame ``number`` into ``rows``, which have one or three fields."""
    for column, plane in zip(rows.T, source.fields(number), strict=False):
        column[: len(plane)] = plane
