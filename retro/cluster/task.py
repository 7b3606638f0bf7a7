"""What the driver gives to workers, and what they return to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.solving.flags import Due
from retro.solving.shard import TaskResult
from retro.solving.tiles import Tiles


@dataclass(frozen=True)
class Task:
    """What workers are to solve, and how.

    digest, engine  fingerprints of the rules and of this package: they must be the same everywhere
    tiles           plan of the store of a worker; workers share its scratch directory, but no file there
    memory_bytes    memory that a worker requires
    patience        seconds after which a worker that does not answer is lost
    """

    game: str
    options: dict[str, int | str]
    digest: str
    engine: str
    tiles: Tiles
    threads: int
    memory_bytes: int
    patience: float


class StepResult(NamedTuple):
    """Result of a step.

    remaining       whether anything remains to be done
    result          sum of the results of all tasks
    sent, max_sent  bytes for other workers: for all of them, and the most for one of them
    receivers       a bit for each worker, set if there are bytes for it
    """

    remaining: bool
    result: TaskResult
    sent: int
    max_sent: int
    receivers: NDArray[np.uint8]


class RoundResult(NamedTuple):
    """Result of applying updates or answering requests: sum of the results of all tasks; levels that are due;
    bytes of answers."""

    result: TaskResult
    due: Due
    answered: int


class EdgesResult(NamedTuple):
    """Result of `find_edges` or `write_lists`: slots that were done, edges that were found or listed, bytes sent."""

    result: TaskResult
    edges: int
    sent: int = 0
