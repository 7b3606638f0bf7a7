"""Databases, checkpoints and files of distances with random contents."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from retro.game import NONE, loss, win
from retro.storage import manifest, writer
from retro.storage.checkpoint import CheckpointFile, Identity
from retro.storage.distances import Reach
from retro.storage.run import Run
from retro.storage.seekable import BlockFile
from retro.storage.solution import Solution, Statistics
from retro.system.progress import Silent, Stopwatch


class Given(Solution):
    """A solution with random records."""

    def __init__(self, best, second, only_move):
        self.records = np.asarray(best, np.uint16), np.asarray(second, np.uint16), np.asarray(only_move, np.int16)
        self.statistics = Statistics({0: 5, win(1): 3, loss(8): 2}, 4, 9, 1, 2, {"one": 4, "two": 5}, len(best))

    def planes(self, start, stop):
        best, second, only_move = (plane[start:stop] for plane in self.records)
        return best, second, only_move


def random_solution(slots, codes=80, values=200, seed=0):
    """Returns a solution of ``slots`` random records with codes below ``codes`` and so many different values."""
    chance = np.random.default_rng(seed)
    used = chance.choice(512, values, replace=False)
    best = chance.choice(used, slots)
    only_move = np.where(chance.random(slots) < 0.5, NONE, chance.integers(0, codes, slots))
    return Given(best, np.where(only_move == NONE, best, chance.choice(used, slots)), only_move)


ABOUT = manifest.Manifest(
    game="walk",
    title="Walk ✓",
    options={"size": 3, "rule": "paper"},
    digest="abc",
    codes=80,
    repetition=True,
    scores="",
    statistics=Statistics(),
    start=win(7),
    notes=("one", "two"),
)


RUN = Run(
    engine="0",
    python="3",
    numba="0",
    machine={"processor": "p", "cores": 2, "memory_bytes": 5},
    backend="queue",
    threads=2,
    date="2025-01-01T00:00:00+00:00",
    seconds=1.5,
    phases={"level": 1.25},
    resumed=0,
    peak_rss_bytes=7,
    edges=5,
)


def store(path, solution, **changes):
    """Writes a solution to ``path`` as the database of the game "walk"; ``changes`` are fields of its manifest."""
    about = replace(ABOUT, statistics=solution.statistics, **changes)
    with writer.alone(path):
        return writer.write(path, solution, about, lambda: RUN, 2, lambda slots: None)


def same(found, expected):
    """Returns whether two sequences of arrays are equal."""
    return all(np.array_equal(one, other) for one, other in zip(found, expected, strict=True))


IDENTITY = Identity("solve", "walk", {"size": 3}, "a" * 64, "b" * 64, "queue")


def checkpoint_file(path, stopping=lambda: False, identity=IDENTITY, **more):
    """Returns the checkpoint of a run with two threads at ``path``."""
    return CheckpointFile(path, identity, 2, stopping, Stopwatch(Silent()), **more)


ARRAYS = {
    "records": np.arange(3_000_000, dtype=np.uint32),
    "pending": np.eye(7, 5, dtype=np.bool_),
    "none": np.zeros(0, np.int64),
    "total": np.array([-1, 2, 1 << 60]),
}


def reach_about(**changes) -> Reach:
    """Returns the description of a file of distances, with ``changes`` to its fields."""
    return replace(Reach("d", (1, 2), 3, BlockFile(0, "", "")), **changes)
