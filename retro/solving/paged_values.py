"""Values of finished tiers that do not fit into memory: pages of them are loaded as kernels request them.

A kernel that looks up a value in a page that is not in memory notes the page (`paged_below_kernels`), and its result is
discarded. The noted pages are loaded from the frames of finished tiers, and the kernel runs again. It looks up the same
values each time, so the second run is the last, unless other threads need the memory meanwhile or the size of pages
changes. Neighbours of the noted pages are loaded with them, so that few tasks run twice. Pages remain for later tasks
and tiers; once no memory is left for more, all are dropped.

In most games the moves of a tier enter few others, so solving one takes memory for these, not for the whole game. Pages
are large at first: their table is small, and frames are read as a whole. When pages are dropped a second time in a
tier, they get smaller, down to a cache line. If the pages of one task do not fit even then, the task is halved.
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
from retro.storage.block import BLOCK_SLOTS
from retro.storage.finished_records import NO_FRAME, FinishedRecords
from retro.system.sizes import PRODUCTION, Sizes

MAX_SHIFT = 14
"""Binary logarithm of the most slots of a page, a quarter of a frame."""
STEP = 2
"""What is added to the binary logarithm, or subtracted, when the size of pages changes."""
TABLE_SHARE = 8
"""The table of pages takes at most one part of so many of the memory; else pages are larger."""
FIRST_SHARE = 16
"""A task begins with one part of so many: the rest of it finds most pages in memory that it would have requested."""
AHEAD_GROUPS = 8
"""A page is loaded with its neighbours: as many slots as one part of so many of the tier, and at least a frame."""
AHEAD_SHARE = 2
"""Neighbours are loaded until a tier has filled one part of so many of the memory."""

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

    def __init__(
        self, records: FinishedRecords, slots: int, max_moves: int, memory: int, sizes: Sizes = PRODUCTION
    ) -> None:
        self._records, self._slots, self._memory = records, slots, memory
        self._min_pages = max(sizes.min_pages, 2 * max_moves)
        self._min_shift = sizes.min_page_bits
        while (slots >> self._min_shift) * np.dtype(np.int32).itemsize * TABLE_SHARE > memory:
            self._min_shift += 1
        self._max_shift = max(self._min_shift, MAX_SHIFT)
        self._loading, self._running, self._idle = threading.Lock(), 0, threading.Condition()
        self._drops, self._used, self._used_before, self._group, self._allocated = 0, 0, 0, BLOCK_SLOTS, 0
        self._allocate(self._max_shift)

    def begin(self, slots: int) -> Pages:
        """Returns pages in the types of those that tasks get from `run`; tiers with so many slots are solved next.

        Pages get larger again after tiers whose pages fitted into memory.
        """
        with self._loading, self._idle:
            self._idle.wait_for(lambda: self._running <= 0)
            shift = self._shift if self._drops > 1 else min(self._max_shift, self._shift + STEP)
            if shift > self._shift or self._records.value_bytes > self._rows.itemsize:
                self._allocate(shift)
            self._drops, self._used_before = 0, self._used
            self._group = max(BLOCK_SLOTS, slots // AHEAD_GROUPS)
        nothing = np.empty(0, np.int32)
        numbers = np.array([self._shift, 0, 0], np.int64)
        # not the pages themselves: the caller would hold their memory after they have been allocated again
        return Pages(nothing, self._rows[:0].copy(), np.empty(0, np.bool_), nothing, numbers)

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
        first = start + (stop - start) // FIRST_SHARE
        results, waiting = list[Result](), [(first, stop), (start, first)]
        while waiting:
            first, last = waiting.pop()
            try:
                results.append(self._complete(first, last, below, one))
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
        drops, allocated = 0, self._allocated
        with self._loading:
            self._enter()
        try:
            while True:
                if allocated != self._allocated:
                    drops, allocated = 0, self._allocated
                pages = self._pages()
                numbers = pages.numbers
                pages.noted[pages.requests[: numbers[REQUESTED]]] = False  # also of a run that raised an error
                numbers[[MISSING, REQUESTED]] = 0
                result = one(start, stop, below._replace(indices=pages))
                if not numbers[MISSING]:
                    return result
                requested = np.sort(pages.requests[: numbers[REQUESTED]])
                full = len(requested) == len(pages.requests)
                del pages  # another thread may allocate new ones
                if self._shift == self._min_shift and stop - start > 1 and (drops > 1 or full):
                    raise _Full
                drops += self._load(requested, full, allocated)
        finally:
            self._leave()

    def _enter(self) -> None:
        with self._idle:
            self._running += 1

    def _leave(self) -> None:
        with self._idle:
            self._running -= 1
            self._idle.notify_all()

    def _load(self, requested: NDArray[np.int32], full: bool, allocated: int) -> bool:
        """Loads pages that a task requests. Returns whether all others had to be dropped.

        full       whether the task may need more pages than memory has
        allocated  the value of ``_allocated`` when the task requested them

        Loads none if pages have another size now. They get smaller here if they are dropped for the second time in a
        tier, or if the task is ``full``.
        """
        self._leave()
        with self._loading:
            dropping = False
            if allocated == self._allocated:
                absent = self._with_neighbours(requested[self._table[requested] == ABSENT].astype(np.int64))
                dropping = self._used + len(absent) > self._capacity
                if dropping:
                    with self._idle:
                        self._idle.wait_for(lambda: self._running <= 0)
                    self._drops += 1
                if dropping and self._shift > self._min_shift and (self._drops > 1 or full):
                    self._allocate(max(self._min_shift, self._shift - STEP))
                else:
                    if dropping:
                        self._drop()
                    self._fill(requested.astype(np.int64) if dropping else absent)
            self._enter()  # before others can drop these pages
        return dropping

    def _with_neighbours(self, pages: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns absent pages, and with them their neighbours that are absent and finished, if there is memory left.

        They are likely to be requested next.
        """
        group = max(1, self._group >> self._shift)
        groups = np.unique(pages // group)
        left = self._capacity // AHEAD_SHARE - (self._used - self._used_before)
        if len(groups) * group > left:
            return pages
        every = (groups[:, None] * group + np.arange(group)).ravel()
        every = every[every < len(self._table)]
        every = every[self._table[every] == ABSENT]
        (frames, _), (last_frames, _) = map(self._records.where.frames_of, self._ends(every))
        return np.union1d(pages, every[np.minimum(frames, last_frames) != NO_FRAME])

    def _ends(self, pages: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the first and the last slots of pages."""
        first = pages << self._shift
        return first, np.minimum(first + (1 << self._shift), self._slots) - 1

    def _fill(self, pages: NDArray[np.int64]) -> None:
        """Loads pages that are absent; there is memory for them."""
        first, last = self._ends(pages)
        (frames, offsets), (last_frames, _) = map(self._records.where.frames_of, (first, last))
        whole = (frames == last_frames) & (frames != NO_FRAME) & (last - first == (1 << self._shift) - 1)
        self._fill_whole(pages[whole], frames[whole], offsets[whole])
        number, best = -1, self._rows[:0]
        for page, start, stop in zip(*(each[~whole].tolist() for each in (pages, first, last + 1)), strict=True):
            row = self._next_rows(1)
            for piece in self._records.where.pieces(start, stop):
                if piece.frame != NO_FRAME:
                    if piece.frame != number:  # the next page is likely to begin in the frame in which this one ends
                        number, best = piece.frame, self._records.best(piece.frame)
                    part = best[piece.offset : piece.offset + piece.stop - piece.start]
                    row[0, piece.start - start : piece.stop - start] = part
            self._take_over(np.array([page]))

    def _fill_whole(self, pages: NDArray[np.int64], frames: NDArray[np.int64], offsets: NDArray[np.int64]) -> None:
        """Loads pages that lie in one frame each."""
        within = np.arange(1 << self._shift)
        cuts = [0, *(np.flatnonzero(np.diff(frames)) + 1).tolist(), len(frames)]
        for start, stop in pairwise(cuts if len(frames) else [0]):
            rows, frame = self._next_rows(stop - start), int(frames[start])
            rows[:] = self._records.best(frame)[offsets[start:stop, None] + within]
            self._take_over(pages[start:stop])

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
        self._used = self._used_before = 0

    def _allocate(self, shift: int) -> None:
        """Allocates rows for pages of 2**``shift`` indices of the present width, or fewer; drops all pages.

        Pages are so small that memory has enough of them. No task may be running.
        """
        width = self._records.value_bytes
        while shift > self._min_shift and self._min_pages * width << shift > self._memory:
            shift -= 1
        self._shift, self._allocated = shift, self._allocated + 1
        self._used = self._used_before = 0
        self._table: NDArray[np.int32] = np.full(-(-self._slots >> shift), ABSENT, np.int32)
        each = (width << shift) + 2 * self._table.itemsize
        self._capacity = max(self._min_pages, (self._memory - self._table.nbytes) // each)
        self._local = threading.local()
        self._rows: Indices = np.empty(0, np.uint8)  # frees the memory before it is allocated again
        self._rows = np.empty(self._capacity << shift, np.dtype(f"u{width}"))
        self._owners: NDArray[np.int32] = np.empty(self._capacity, np.int32)
