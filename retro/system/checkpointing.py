"""Tasks in order, with pauses between them in which a long run saves its state, so that it can be resumed.

Backends and searches are `ResumableRun`s, and pass their tasks to `in_order`. When a checkpoint is due no further task
is started, the running ones end, and the run's arrays and state are saved. The results of a task must not depend on
which other tasks ran at the same time: then a run that was interrupted and resumed ends with the same results as one
that was not.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor, wait
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

RunState = dict[str, Any]
"""How far a run has come: values that can be written as JSON."""

PAGE_BYTES = 4 << 20
"""Bytes of a page of an array in memory."""


class PagedArray(Protocol):
    """An array whose bytes are read and written page by page, because it is not one piece of memory."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]

    @property
    def page_bytes(self) -> list[int]:
        """The number of bytes of each page, in order."""

    def read_page(self, number: int) -> NDArray[np.uint8]:
        """Returns the bytes of a page."""

    def fill_page(self, number: int, data: bytes) -> None:
        """Writes a page; several threads may write different pages at the same time."""

    def blocks(self, function: Callable[[NDArray[Any]], Any], size: int) -> Iterator[Any] | None:
        """Returns the results of ``function`` for each ``size`` neighbouring elements, in order.

        The processes that hold the array compute them, so the function can be pickled. Returns None if this process
        holds it, or if several of its pages share a block.
        """


class InMemory:
    """The pages of an array in memory: its bytes, not copied."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.dtype, self.shape, self._plain = array.dtype, array.shape, array.reshape(-1).view(np.uint8)

    @property
    def page_bytes(self) -> list[int]:
        return [len(self.read_page(number)) for number in range(-(-len(self._plain) // PAGE_BYTES))]

    def read_page(self, number: int) -> NDArray[np.uint8]:
        return self._plain[number * PAGE_BYTES : (number + 1) * PAGE_BYTES]

    def fill_page(self, number: int, data: bytes) -> None:
        self.read_page(number)[:] = np.frombuffer(data, np.uint8)

    def blocks(self, function: Callable[[NDArray[Any]], Any], size: int) -> None:
        return None


def paged(array: NDArray[Any] | PagedArray) -> PagedArray:
    """Returns an array in memory as pages, and other arrays as they are."""
    return InMemory(array) if isinstance(array, np.ndarray) else array


Arrays = Mapping[str, NDArray[Any] | PagedArray]
Snapshot = tuple[str, RunState, Arrays]
"""What a checkpoint holds of a run: its name, its state and its arrays."""

NO_ARRAYS: Mapping[str, PagedArray] = MappingProxyType({})

Task = TypeVar("Task")
Result = TypeVar("Result")


class Checkpoint:
    """Saves the state of a run; for one thread. This class saves nothing; subclasses override its methods."""

    def resume(
        self, name: str, into: Mapping[str, PagedArray] = NO_ARRAYS
    ) -> tuple[RunState, dict[str, NDArray[Any]]] | None:
        """Returns the saved state and arrays of the run ``name``; None if nothing was saved.

        Arrays that ``into`` names are written into those and not returned.
        """
        return None

    def state(self, name: str) -> RunState:
        """Returns the saved state of the run ``name`` without its arrays; empty if nothing was saved."""
        return {}

    def due(self) -> bool:
        """Whether it is time to save."""
        return False

    def due_if_small(self) -> bool:
        """Whether it is time to save a state that takes a moment to save."""
        return self.due()

    def growing_file(self) -> Path | None:
        """Returns the path of the file that belongs to the checkpoint, for data that is appended while the run goes on.

        The run writes it, and reads it when it is resumed; None if it may have no such file. It is removed with the
        checkpoint.
        """
        return None

    def save(self, name: str, state: RunState, arrays: Arrays) -> None:
        """Saves the run, then calls `raise_if_interrupted`."""

    def raise_if_interrupted(self) -> None:
        """Raises KeyboardInterrupt if the user has interrupted the run; also called during work that is not saved."""


NO_CHECKPOINT = Checkpoint()


def in_order(
    pool: ThreadPoolExecutor,
    ahead: int,
    run: Callable[[Task], Result],
    tasks: Iterable[Task],
    checkpoint: Checkpoint = NO_CHECKPOINT,
    save: Callable[[int], None] = lambda done: None,
) -> Iterator[tuple[Task, Result]]:
    """Yields every task and its result, in order; at most ``ahead`` are started before the first result is yielded.

    The only task of a sequence is run by this thread: there may be very many such sequences, and passing each task to
    another thread would take most of the time.

    When ``checkpoint`` is due, ``save`` is called with the number of finished tasks: the results of all of these have
    been yielded, and no other task has been started.

    If a task raises an error, no later task starts. The first error in the order of the tasks is raised. When it is
    raised, or the caller reads no further, the tasks that had started have ended, so that their memory is free.
    """
    running: deque[tuple[Task, Future[Result]]] = deque()
    failed = math.inf

    def run_unless_failed(number: int, task: Task) -> Result:
        nonlocal failed
        if number > failed:
            raise CancelledError
        try:
            return run(task)
        except BaseException:
            failed = min(failed, number)
            raise

    try:
        for number, task in enumerate(tasks):
            if checkpoint.due():
                yield from _results(running)
                save(number)
            if isinstance(tasks, Sequence) and len(tasks) == 1:
                yield task, run(task)
                return
            running.append((task, pool.submit(run_unless_failed, number, task)))
            if len(running) > ahead:
                yield _next(running)
        yield from _results(running)
    finally:
        _end(running)


def all_results(pool: ThreadPoolExecutor, run: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
    """Yields the results of all tasks, in order, as `in_order` does; all are started before the first is yielded."""
    return (result for _, result in in_order(pool, len(tasks), run, tasks))


def _results(running: deque[tuple[Task, Future[Result]]]) -> Iterator[tuple[Task, Result]]:
    while running:
        yield _next(running)


def _next(running: deque[tuple[Task, Future[Result]]]) -> tuple[Task, Result]:
    # no variable has the future: it has its error, which has this frame, and what the task held would stay in memory
    return running[0][0], running.popleft()[1].result()


def _end(running: deque[tuple[Task, Future[Result]]]) -> None:
    """Cancels the tasks that have not started, and waits for the others."""
    if running:
        for _, future in running:
            future.cancel()
        wait([future for _, future in running])
        running.clear()


class ResumableRun(ABC):
    """A run whose state is some of its attributes, which can be written as JSON, and arrays.

    A subclass names the run and these attributes, and sets all of them before it calls `resume`.
    """

    name: ClassVar[str]
    state: ClassVar[tuple[str, ...]]
    checkpoint: Checkpoint

    @abstractmethod
    def arrays(self) -> Arrays:
        """Returns the arrays to save."""

    def resume(self, into: Mapping[str, PagedArray] = NO_ARRAYS) -> dict[str, NDArray[Any]] | None:
        """Sets the attributes as they were saved.

        Returns the saved arrays, None if nothing was saved. Arrays that ``into`` names are written into those and not
        returned.
        """
        saved = self.checkpoint.resume(self.name, into)
        if saved is None:
            return None
        state, arrays = saved
        for name in self.state:
            setattr(self, name, state[name])
        return arrays

    @property
    def snapshot(self) -> Snapshot:
        return self.name, {name: getattr(self, name) for name in self.state}, self.arrays()

    def save(self) -> None:
        """Saves the state. Raises KeyboardInterrupt after that if the user interrupted the run."""
        self.checkpoint.save(*self.snapshot)
