"""The records of a solved game that does not fit into memory: those that are asked for, page by page.

Kernels look records up anywhere, and to read each from a compressed file as it is wanted would take years. So tasks are
run without them first: what is not there is asked for (`paged_kernels`), and what was found counts for nothing. Then
all pages that were asked for are brought, each frame of the database being decompressed once, and the tasks are run
again. A task in which nothing was missing is done. Where moves lead is there after one such round; along a line every
round goes one move further. No kernel has to say beforehand what it will look up.

As many tasks go together as there is room for their pages; then all pages are forgotten, and the next tasks follow. A
task that does not fit alone is divided, and so are those after it. So memory is what is allowed and results are the
same for any amount, but the less there is, the more often the database is decompressed.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from retro.storage.database import Database
from retro.storage.distances import DistanceFile
from retro.system.checkpointing import in_order
from retro.system.progress import Progress
from retro.system.ranges import Range, ranges

AHEAD = 4
"""Tasks of a thread that are begun before their results are taken."""
FILLED = 0.9
"""Part of the room that tasks are given by what those before them took: what does not fit is begun in vain."""
FRAMES = 16
"""Of the database, that a thread looks through together."""
PAGE_BYTES = 32
"""A page has as many: what is near in the index comes along, and a look-up costs a cache line."""
PLACE_BYTES, PLACES_PART = 4, 4
"""Where pages are takes a fourth of the room at most; where it would take more, pages are larger."""
ABSENT, WANTED = -1, -2
"""In place of where a page is."""
SLOTS, SHIFT, ROOM, MISSING, REFUSED = range(5)
"""Numbers of a thread: slots of the game; binary logarithm of those in a page; pages that it may still ask for; how
often a record was not there, and how often it could not even be asked for."""
ZEROS = 0
"""The first page and its first row are no one's, and zeros."""

TIMES, BRINGING = 1.5, 0.004
"""How much longer it takes than in memory: as tasks are run twice; and as all frames are decompressed for as many slots
as there are pages, which ask for about one page each. Of `retro verify ostle`; other kernels do more with less."""
NO_DISTANCES: NDArray[np.uint8] = np.zeros(0, np.uint8)

Task = tuple[int, int]
Result = TypeVar("Result")


class View(NamedTuple):
    """What kernels look into: where each page is, the rows of all that are there, and the numbers of one thread."""

    places: NDArray[np.int32]
    rows: NDArray[Any]
    numbers: NDArray[np.int64]


class Pages:
    """Records of a database in ``room`` bytes, in rows of ``width`` fields of a type.

    In one more field there are ``distances`` from the start, if they are given.
    """

    def __init__(
        self,
        database: Database,
        width: int,
        field: np.dtype[Any],
        room: int,
        distances: DistanceFile | None = None,
    ) -> None:
        self._database, self._distances, self._fields = database, distances, width
        self._width, self._field = width + (distances is not None), field
        self._block, row, shift = database.manifest.block, self._width * field.itemsize, 0
        while self._block % (2 << shift) == 0 and (
            row << shift < PAGE_BYTES or PLACES_PART * PLACE_BYTES * (database.slots >> shift) > room
        ):
            shift += 1
        self._shift = shift
        self._places = np.full(-(-database.slots >> shift), ABSENT, np.int32)
        self._local, self._lock = threading.local(), threading.Lock()
        self._provide(max(1, (room - self._places.nbytes) // (row << shift)))

    @property
    def view(self) -> View:
        """For kernels that this thread runs."""
        if not hasattr(self._local, "numbers"):
            self._local.numbers = np.zeros(5, np.int64)
            self._local.numbers[[SLOTS, SHIFT]] = self._database.slots, self._shift
        return View(self._places, self._rows, self._local.numbers)

    @property
    def searched(self) -> bool:
        """Whether there are distances."""
        return self._distances is not None

    def near(self, asked: bool) -> View:
        """The same for distances; without any if they are not ``asked`` for, or not there."""
        places, rows, numbers = self.view
        return View(places, rows[:, self._fields :] if asked else rows[:, :0], numbers)

    def told(self) -> str:
        """What there is to know before anything is looked up."""
        slots, held = self._database.slots, self._rows.nbytes + self._places.nbytes
        size, times = slots * self._width * self._field.itemsize, TIMES + BRINGING * slots / self._most
        looked_up = f"{size / 1e9:,.1f} GB of records are looked up in {held / 1e9:,.1f} GB"
        return f"{looked_up}, which takes about {times:.1f} times as long"

    def record(self, index: int) -> tuple[int, int, int]:
        """best, second and only move of a slot, from the database."""
        return self._database.record(index)

    def run(
        self, tasks: Sequence[Task], threads: int, one: Callable[[Task], Result], progress: Progress
    ) -> Iterator[tuple[Task, Result]]:
        """What ``one`` finds for every task, in order. It is called several times for each."""
        order, found = deque(tasks), dict[Task, Result]()
        many = AHEAD * threads
        with ThreadPoolExecutor(threads) as pool:
            try:
                while order:
                    batch = [task for task in islice(order, many) if task not in found]
                    done = 0
                    for task, result in self._rounds(batch, one, pool, threads):
                        found[task], done = result, done + 1
                        while order and order[0] in found:
                            first = order.popleft()
                            yield first, found.pop(first)
                            progress.advance(first[1] - first[0], 0)
                    if done == len(batch):
                        many = max(1, int(done * min(2, FILLED * self._most / self._taken)))
                    elif done or len(batch) > 1:
                        many = done or len(batch) // 2
                    elif size := (order[0][1] - order[0][0]) // 2:
                        order = _divided(order, size)
                    else:
                        self._provide(2 * self._most)
            finally:
                pool.shutdown(cancel_futures=True)

    def complete(self, call: Callable[[], Result]) -> Result:
        """What ``call`` returns when nothing is missing that it looks up. It is called several times."""
        with ThreadPoolExecutor(1) as pool:
            while True:
                for _, result in self._rounds([(0, 0)], lambda task: call(), pool, 1):
                    return result
                self._provide(2 * self._most)

    def _rounds(
        self, tasks: list[Task], one: Callable[[Task], Result], pool: ThreadPoolExecutor, threads: int
    ) -> Iterator[tuple[Task, Result]]:
        """Those tasks that can be done with as many pages as there is room for, and what ``one`` finds for them."""
        self._places.fill(ABSENT)
        self._taken, self._left, self._full = ZEROS + 1, self._most, False
        while tasks:
            full, again = self._full, []
            tried = self._tried(one, min(threads, len(tasks)))
            for task, (complete, result) in in_order(pool, AHEAD * threads - 1, tried, tasks):
                if complete:
                    yield task, result
                else:
                    again.append(task)
            if again and not full:
                self._bring(pool)
            tasks = [] if full else again

    def _tried(self, one: Callable[[Task], Result], sharing: int) -> Callable[[Task], tuple[bool, Result]]:
        """``one``, and before what it finds whether nothing was missing; so many threads share what room is left."""

        def tried(task: Task) -> tuple[bool, Result]:
            numbers = self.view.numbers
            with self._lock:
                given = self._left // sharing
                self._left -= given
            numbers[[ROOM, MISSING, REFUSED]] = given, 0, 0
            result = one(task)
            with self._lock:
                self._left += int(numbers[ROOM])
                self._full |= bool(numbers[REFUSED])
            return not numbers[MISSING], result

        return tried

    def _bring(self, pool: ThreadPoolExecutor) -> None:
        """Bring all pages that were asked for."""
        frames, pages = -(-self._database.slots // self._block), self._block >> self._shift
        shape = -1, 1 << self._shift, self._width
        there = self._rows.reshape(shape)

        def bring(numbers: Range) -> None:
            for number in range(*numbers):
                places = self._places[number * pages : (number + 1) * pages]
                wanted = np.flatnonzero(places == WANTED)
                if not len(wanted):
                    continue
                with self._lock:
                    first = self._taken
                    self._taken += len(wanted)
                rows = np.zeros((self._block, self._width), self._field)
                fill(self._database, number, rows[:, : self._fields])
                if self._distances:
                    slots = number * self._block, min((number + 1) * self._block, self._database.slots)
                    rows[: slots[1] - slots[0], -1] = self._distances.distances(*slots)
                there[first : first + len(wanted)] = rows.reshape(shape)[wanted]
                places[wanted] = np.arange(first, first + len(wanted))

        for _ in pool.map(bring, ranges(0, frames, FRAMES)):
            pass

    def _provide(self, most: int) -> None:
        """Room for so many pages."""
        self._most = most
        self._rows = np.empty(((most + 1) << self._shift, self._width), self._field)
        self._rows[: 1 << self._shift] = 0


def _divided(tasks: Iterable[Task], size: int) -> deque[Task]:
    """The tasks in pieces of so many slots."""
    return deque(piece for task in tasks for piece in ranges(*task, size))


def fill(database: Database, number: int, rows: NDArray[Any]) -> None:
    """Write the records of a frame into ``rows``, which have as many fields as kernels look at."""
    for column, plane in zip(rows.T, database.fields(number), strict=False):
        column[: len(plane)] = plane
