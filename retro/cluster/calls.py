"""Calls to many workers at once: their answers, or the error that one was lost.

A call costs the caller half a millisecond, and the driver calls all workers twice a round. More than FEW workers are
therefore divided into teams, n teams of about n workers: the driver calls the first worker of each team, which calls
the others (`relayed`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from typing import Any, NamedTuple

import ray
from ray.exceptions import GetTimeoutError, RayError, RayTaskError

from retro.cluster import Lost
from retro.system.errors import RetroError

POLL = 1.0
"""Seconds between two looks at which calls have ended."""
FEW = 32
"""Up to so many workers are called one by one."""
EXCHANGE, STATUS, PAGES, RELAY = "exchange", "status", "pages", "relay"
"""Groups of a worker's threads: for messages of other workers, for its status, for functions of pages, for its team."""
GROUPS = {EXCHANGE: 2, STATUS: 1, RELAY: 5}
"""Threads that answer while a worker works. The first of a team relays one call for work, one for the status, and one
to halt; the last two may still be relayed from the call before, if a worker does not answer."""

Arguments = Sequence[tuple[Any, ...]]
"""Arguments of a call for each worker, in order."""


class Team(NamedTuple):
    """Workers that are called by way of the first; a team of one is called directly."""

    numbers: range
    first: Any

    def call(self, method: str, arguments: Arguments, group: str | None = None) -> Any:
        """Calls a method of each worker, in threads of a group. Returns the pending call (`answer`)."""
        if len(self.numbers) == 1:
            return called(self.first, method, arguments[0], group)
        return called(self.first, "relay", (self.numbers, method, arguments, group), RELAY)

    @property
    def slack(self) -> float:
        """Seconds that the first worker may take to report that another does not answer."""
        return 0.0 if len(self.numbers) == 1 else 2 * POLL

    def each(self, answers: Any) -> Iterator[tuple[int, Any]]:
        """Yields the number of each worker with its answer."""
        return zip(self.numbers, [answers] if len(self.numbers) == 1 else answers, strict=True)


def teams(workers: Sequence[Any], size: int = 0) -> list[Team]:
    """Returns all workers in teams of ``size``, by default of one if there are few."""
    size = size or (1 if len(workers) <= FEW else isqrt(len(workers) - 1) + 1)
    starts = range(0, len(workers), size)
    return [Team(range(first, min(first + size, len(workers))), workers[first]) for first in starts]


def called(worker: Any, method: str, arguments: tuple[Any, ...], group: str | None = None) -> Any:
    """Calls a method of a worker, in threads of a group. Returns the pending call (`answer`)."""
    remote = getattr(worker, method)
    return (remote.options(concurrency_group=group) if group else remote).remote(*arguments)


def answer(call: Any, worker: int | None, patience: float) -> Any:
    """Returns the answer to a pending call. Raises the worker's exception, or Lost for an error of Ray."""
    try:
        return ray.get(call, timeout=patience)
    except RayTaskError as error:
        if isinstance(error.cause, RayError):
            raise _lost(worker, error.cause, patience) from None
        if isinstance(error.cause, RetroError | MemoryError | OSError):
            raise error.cause from None
        raise
    except RayError as error:
        raise _lost(worker, error, patience) from None


def _lost(worker: int | None, error: Exception, patience: float) -> Lost:
    name = "a worker" if worker is None else f"worker {worker}"
    if isinstance(error, GetTimeoutError):
        return silent(f"{name}, or one that it waited for,", patience)
    reason = str(error).strip().splitlines() or [type(error).__name__]
    return Lost(f"{name} was lost: {reason[0].rstrip('.')}")


def silent(name: str, patience: float) -> Lost:
    """Returns the error for a worker that does not even answer for its status."""
    return Lost(f"{name} was lost: no answer for {patience:g} seconds")


def arrivals(calls: Mapping[Any, int], patience: float) -> Iterator[tuple[dict[int, Any], list[int]]]:
    """Yields answers by worker as they arrive, and the workers that have not answered; raises as `answer` does."""
    pending = list(calls)
    while pending:
        ended, pending = ray.wait(pending, num_returns=len(pending), timeout=POLL)
        yield {calls[call]: answer(call, calls[call], patience) for call in ended}, [calls[call] for call in pending]


def relayed(
    workers: Sequence[Any], numbers: range, method: str, arguments: Arguments, group: str | None, patience: float
) -> list[Any]:
    """Calls some workers. Returns their answers in order; raises as `answer` does.

    Raises Lost if a worker does not answer a call in a ``group`` within ``patience`` seconds; other calls are work and
    may take longer.
    """
    began, answers = time.monotonic(), dict[int, Any]()
    calls = {
        called(workers[number], method, given, group): number for number, given in zip(numbers, arguments, strict=True)
    }
    for arrived, missing in arrivals(calls, patience):
        answers |= arrived
        if missing and group and time.monotonic() - began > patience:
            raise silent(f"worker {missing[0]}", patience)
    return [answers[number] for number in numbers]
