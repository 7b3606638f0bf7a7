"""How a long run is interrupted and goes on: tasks in order, and between two of them a moment to save everything.

A backend hands its work to `in_order`. Whenever the saver says that it is time, no further task is begun, those under
way end, and the backend's arrays and the place where it is are saved. Tasks must be such that what they leave does not
depend on which of them ran side by side: then a run that was interrupted ends like one that was not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Where = dict[str, Any]
"""The place where a run is: what can be written as JSON."""


Each = Callable[[NDArray[np.uint8]], Any]
"""Of the bytes of a part."""


class Parts(Protocol):
    """An array that is not in memory as one: its bytes, part by part."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]

    @property
    def sizes(self) -> list[int]:
        """Bytes of each part."""

    def part(self, number: int) -> NDArray[np.uint8]:
        """The bytes of a part."""

    def fill(self, number: int, data: bytes) -> None:
        """Bring a part back; several threads may, each another one."""

    def each(self, function: Each) -> Iterator[Any] | None:
        """What a function that can be pickled makes of the bytes of each part, in order, made where they are; None if
        that is here."""


Arrays = Mapping[str, NDArray[Any] | Parts]
Snapshot = tuple[str, Where, Arrays]
"""Of a run: its name, where it is, and its arrays."""

EMPTY: Mapping[str, Parts] = MappingProxyType({})

Task = TypeVar("Task")
Result = TypeVar("Result")


class Saver:
    """Keeps what a run found so far, called from one thread; what a class does not override keeps nothing."""

    def resume(self, name: str, into: Mapping[str, Parts] = EMPTY) -> tuple[Where, dict[str, NDArray[Any]]] | None:
        """Where the run ``name`` was when it was saved, and its arrays; None if nothing was saved.

        Those that ``into`` names are filled in there.
        """
        return None

    def due(self) -> bool:
        """Whether it is time to save."""
        return False

    def save(self, name: str, where: Where, arrays: Arrays) -> None:
        """Save. KeyboardInterrupt after that, if the run was asked to stop."""

    def stop_if_asked(self) -> None:
        """KeyboardInterrupt if the run was asked to stop: for long work of which nothing can be saved."""


NO_SAVER = Saver()


def in_order(
    pool: ThreadPoolExecutor,
    ahead: int,
    one: Callable[[Task], Result],
    tasks: Iterable[Task],
    saver: Saver = NO_SAVER,
    save: Callable[[int], None] = lambda done: None,
) -> Iterator[tuple[Task, Result]]:
    """Every task and its result, in order; at most ``ahead`` are begun before the first of them is looked at.

    ``save`` is called when it is time, with the number of tasks that are done. All of these were looked at, and no
    other was begun.
    """
    running: deque[tuple[Task, Future[Result]]] = deque()
    for number, task in enumerate(tasks):
        if saver.due():
            yield from _ended(running)
            save(number)
        running.append((task, pool.submit(one, task)))
        if len(running) > ahead:
            first, future = running.popleft()
            yield first, future.result()
    yield from _ended(running)


def _ended(running: deque[tuple[Task, Future[Result]]]) -> Iterator[tuple[Task, Result]]:
    while running:
        task, future = running.popleft()
        yield task, future.result()
