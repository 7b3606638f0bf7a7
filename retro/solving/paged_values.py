"""Values of finished tiers that do not fit into memory: pages of them are loaded as kernels request them.

A kernel that looks up a value in a page that is not in memory notes the page (`paged_below_kernels`), and its result is
discarded. The noted pages are loaded from the frames of finished tiers, and the kernel runs again. It looks up the same
values each time, so the second run is the last, unless other threads need the memory meanwhile. Pages remain for later
tasks and tiers; once no memory is left for more, all are dropped. If the pages of one task do not fit, it is halved.

In most games the moves of a tier enter few others, so solving one takes memory for these, not for the whole game.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import Variant
from retro.solving import below_kernels, paged_below_kernels
from retro.solving.below import ABSENT, MISSING, REQUESTED, Below, Indices, Pages
from retro.storage.finished_records import FinishedRecords

MIN_SHIFT = 6
"""Binary logarithm of the fewest slots of a page, which are a cache line."""
TABLE_SHARE = 8
"""The table of pages takes at most one part of so many of the memory; else pages are larger."""
MIN_PAGES = 1 << 10
"""Fewest pages in memory."""
AHEAD_SHARE = 2
"""The other pages of a frame come along as long as no more than one part of so many of the memory is in use."""

Result = TypeVar("Result")


def variant(paged: bool) -> Variant:
    """Returns the kernels that replace others where values of finished tiers are in pages."""
    return {below_kernels: paged_below_kernels} if paged else {}


class _Full(Exception):
    """The pages that a task looks up do not fit into memory."""


class PagedValues:
    """Indices of the values of finished tiers, by slot of the game, in pages within ``memory`` bytes.

    Several threads may `run` tasks at once.
    """

    def __init__(self, records: FinishedRecords, slots: int, max_moves: int, memory: int) -> None:
        self._records, self._slots, self._memory, self._shift = records, slots, memory, MIN_SHIFT
        self._min_pages = max(MIN_PAGES, 2 * max_moves)
        while (slots >> self._shift) * np.dtype(np.int32).itemsize * TABLE_SHARE > memory:
            self._shift += 1
        self._table = np.full(-(-slots >> self._shift), ABSENT, np.int32)
        self._local, self._loading, self._running = threading.local(), threading.Lock(), 0
        self._idle, self._used = threading.Condition(), 0
        self._allocate()

    def begin(self, below: Below) -> Below:
        """Returns ``below``, for the next tier, with pages; threads that `run` get their own."""
        if self._records.value_bytes > self._rows.itemsize:
            self._drop()
            self._allocate()
        return below._replace(indices=self._pages())

    def update(self, start: int, indices: Indices) -> None:
        """Brings the values of slots from ``start`` on, which were just finished, to pages in memory."""
        for page in {start >> self._shift, (start + len(indices) - 1) >> self._shift}:
            if self._table[page] != ABSENT:  # it has slots of a neighbouring tier as well
                first = max(start, page << self._shift)
                last = min(start + len(indices), (page + 1) << self._shift)
                to = (int(self._table[page]) << self._shift) + first - (page << self._shift)
                self._rows[to : to + last - first] = indices[first - start : last - start]

    def run(self, start: int, stop: int, below: Below, one: Callable[[int, int, Below], Result]) -> list[Result]:
        """Returns the results of ``one`` for ranges that make up start..stop-1, in order.

        ``one`` gets the first slot of a range, one past the last, and ``below`` with the pages of this thread. It is
        called several times for a range, and the last result counts.
        """
        results, waiting, own = list[Result](), [(start, stop)], below._replace(indices=self._pages())
        while waiting:
            first, last = waiting.pop()
            try:
                results.append(self._complete(first, last, own, one))
            except _Full:
                middle = (first + last) // 2
                waiting += [(middle, last), (first, middle)]
        return results

    def _pages(self) -> Pages:
        """Returns the pages of the calling thread."""
        if not hasattr(self._local, "noted"):
            self._local.noted = np.zeros(len(self._table), np.bool_)
            self._local.requests = np.empty(self._capacity, np.int32)
            self._local.numbers = np.array([self._shift, 0, 0], np.int64)
        return Pages(self._table, self._rows, self._local.noted, self._local.requests, self._local.numbers)

    def _complete(self, start: int, stop: int, below: Below, one: Callable[[int, int, Below], Result]) -> Result:
        """Returns the result of ``one`` once no value is missing. Raises _Full if the range must be halved."""
        pages, drops = below.indices, 0
        assert isinstance(pages, Pages)
        numbers = pages.numbers
        with self._loading:
            self._enter()
        try:
            while True:
                numbers[[MISSING, REQUESTED]] = 0
                result = one(start, stop, below)
                if not numbers[MISSING]:
                    return result
                requested = np.sort(pages.requests[: numbers[REQUESTED]])
                pages.noted[requested] = False
                if stop - start > 1 and (drops > 1 or len(requested) == len(pages.requests)):
                    raise _Full
                drops += self._load(requested)
        finally:
            self._leave()

    def _enter(self) -> None:
        with self._idle:
            self._running += 1

    def _leave(self) -> None:
        with self._idle:
            self._running -= 1
            self._idle.notify_all()

    def _load(self, requested: NDArray[np.int32]) -> bool:
        """Loads pages, for a thread that runs a task. Returns whether all others had to be dropped."""
        self._leave()
        with self._loading:
            absent = requested[self._table[requested] == ABSENT].astype(np.int64)
            dropping = self._used + len(absent) > self._capacity
            if dropping:
                with self._idle:
                    self._idle.wait_for(lambda: self._running <= 0)
                self._drop()
                absent = requested.astype(np.int64)
            self._fill(absent)
            self._enter()  # before others can drop these pages
        return dropping

    def _fill(self, pages: NDArray[np.int64]) -> None:
        """Loads pages that are absent; there is memory for them."""
        first = pages << self._shift
        last = np.minimum(first + (1 << self._shift), self._slots) - 1
        (frames, offsets), (last_frames, _) = map(self._records.where.frames_of, (first, last))
        whole = (frames == last_frames) & (last - first == (1 << self._shift) - 1)
        self._fill_whole(pages[whole], frames[whole], offsets[whole], int(np.count_nonzero(~whole)))
        for page, start, stop in zip(*(each[~whole].tolist() for each in (pages, first, last + 1)), strict=True):
            row = self._next_rows(1)
            for piece in self._records.where.pieces(start, stop):
                if piece.frame in self._records:
                    part = self._records.best(piece.frame)[piece.offset : piece.offset + piece.stop - piece.start]
                    row[0, piece.start - start : piece.stop - start] = part
            self._take_over(np.array([page]))

    def _fill_whole(
        self, pages: NDArray[np.int64], frames: NDArray[np.int64], offsets: NDArray[np.int64], others: int
    ) -> None:
        """Loads pages that lie in one frame each, and with them all of these frames if there is much memory left."""
        shift, left, within = self._shift, len(pages) + others, np.arange(1 << self._shift)
        cuts = [0, *(np.flatnonzero(np.diff(frames)) + 1).tolist(), len(frames)]
        for start, stop in pairwise(cuts if len(frames) else [0]):
            of_frame, at, frame = pages[start:stop], offsets[start:stop], int(frames[start])
            left -= stop - start
            if frame not in self._records:  # of a tier that is not finished: the game is wrong
                self._next_rows(stop - start)
                self._take_over(of_frame)
                continue
            data = self._records.best(frame)
            first_slot = (int(of_frame[0]) << shift) - int(at[0])
            every = np.arange(-(-first_slot >> shift), (first_slot + len(data)) >> shift)
            if self._used + left + len(every) <= self._capacity // AHEAD_SHARE:
                of_frame = every[self._table[every] == ABSENT]
                at = (of_frame << shift) - first_slot
            self._next_rows(len(of_frame))[:] = data[at[:, None] + within]
            self._take_over(of_frame)

    def _next_rows(self, count: int) -> Indices:
        """Returns the next ``count`` rows of pages, which nothing uses."""
        rows = self._rows.reshape(-1, 1 << self._shift)[self._used : self._used + count]
        rows[:] = 0
        return rows

    def _take_over(self, pages: NDArray[np.int64]) -> None:
        """Enters pages in the table; their values are in the next rows."""
        self._owners[self._used : self._used + len(pages)] = pages
        self._table[pages] = np.arange(self._used, self._used + len(pages))
        self._used += len(pages)

    def _drop(self) -> None:
        """Drops all pages. No task may be running."""
        self._table[self._owners[: self._used]] = ABSENT
        self._used = 0

    def _allocate(self) -> None:
        """Allocates rows for pages of indices of the present width."""
        row = self._records.value_bytes << self._shift
        self._capacity = max(self._min_pages, (self._memory - self._table.nbytes) // (row + 2 * self._table.itemsize))
        self._rows = np.empty(self._capacity << self._shift, np.dtype(f"u{self._records.value_bytes}"))
        self._owners = np.empty(self._capacity, np.int32)
        self._local = threading.local()
