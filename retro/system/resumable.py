"""A run that saves its state and resumes from it: what the back ends and the searches have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

from numpy.typing import NDArray

from retro.system.checkpointing import (
    NO_ARRAYS,
    Arrays,
    Checkpoint,
    PagedArray,
    Result,
    RunState,
    Snapshot,
    Task,
    in_order,
)


class ResumableRun(ABC):
    """A run whose state is some of its attributes, which can be written as JSON, and arrays.

    A subclass names the run and these attributes, and sets all of them before it calls `resume`.
    """

    name: ClassVar[str]
    state: ClassVar[tuple[str, ...]]
    checkpoint: Checkpoint
    done = 0
    """Tasks that are finished, for a run that calls `tasks`."""

    @abstractmethod
    def arrays(self) -> Arrays:
        """Returns the arrays to save."""

    def where(self) -> RunState:
        """Returns the attributes to save."""
        return {name: getattr(self, name) for name in self.state}

    def resume(self, into: Mapping[str, PagedArray] = NO_ARRAYS) -> dict[str, NDArray[Any]] | None:
        """Sets the attributes as they were saved.

        Returns the arrays that were saved, None if nothing was. Those that ``into`` names are filled in there.
        """
        saved = self.checkpoint.resume(self.name, into)
        if saved is None:
            return None
        where, arrays = saved
        for name in self.state:
            setattr(self, name, where[name])
        return arrays

    @property
    def snapshot(self) -> Snapshot:
        return self.name, self.where(), self.arrays()

    def save(self) -> None:
        """Saves the state. Raises KeyboardInterrupt after that if the user interrupted the run."""
        self.checkpoint.save(*self.snapshot)

    def tasks(
        self,
        pool: ThreadPoolExecutor,
        ahead: int,
        one: Callable[[Task], Result],
        tasks: Iterable[Task],
        size: int = 1,
    ) -> Iterator[tuple[Task, Result]]:
        """Runs tasks in a pool and yields each with its result, in order (`in_order`).

        When the state is to be saved, ``done`` has grown by ``size`` for each task that is finished.
        """
        begun = self.done

        def save(finished: int) -> None:
            self.done = begun + finished * size
            self.save()

        return in_order(pool, ahead, one, tasks, self.checkpoint, save)
