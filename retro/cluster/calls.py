"""Calls to many workers at once, and what comes of them: answers, or who was lost.

A call costs whoever makes it half a millisecond, and whoever drives calls all workers twice a round. So where there are
many they are in teams, as many as each has workers: he calls the first of each team, who calls the others (`relayed`).
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
"""Seconds from one look at what has ended to the next, as long as not everything has."""
FEW = 32
"""So many workers are called one by one."""
GIVING, TELLING, MAKING, LEADING = "giving", "telling", "making", "leading"
GROUPS = {GIVING: 2, TELLING: 1, LEADING: 5}
"""Threads that answer while a worker is at work. Whoever leads has a call under way, one for how far it is, and one to
halt; the last two may still be of the call before, if somebody does not answer."""

Arguments = Sequence[tuple[Any, ...]]
"""Those of each worker, in order."""


class Team(NamedTuple):
    """Workers that are called by way of the first; one alone is called itself."""

    numbers: range
    first: Any

    def call(self, method: str, arguments: Arguments, group: str | None = None) -> Any:
        """Have each do something, in threads of a group; what `answer` waits for."""
        if len(self.numbers) == 1:
            return called(self.first, method, arguments[0], group)
        return called(self.first, "lead", (self.numbers, method, arguments, group), LEADING)

    @property
    def slack(self) -> float:
        """Seconds in which the first says who of the others does not answer."""
        return 0.0 if len(self.numbers) == 1 else 2 * POLL

    def each(self, found: Any) -> Iterator[tuple[int, Any]]:
        """The answer of each, with its number."""
        return zip(self.numbers, [found] if len(self.numbers) == 1 else found, strict=True)


def teams(workers: Sequence[Any], size: int = 0) -> list[Team]:
    """All workers in teams of a size, by default of one if there are few."""
    size = size or (1 if len(workers) <= FEW else isqrt(len(workers) - 1) + 1)
    starts = range(0, len(workers), size)
    return [Team(range(first, min(first + size, len(workers))), workers[first]) for first in starts]


def called(worker: Any, method: str, arguments: tuple[Any, ...], group: str | None = None) -> Any:
    """Have a worker do something; what `answer` waits for."""
    asked = getattr(worker, method)
    return (asked.options(concurrency_group=group) if group else asked).remote(*arguments)


def answer(asked: Any, worker: int | None, patience: float) -> Any:
    """What came of a call. Whatever a worker raises that is no fault of Ray's, or Lost."""
    try:
        return ray.get(asked, timeout=patience)
    except RayTaskError as error:
        if isinstance(error.cause, RayError):
            raise _lost(worker, error.cause, patience) from None
        if isinstance(error.cause, RetroError | MemoryError | OSError):
            raise error.cause from None
        raise
    except RayError as error:
        raise _lost(worker, error, patience) from None


def _lost(worker: int | None, error: Exception, patience: float) -> Lost:
    which = "a worker" if worker is None else f"worker {worker}"
    if isinstance(error, GetTimeoutError):
        return silent(f"{which}, or one that it waited for,", patience)
    why = str(error).strip().splitlines() or [type(error).__name__]
    return Lost(f"{which} was lost: {why[0].rstrip('.')}")


def silent(which: str, patience: float) -> Lost:
    """Of whoever does not even say how far it is."""
    return Lost(f"{which} was lost: no answer for {patience:g} seconds")


def arrivals(asked: Mapping[Any, int], patience: float) -> Iterator[tuple[dict[int, Any], list[int]]]:
    """Answers by worker as they come, and who has not answered yet; errors as of `answer`."""
    left = list(asked)
    while left:
        ended, left = ray.wait(left, num_returns=len(left), timeout=POLL)
        yield {asked[each]: answer(each, asked[each], patience) for each in ended}, [asked[each] for each in left]


def relayed(
    workers: Sequence[Any], numbers: range, method: str, arguments: Arguments, group: str | None, patience: float
) -> list[Any]:
    """What some workers answer to a call, in order; errors as of `answer`.

    Lost if one of them does not, within ``patience`` seconds if it is asked in a group: those who are at work need not.
    """
    began, found = time.monotonic(), dict[int, Any]()
    asked = {called(workers[each], method, given, group): each for each, given in zip(numbers, arguments, strict=True)}
    for came, left in arrivals(asked, patience):
        found |= came
        if left and group and time.monotonic() - began > patience:
            raise silent(f"worker {left[0]}", patience)
    return [found[each] for each in numbers]
