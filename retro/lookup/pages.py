"""Records of a solved game that does not fit into memory, loaded page by page as kernels request them.

Kernels look records up anywhere in the index; reading each one from a compressed file when it is needed would take
years. Instead every task runs several times. A look-up of a record that is not in memory requests its page
(`paged_kernels`) and continues with zeros, and the task's result is discarded. Then all requested pages are loaded,
each frame of the database being decompressed once, and the tasks run again, until no record is missing. One such round
suffices for the successors of positions; a line of moves takes one round per move. A kernel need not declare in advance
what it looks up.

A batch has as many tasks as there is memory for their pages. Afterwards all pages are dropped and the next batch
follows. If a single task does not fit, it is halved, and so are those after it. Results do not depend on the amount of
memory, but the less there is, the more often the database is decompressed.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from retro.storage.block import Fields
from retro.storage.distances import DistanceFile, Distances, converted
from retro.system.checkpointing import all_results, in_order
from retro.system.progress import Progress, Silent
from retro.system.ranges import ranges

TASKS_AHEAD = 4
"""Tasks per thread that start before the result of the first is consumed."""
TARGET_FILL = 0.9
"""Share of the page buffer that a batch is planned to fill, by what the batch before it took; a task that does not fit
is run in vain."""
FRAMES_PER_CALL = 16
"""Frames of the database that a thread handles in one call."""
PAGES_AT_ONCE = 1 << 22
"""Pages of which those that are requested are found at a time."""
PAGE_BYTES = 32
"""Smallest size of a page. Neighbours in the index come along, and a look-up costs one cache line."""
OFFSET_BYTES, OFFSETS_SHARE = 4, 4
"""Bytes of a page's offset; all offsets take at most one fourth of the memory, else pages are larger."""
ABSENT, REQUESTED = -1, -2
"""Instead of the offset of a page that is not in memory."""
SLOTS, SHIFT, QUOTA, MISSING, REFUSED = range(5)
"""Indices into a thread's numbers: slots of the game; binary logarithm of the slots in a page; pages that the thread
may still request; look-ups of absent records; look-ups whose page could not be requested because the quota was used
up."""
ZEROS = 0
"""Index of the first page and its first row. They are all zeros and belong to no slot."""

RERUN_FACTOR, LOADING_FACTOR = 1.5, 0.004
"""Estimated run time, relative to all records in memory: a factor for running tasks twice, and for each time the slots
exceed the pages a summand for decompressing all frames. Measured for `retro verify ostle`, which requests about one
page per slot; other kernels request fewer."""
FAR = 1 << 40
"""In kernels, the distance of a position that cannot be reached."""
NO_DISTANCES: NDArray[np.uint8] = np.zeros(0, np.uint8)

Task = tuple[int, int]
"""A range of slots: the first and one past the last."""
Result = TypeVar("Result")


class View(NamedTuple):
    """The data that paged kernels read.

    offsets  by page of the database, its index among the pages in ``rows``, or ABSENT or REQUESTED
    rows     the records of the pages in memory
    numbers  numbers of the calling thread (SLOTS, SHIFT, ...)
    """

    offsets: NDArray[np.int32]
    rows: NDArray[Any]
    numbers: NDArray[np.int64]


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


class PagedRecords:
    """Records of a database, or of another source, within ``memory`` bytes.

    A row has ``width`` fields of type ``field`` and, if ``distances`` is given, one more with the distance from the
    start.
    """

    def __init__(
        self, source: Source, width: int, field: np.dtype[Any], memory: int, distances: DistanceFile | None = None
    ) -> None:
        self._source, self._distances, self._fields = source, distances, width
        self._width = width + (distances is not None)
        self._field = field if distances is None else np.promote_types(field, distances.dtype)
        self._block, row, shift = source.block, self._width * self._field.itemsize, 0
        while self._block % (2 << shift) == 0 and (
            row << shift < PAGE_BYTES or OFFSETS_SHARE * OFFSET_BYTES * (source.slots >> shift) > memory
        ):
            shift += 1
        self._shift = shift
        self._offsets = np.full(-(-source.slots >> shift), ABSENT, np.int32)
        self._local, self._lock = threading.local(), threading.Lock()
        self._allocate(max(1, (memory - self._offsets.nbytes) // (row << shift)))

    @property
    def view(self) -> View:
        """The view for kernels that the calling thread runs."""
        if not hasattr(self._local, "numbers"):
            self._local.numbers = np.zeros(5, np.int64)
            self._local.numbers[[SLOTS, SHIFT]] = self._source.slots, self._shift
        return View(self._offsets, self._rows, self._local.numbers)

    @property
    def has_distances(self) -> bool:
        """Whether rows have distances from the start."""
        return self._distances is not None

    def distances_of(self, start: int, stop: int) -> Distances:
        """The distances of a range of slots, which are read from the file."""
        assert self._distances is not None
        return self._distances.distances(start, stop)

    def distances(self, wanted: bool) -> View:
        """The view of the distances; its rows have no field if they are not ``wanted`` or not available."""
        offsets, rows, numbers = self.view
        return View(offsets, rows[:, self._fields :] if wanted else rows[:, :0], numbers)

    @property
    def frames(self) -> int:
        """The number of frames of the source."""
        return -(-self._source.slots // self._block)

    def frame_seconds(self) -> float:
        """Returns the measured time of reading a frame of the source."""
        start = time.perf_counter()
        self._source.fields(0)
        return time.perf_counter() - start

    def describe(self) -> str:
        """Returns a remark for the user: bytes of records, bytes of memory, and the expected slowdown."""
        slots, held = self._source.slots, self._rows.nbytes + self._offsets.nbytes
        size, times = slots * self._width * self._field.itemsize, RERUN_FACTOR + LOADING_FACTOR * slots / self._capacity
        looked_up = f"{size / 1e9:,.1f} GB of records are looked up in {held / 1e9:,.1f} GB"
        return f"{looked_up}, which takes about {times:.1f} times as long"

    def record(self, index: int) -> tuple[int, int, int]:
        """best, second and only move of a slot, read from the source."""
        return self._source.record(index)

    def run(
        self, tasks: Sequence[Task], threads: int, work: Callable[[Task], Result], progress: Progress
    ) -> Generator[tuple[Task, Result], None, None]:
        """Yields every task with its result, in order. ``work`` is called several times for each task."""
        order, results = _Order(tasks), dict[Task, Result]()
        size = TASKS_AHEAD * threads
        with ThreadPoolExecutor(threads) as pool:
            while following := order.first(size):
                batch = [task for task in following if task not in results]
                done = 0
                for task, result in self._rounds(batch, work, pool, threads, progress):
                    results[task], done = result, done + 1
                    while (first := order.next_of(results)) is not None:
                        yield first, results.pop(first)
                        progress.advance(first[1] - first[0], 0)
                if done == len(batch):
                    size = max(1, int(done * min(2, TARGET_FILL * self._capacity / self._used)))
                elif done or len(batch) > 1:
                    size = done or len(batch) // 2
                elif half := (following[0][1] - following[0][0]) // 2:
                    order.divide(half)
                else:
                    self._allocate(2 * self._capacity)

    def complete(self, call: Callable[[], Result]) -> Result:
        """Calls ``call`` until no record that it looks up is missing, and returns its result."""
        with ThreadPoolExecutor(1) as pool:
            while True:
                for _, result in self._rounds([(0, 0)], lambda task: call(), pool, 1, Silent()):
                    return result
                self._allocate(2 * self._capacity)

    def _rounds(
        self,
        tasks: list[Task],
        work: Callable[[Task], Result],
        pool: ThreadPoolExecutor,
        threads: int,
        progress: Progress,
    ) -> Iterator[tuple[Task, Result]]:
        """Yields those of the tasks, with their results, whose pages fit into the buffer together."""
        self._offsets.fill(ABSENT)
        self._used, self._left, self._full = ZEROS + 1, self._capacity, False
        while tasks:
            full, again = self._full, []
            attempt = self._attempt(work, min(threads, len(tasks)))
            for task, (complete, result) in in_order(pool, TASKS_AHEAD * threads - 1, attempt, tasks):
                if complete:
                    yield task, result
                else:
                    again.append(task)
                    progress.advance(0, 0)
            if again and not full:
                self._load_requested(pool, progress)
            tasks = [] if full else again

    def _attempt(self, work: Callable[[Task], Result], sharing: int) -> Callable[[Task], tuple[bool, Result]]:
        """A function that returns whether no record was missing, and the result of ``work``.

        ``sharing`` threads divide the pages that are left.
        """

        def attempt(task: Task) -> tuple[bool, Result]:
            numbers = self.view.numbers
            with self._lock:
                quota = self._left // sharing
                self._left -= quota
            numbers[[QUOTA, MISSING, REFUSED]] = quota, 0, 0
            result = work(task)
            with self._lock:
                self._left += int(numbers[QUOTA])
                self._full |= bool(numbers[REFUSED])
            return not numbers[MISSING], result

        return attempt

    def _load_requested(self, pool: ThreadPoolExecutor, progress: Progress) -> None:
        pages = self._block >> self._shift
        shape = -1, 1 << self._shift, self._width
        buffer = self._rows.reshape(shape)

        def load(numbers: NDArray[np.int64]) -> None:
            for number in numbers.tolist():
                offsets = self._offsets[number * pages : (number + 1) * pages]
                requested = np.flatnonzero(offsets == REQUESTED)
                with self._lock:
                    first = self._used
                    self._used += len(requested)
                rows = np.zeros((self._block, self._width), self._field)
                fill(self._source, number, rows[:, : self._fields])
                if self._distances:
                    slots = number * self._block, min((number + 1) * self._block, self._source.slots)
                    rows[: slots[1] - slots[0], -1] = converted(self._distances.distances(*slots), self._field)
                np.take(rows.reshape(shape), requested, 0, buffer[first : first + len(requested)], "clip")  # no copy
                offsets[requested] = np.arange(first, first + len(requested))

        frames = self._requested_frames(pages)
        calls = [frames[slice(*call)] for call in ranges(0, len(frames), FRAMES_PER_CALL)]
        for _ in all_results(pool, load, calls):
            progress.advance(0, 0)

    def _requested_frames(self, pages: int) -> NDArray[np.int64]:
        """Returns the numbers of the frames, of so many ``pages`` each, that have requested pages."""
        found = [np.empty(0, np.int64)]
        for start, stop in ranges(0, len(self._offsets), max(1, PAGES_AT_ONCE // pages) * pages):
            requested = np.flatnonzero(self._offsets[start:stop] == REQUESTED)
            found.append(np.unique((start + requested) // pages))
        return np.concatenate(found)

    def _allocate(self, capacity: int) -> None:
        """Allocate the buffer for ``capacity`` pages and the page of zeros."""
        self._capacity = capacity
        self._rows = np.empty(((capacity + 1) << self._shift, self._width), self._field)
        self._rows[: 1 << self._shift] = 0


class _Order:
    """The tasks that remain, in order, of which few are stored."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._source, self._stored, self._most = iter(tasks), deque[Task](), 0

    def first(self, count: int) -> list[Task]:
        """Returns the next ``count`` tasks; fewer if fewer remain."""
        while len(self._stored) < count and (task := next(self._source, None)) is not None:
            self._stored += ranges(*task, self._most) if self._most else [task]
        return list(islice(self._stored, count))

    def next_of(self, results: Mapping[Task, Any]) -> Task | None:
        """Removes the next task, and returns it, if there is a result of it."""
        return self._stored.popleft() if self._stored and self._stored[0] in results else None

    def divide(self, size: int) -> None:
        """Cuts the tasks that remain into ranges of at most ``size`` slots."""
        self._stored = deque(piece for task in self._stored for piece in ranges(*task, size))
        self._most = size


def fill(source: Source, number: int, rows: NDArray[Any]) -> None:
    """Write the records of frame ``number`` into ``rows``, which have one or three fields."""
    for column, plane in zip(rows.T, source.fields(number), strict=False):
        column[: len(plane)] = plane
