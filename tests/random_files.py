"""Databases, distances and checkpoints with random content, which need no game."""

from dataclasses import replace

import numpy as np
from runs import loss_in, win_in

from retro.game import NONE
from retro.game.rules import OUTCOME_PLY_BITS
from retro.game.values import NO_VALUE
from retro.storage import distances, manifest, writer
from retro.storage.checkpoint import CheckpointFile, Identity
from retro.storage.distances import Reach
from retro.storage.run import Run
from retro.storage.seekable import BlockFile
from retro.storage.solution import Solution, Statistics
from retro.system.progress import Silent, Stopwatch

MANIFEST = manifest.Manifest(
    game="walk",
    title="Walk ✓",
    options={"size": 3, "rule": "paper"},
    digest="d" * 64,
    codes=80,
    repetition=True,
    scores="",
    ply_bits=OUTCOME_PLY_BITS,
    statistics=Statistics(),
    starts=(win_in(7),),
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
REACH = Reach(MANIFEST.digest, (1, 2), 3, BlockFile(0, "", ""))
IDENTITY = Identity("solve", "walk", {"size": 3}, "a" * 64, "b" * 64, "queue")
ARRAYS = {
    "records": np.arange(1_200_000, dtype=np.uint32),
    "pending": np.eye(7, 5, dtype=np.bool_),
    "none": np.zeros(0, np.int64),
    "total": np.array([-1, 2, 1 << 60]),
}
"""The arrays of a checkpoint."""


class GivenSolution(Solution):
    """A solution with given records."""

    def __init__(self, best, second, only_move):
        self.records = np.asarray(best, np.int32), np.asarray(second, np.int32), np.asarray(only_move, np.int16)
        self.statistics = Statistics({loss_in(8): 2, 0: 5, win_in(1): 3}, 4, 9, 1, 2, {"one": 4, "two": 5}, len(best))

    def planes(self, start, stop):
        best, second, only_move = (plane[start:stop] for plane in self.records)
        return best, second, only_move


def random_solution(slots, codes=80, values=200, repetition=True, seed=0):
    """Returns a solution with so many different values, of all sizes, if there are so many slots."""
    numbers = np.random.default_rng(seed)
    all_values = numbers.choice(600, values, replace=False) * 7_000_003 + NO_VALUE
    best = numbers.choice(all_values, slots)
    best[:values] = all_values[:slots]
    only_move = np.full(slots, NONE)
    if repetition:
        only_move = np.where(numbers.random(slots) < 0.5, NONE, numbers.integers(0, codes, slots))
    return GivenSolution(best, np.where(only_move == NONE, best, numbers.choice(all_values, slots)), only_move)


def store(path, solution, keys=None, **changes):
    """Writes a database, with ``changes`` to MANIFEST. Returns its manifest."""
    about = replace(MANIFEST, statistics=solution.statistics, **changes)
    with writer.alone(path):
        return writer.write(path, solution, about, lambda: RUN, 2, lambda slots: None, keys)


def write_distances(path, plane, **changes):
    """Writes a file of distances, with ``changes`` to REACH. Returns its description."""
    with distances.alone(path):
        return distances.write(
            path, plane, lambda file: replace(REACH, file=file, **changes), lambda: RUN, 2, lambda slots: None
        )


def checkpoint_file(path, stopping=lambda: False, identity=IDENTITY, **more):
    """Returns the checkpoint of a run, at ``path``."""
    return CheckpointFile(path, identity, 2, stopping, Stopwatch(Silent()), **more)


def same(planes, expected):
    """Returns whether all arrays are equal."""
    return all(np.array_equal(one, other) for one, other in zip(planes, expected, strict=True))
