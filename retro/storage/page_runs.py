"""Tasks that look rows up in pages: they are done again and again until no row is missing.

With pages that are not resident (`retro.storage.page_cache`), as many tasks are a batch as there is memory for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

from retro.storage.page_cache import PageCache
from retro.system.checkpointing import in_order
from retro.system.progress import Progress, Silent
from retro.system.ranges import ranges

TASKS_AHEAD = 4
"""Tasks per thread that start before the result of the first is consumed."""
TARGET_FILL = 0.9
"""Share of the pages that a batch is planned to fill, by what the batch before it took; a task that does not fit is run
in vain."""

Task = tuple[int, int]
"""A range of slots: the first and one past the last."""
Result = TypeVar("Result")


def run(
    cache: PageCache, tasks: Iterable[Task], threads: int, work: Callable[[Task], Result], progress: Progress
) -> Generator[tuple[Task, Result], None, None]:
    """Yields every task with its result, in order. Tasks may be cut; ``work`` is called several times for each.

    With resident pages the calling thread does one task after the other, since other threads use them as well.
    """
    order, results, failures = _Order(tasks), dict[Task, Result](), 0
    size = 1 if cache.resident else TASKS_AHEAD * threads
    with ThreadPoolExecutor(threads) as pool:
        while following := order.first(size):
            batch = [task for task in following if task not in results]
            done = 0
            for task, result in _rounds(cache, batch, work, pool, threads, progress):
                results[task], done = result, done + 1
                while (first := order.next_of(results)) is not None:
                    yield first, results.pop(first)
                    progress.advance(first[1] - first[0], 0)
            failures = 0 if done else failures + 1
            slots = following[0][1] - following[0][0]
            if done == len(batch):
                size = 1 if cache.resident else max(1, int(done * min(2, TARGET_FILL / cache.fill)))
            elif done or len(batch) > 1:
                size = done or len(batch) // 2
            else:
                if slots > 1 and not (cache.resident and (failures == 1 or cache.shrinks)):
                    order.divide(slots // 2)
                cache.make_room(growing=slots <= 1 and not cache.resident)


def complete(cache: PageCache, call: Callable[[], Result]) -> Result:
    """Calls ``call`` until no row that it looks up is missing, and returns its result."""
    ((_, result),) = run(cache, [(0, 0)], 1, lambda task: call(), Silent())
    return result


def _rounds(
    cache: PageCache,
    tasks: list[Task],
    work: Callable[[Task], Result],
    pool: ThreadPoolExecutor,
    threads: int,
    progress: Progress,
) -> Iterator[tuple[Task, Result]]:
    """Yields those of the tasks, with their results, whose pages fit into memory together."""
    if not cache.resident:
        cache.drop()
    with cache.entered():
        full = False
        while tasks:
            again, last = list[Task](), full
            attempt = cache.attempt(work, min(threads, len(tasks)))
            for task, (missing, refused, result) in in_order(pool, TASKS_AHEAD * threads - 1, attempt, tasks):
                full |= refused
                if missing:
                    again.append(task)
                    progress.advance(0, 0)
                else:
                    yield task, result
            if not again or last or (full and cache.resident) or not cache.load(pool, progress):
                return
            tasks = again


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
