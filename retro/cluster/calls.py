"""Calls to many workers at once: their progress and answers, or the error that a worker was lost.

A call costs the caller half a millisecond, and the driver calls all workers twice a round. More workers than a few are
therefore divided into teams, n teams of about n workers: the driver calls the first worker of each team, which calls
the others (`relayed`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isqrt
from typing import Any, NamedTuple

import ray
from ray.exceptions import GetTimeoutError, RayError, RayTaskError

from retro.cluster import Lost
from retro.solving.shard import TaskResult
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint
from retro.system.errors import RetroError
from retro.system.sizes import PRODUCTION

POLL = 1.0
"""Seconds between two tests of which calls have ended."""
EXCHANGE, STATUS, PAGES, RELAY = "exchange", "status", "pages", "relay"
"""Groups of a worker's threads: for messages of other workers, `status` and `halt`, functions of pages, and `relay`."""
GROUPS = {EXCHANGE: 2, STATUS: 1, RELAY: 5}
"""Threads of a worker by group, besides the one that works. The first worker of a team relays up to five calls at once:
one for work, and of `status` and `halt` two each, because those of the call before may still wait for a worker."""

Arguments = Sequence[tuple[Any, ...]]
"""Arguments of a call for each worker, in order."""


Count = Callable[[TaskResult], None]


class Team(NamedTuple):
    """Workers that are called by way of the first; a team of one is called directly."""

    numbers: range
    first: Any

    def call(self, method: str, arguments: Arguments, group: str | None = None) -> Any:
        """Calls a method of each worker, in threads of a group. Returns the pending call (`answer`)."""
        if len(self.numbers) == 1:
            return called(self.first, method, arguments[0], group)
        return called(self.first, "relay", (self.numbers, method, arguments, group), RELAY)

    def each(self, answers: Any) -> Iterator[tuple[int, Any]]:
        """Yields the number of each worker with its answer."""
        return zip(self.numbers, [answers] if len(self.numbers) == 1 else answers, strict=True)


def teams(workers: Sequence[Any], size: int = 0, few: int = PRODUCTION.few_workers) -> list[Team]:
    """Returns all workers in teams of ``size``, by default of one if there are ``few`` or fewer."""
    size = size or (1 if len(workers) <= few else isqrt(len(workers) - 1) + 1)
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
    """Returns the error for a worker that does not answer a call of `status` either."""
    return Lost(f"{name} was lost: no answer for {patience:g} seconds")


def arrivals(calls: Mapping[Any, int], patience: float) -> Iterator[tuple[dict[int, Any], list[int]]]:
    """Yields, every POLL seconds or sooner, new answers by worker, and the workers that have not answered yet.

    Raises the exceptions of `answer`.
    """
    pending = list(calls)
    while pending:
        ended, pending = ray.wait(pending, num_returns=len(pending), timeout=POLL)
        yield {calls[call]: answer(call, calls[call], patience) for call in ended}, [calls[call] for call in pending]


def relayed(
    workers: Sequence[Any], numbers: range, method: str, arguments: Arguments, group: str | None, patience: float
) -> list[Any]:
    """Calls the workers with these ``numbers``. Returns their answers in order; raises the exceptions of `answer`.

    Also raises Lost if a worker does not answer a call in a ``group`` within ``patience`` seconds. Calls without a
    group are work and may take longer.
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


class Call:
    """A call to all workers while it is in progress. Each worker is polled for its status and must answer within
    ``patience``.

    ``phase`` is the round, and whether its updates are being applied; None for calls without results. Results that
    workers report meanwhile are passed to ``count``. ``due`` is true once it was time to save; the workers then halt.
    """

    def __init__(
        self,
        teams: Mapping[int, Team],
        patience: float,
        phase: tuple[int, bool] | None = None,
        count: Count = lambda result: None,
        checkpoint: Checkpoint = NO_CHECKPOINT,
    ) -> None:
        self._teams, self._patience = teams, patience
        self._phase, self._count, self._checkpoint = phase, count, checkpoint
        self._counted: dict[int, TaskResult] = {}
        self._polls: dict[int, tuple[Any, float]] = {}
        self.due = False

    def poll(self, missing: list[int]) -> None:
        """Reads the answers to earlier polls of the ``missing`` teams, and polls these.

        Polls of teams that have answered are discarded. Raises Lost if a team is silent for too long.
        """
        self._polls = {first: each for first, each in self._polls.items() if first in missing}
        for first, (poll, when) in list(self._polls.items()):
            team = self._teams[first]
            if ray.wait([poll], timeout=0)[0]:
                del self._polls[first]
                for number, (*phase, result) in team.each(answer(poll, first, self._patience)):
                    if tuple(phase) == self._phase:
                        self._count_until(number, result)
            # the first worker of a team may take two POLLs to report that another does not answer
            elif time.monotonic() - when > self._patience + 2 * POLL * (len(team.numbers) > 1):
                raise silent(f"worker {first}", self._patience)
        for first in missing:
            if first not in self._polls:
                self._polls[first] = self._to_team(first, "status"), time.monotonic()
        self.due = self.due or self._checkpoint.due()
        if self.due and self._phase and missing:
            for first in self._teams:
                self._to_team(first, "halt", self._phase[0])

    def ended(self, number: int, answered: Any) -> None:
        """Counts the result of a worker that has answered."""
        if self._phase:
            self._count_until(number, answered.result)

    def _to_team(self, first: int, method: str, *arguments: Any) -> Any:
        team = self._teams[first]
        return team.call(method, [arguments] * len(team.numbers), STATUS)

    def _count_until(self, number: int, result: TaskResult) -> None:
        """Counts what a worker has done since it was counted last; ``result`` is all that it has done in this call."""
        self._count(result + -self._counted[number] if number in self._counted else result)
        self._counted[number] = result
