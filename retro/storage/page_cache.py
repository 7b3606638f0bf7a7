"""Rows by slot that do not fit into memory: pages of them are loaded as kernels look them up.

Kernels look rows up anywhere in an index; reading each one from a compressed frame when it is needed would take years.
Instead a kernel that looks up a row that is not in memory marks its page (`page_kernels`) and continues with zeros, and
the result of its task is discarded. Then all marked pages are loaded, each frame being decompressed once, and the task
runs again, until no row is missing. One such round suffices for the successors of positions; a line of moves takes one
round per move. A kernel need not declare in advance what it looks up, and results do not depend on the memory.

Whether pages are resident is an argument. *Resident* pages stay in memory after a task, for tasks that look up what
those before them did, such as the values of finished tiers: the next tasks and tiers find them, until no memory is left
and all are dropped. They begin large, so that their table is small and frames are read as a whole, and get smaller,
down to a cache line, when they are dropped again and again. *Other* pages are for tasks that look up rows anywhere,
such as the successors of all positions: as many tasks as there is memory for are a batch, whose frames are decompressed
together; then the pages are dropped, and the next batch follows. If the pages of a single task do not fit, it is
halved.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from retro.storage import page_loading
from retro.storage.finished_records import NO_FRAME
from retro.storage.page_loading import Rows, Source, ends
from retro.system.progress import Progress
from retro.system.ranges import ranges

PAGES_AT_ONCE = 1 << 19
"""Pages that are found, and loaded, at a time."""
TABLE_BYTES, TABLE_SHARE = 4, 4
"""Bytes of a page in the table, which takes at most one part of so many of the memory; else pages are larger."""
STEP = 2
"""What is added to the binary logarithm of the slots of a page, or subtracted, when the size of pages changes."""
AHEAD_SHARE = 2
"""Neighbours are loaded until a tier has filled one part of so many of the memory."""
ABSENT, MARKED = -1, -2
"""In the table, for a page that is not in memory."""
SLOTS, SHIFT, QUOTA, MISSING, REFUSED = range(5)
"""Indices into a thread's numbers: how many slots there are; binary logarithm of the slots of a page; pages that the
thread may still mark; look-ups of rows that are not in memory; those whose page could not be marked, because the quota
was used up."""
ZEROS = 0
"""The first page and its first row. They are all zeros and belong to no slot."""

Task = TypeVar("Task")
Result = TypeVar("Result")


class Pages(NamedTuple):
    """What kernels that one thread runs read.

    table    by page, its number among the pages in ``rows``, or ABSENT or MARKED
    rows     the fields of each slot, page by page
    numbers  SLOTS, SHIFT, ...
    """

    table: NDArray[np.int32]
    rows: Rows
    numbers: NDArray[np.int64]


class PageCache:
    """The rows of a source in pages within ``memory`` bytes.

    shifts     binary logarithms of the fewest and of the most slots of a page. The fewest are more if the table of
               pages would be too large. Resident pages begin with the most slots, others have the fewest
    min_pages  the fewest pages in memory, whatever it holds
    resident   whether pages stay in memory after a task. Then several threads may do tasks at once, each its own

    Tasks are done by `retro.storage.page_runs`; the methods that it calls say in which order.
    """

    def __init__(
        self,
        source: Source,
        memory: int,
        shifts: tuple[int, int],
        min_pages: int = 1,
        *,
        resident: bool = False,
    ) -> None:
        least, most = shifts
        while TABLE_SHARE * TABLE_BYTES * (source.slots >> least) > memory:
            least += 1
        self._source, self._memory, self._min_pages, self.resident = source, memory, min_pages, resident
        self._min_shift, self._max_shift = least, max(least, most)
        self._drops, self._group = 0, 0
        self._lock, self._counting = threading.Lock(), threading.Condition()
        self._running, self._used, self._used_before = 0, 0, 0
        self._allocate(self._max_shift if resident else least)

    @property
    def pages(self) -> Pages:
        """The pages, for kernels that the calling thread runs in the task in progress."""
        if not hasattr(self._local, "numbers"):
            self._local.numbers = np.array([self._source.slots, self._shift, 0, 0, 0])
        return Pages(self._table, self._rows, self._local.numbers)

    @property
    def fill(self) -> float:
        """The share of the memory for pages that is in use."""
        return self._used / self.capacity

    @property
    def shrinks(self) -> bool:
        """Whether pages can be smaller."""
        return self._shift > self._min_shift

    @property
    def nbytes(self) -> int:
        """Bytes of the pages and of their table."""
        return self._rows.nbytes + self._table.nbytes

    def begin(self, neighbours: int) -> Pages:
        """Begins with other tasks. Returns no pages, but arrays of the types of those that the tasks will get.

        Pages get larger again if those of the tasks before fitted into memory. A page is loaded with its neighbours,
        among so many slots, as long as there is much memory.
        """
        with self._lock:
            self._wait()
            shift = self._shift if self._drops > 1 else min(self._max_shift, self._shift + STEP)
            if shift > self._shift or self._source.dtype.itemsize > self._rows.itemsize:
                self._allocate(shift)
            self._drops, self._used_before, self._group = 0, self._used, neighbours
        # not the pages themselves: the caller would hold their memory after they have been allocated again
        return Pages(np.empty(0, np.int32), self._rows[:0].copy(), np.zeros(REFUSED + 1, np.int64))

    def update(self, start: int, rows: Rows) -> None:
        """Brings the rows of slots from ``start`` on, which their source has only now, to pages in memory."""
        for page in {start >> self._shift, (start + len(rows) - 1) >> self._shift}:
            if self._table[page] >= 0:  # it has slots that the source had before as well
                first = max(start, page << self._shift)
                last = min(start + len(rows), (page + 1) << self._shift)
                to = (int(self._table[page]) << self._shift) + first - (page << self._shift)
                self._rows[to : to + last - first] = rows[first - start : last - start]

    def attempt(self, work: Callable[[Task], Result], sharing: int) -> Callable[[Task], tuple[bool, bool, Result]]:
        """Returns a function of a task: whether a row was missing, whether a page was not marked, and the result.

        Threads that are `entered` call it, ``sharing`` of them at once, which divide the pages that are left.
        """

        def attempt(task: Task) -> tuple[bool, bool, Result]:
            numbers = self.pages.numbers
            with self._counting:
                quota = (self.capacity + 1 - self._used - self._promised) // sharing
                self._promised += 0 if self.resident else quota
            numbers[[QUOTA, MISSING, REFUSED]] = quota, 0, 0
            result = work(task)
            with self._counting:
                self._promised -= 0 if self.resident else int(numbers[QUOTA])
            return bool(numbers[MISSING]), bool(numbers[REFUSED]), result

        return attempt

    def load(self, pool: ThreadPoolExecutor, progress: Progress) -> bool:
        """Loads all marked pages, for the thread that is `entered`.

        Returns whether there was memory for them; other threads may have taken it.
        """
        self._leave()
        with self._lock:
            try:
                for start, stop in ranges(0, len(self._table), PAGES_AT_ONCE):
                    pages = self._with_neighbours(start + np.flatnonzero(self._table[start:stop] == MARKED))
                    if self._used + len(pages) > self.capacity + 1:
                        return False
                    self._fill(pages, pool, progress)
                self._promised = 0
                return True
            finally:
                self._enter()  # before others can drop these pages

    def _with_neighbours(self, pages: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns absent pages, and with them their neighbours that are absent and have frames, if memory is left.

        They are likely to be looked up next.
        """
        group = self._group >> self._shift
        groups = np.unique(pages // group) if group > 1 else pages[:0]
        left = self.capacity // AHEAD_SHARE - (self._used - self._used_before)
        if not 0 < len(groups) * group <= left:
            return pages
        every = (groups[:, None] * group + np.arange(group)).ravel()
        every = every[every < len(self._table)]
        every = every[self._table[every] < 0]
        (frames, _), (last_frames, _) = map(self._source.frames_of, ends(self._source, every, 1 << self._shift))
        return np.union1d(pages, every[np.minimum(frames, last_frames) != NO_FRAME])

    def _fill(self, pages: NDArray[np.int64], pool: ThreadPoolExecutor, progress: Progress) -> None:
        """Loads pages that are absent; there is memory for them."""
        buffer = self._rows.reshape(-1, 1 << self._shift, self._source.fields)
        page_loading.load(self._source, pages, buffer[self._used : self._used + len(pages)], pool, progress)
        self._table[pages] = self._used + np.arange(len(pages))
        self._used += len(pages)

    def make_room(self, growing: bool) -> None:
        """Drops all pages. Takes twice the memory if ``growing``; else pages get smaller, except the first time."""
        with self._lock:
            self._wait()
            self._drops, self._memory = self._drops + 1, self._memory * (2 if growing else 1)
            if growing or (self._drops > 1 and self.shrinks):
                self._allocate(max(self._min_shift, self._shift - STEP))
            else:
                self.drop()

    def drop(self) -> None:
        """Drops all pages. No task may be running."""
        self._table.fill(ABSENT)
        self._used, self._promised, self._used_before = ZEROS + 1, 0, ZEROS + 1

    def _allocate(self, shift: int) -> None:
        """Allocates memory for pages of 2**``shift`` slots, or fewer; drops all pages.

        They are so small that memory has enough of them. No task may be running.
        """
        dtype, fields = self._source.dtype, self._source.fields
        while shift > self._min_shift and self._min_pages * fields * dtype.itemsize << shift > self._memory:
            shift -= 1
        self._shift = shift
        self._table: NDArray[np.int32] = np.empty(-(-self._source.slots >> shift), np.int32)
        left = self._memory - self._table.nbytes
        self.capacity = max(self._min_pages, left // (fields * dtype.itemsize << shift) - 1)
        self._local = threading.local()
        self._rows: Rows = np.empty((0, fields), dtype)  # frees the memory before it is allocated again
        self._rows = np.empty(((self.capacity + 1) << shift, fields), dtype)
        self._rows[: 1 << shift] = 0
        self.drop()

    def _wait(self) -> None:
        """Waits until no thread does tasks with resident pages, so that they can be dropped."""
        with self._counting:
            self._counting.wait_for(lambda: not self._running or not self.resident)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """A block in which the calling thread does tasks; no other thread drops resident pages meanwhile."""
        with self._lock:
            self._enter()
        try:
            yield
        finally:
            self._leave()

    def _enter(self) -> None:
        with self._counting:
            self._running += 1

    def _leave(self) -> None:
        with self._counting:
            self._running -= 1
            self._counting.notify_all()
