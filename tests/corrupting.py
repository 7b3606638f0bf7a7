"""Tiny databases to be damaged, with frames of a few records: how they are made, read and found out."""

from __future__ import annotations

import struct
from dataclasses import replace

import numpy as np

from retro.game import NONE, loss, win
from retro.storage import Damaged, checksums, distances, manifest, writer
from retro.storage.database import Database
from retro.storage.distances import DistanceFile, Reach
from retro.storage.run import Run
from retro.storage.solution import Solution, Statistics
from retro.system.progress import Silent

DIGEST = "d" * 64
FRAME = 48
"""Records in a frame."""
RUN = Run("0", "3", "0", {"processor": "p", "cores": 2}, "queue", 2, "2025-01-01T00:00:00+00:00", 1.5, {}, 0, 7, 5)
SOLVED = ("manifest.json", "run.json", "values.zst")
REACHED = ("reach.json", "reach-run.json", "distances.zst")
RUNS = ("run.json", "reach-run.json")
"""Optional files: a database opens without them, or if they are damaged."""


class Given(Solution):
    """Records that somebody thought up."""

    def __init__(self, best, second, only_move):
        self.records = best.astype(np.uint16), second.astype(np.uint16), only_move.astype(np.int16)
        states = {0: 5, win(1): 3, loss(8): 2}
        self.statistics = Statistics(states, 4, 9, 1, 2, {"one": 4}, len(best), len(best), {2: 1})

    def planes(self, start, stop):
        return tuple(plane[start:stop] for plane in self.records)


KINDS = {
    "plain": {"codes": 80, "repetition": False, "values": 200, "slots": 5 * FRAME + 7},
    "repetition": {"codes": 80, "repetition": True, "values": 200, "slots": 4 * FRAME + 1},
    "wide": {"codes": 400, "repetition": True, "values": 400, "slots": 7 * FRAME},
    "enumerated": {"codes": 80, "repetition": True, "values": 30, "slots": 5 * FRAME - 1},
}


def make(path, kind, seed=0):
    """A database with everything there can be; what is in it."""
    about = KINDS[kind]
    chance, slots = np.random.default_rng(seed), about["slots"]
    known = chance.choice(600, about["values"], replace=False)
    best = chance.choice(known, slots)
    best[: len(known)] = known[:slots]
    only_move = chance.integers(0, about["codes"], slots)
    if about["repetition"]:
        only_move[chance.random(slots) < 0.5] = NONE
    else:
        only_move[:] = NONE
    solution = Given(best, np.where(only_move == NONE, best, chance.choice(known, slots)), only_move)
    positions = None
    if kind == "enumerated":
        positions = np.unique(chance.integers(0, 2**63, 2 * slots))[:slots]
    described = manifest.Manifest(
        game="walk",
        title="Walk",
        options={"size": 3, "rule": "paper"},
        digest=DIGEST,
        codes=about["codes"],
        repetition=about["repetition"],
        scores="",
        statistics=solution.statistics,
        start=win(7),
        notes=("one", "two"),
    )
    with writer.alone(path):
        described = writer.write(path, solution, described, lambda: RUN, 1, lambda slots: None, positions)
    far = chance.integers(0, 256, slots).astype(np.uint8)
    found = Reach(DIGEST, (1, 5, slots - 6), slots, None)
    distances.write(path, far, lambda file: replace(found, file=file), lambda: RUN, 1, lambda slots: None)
    return described, solution.records, positions, far


def read(path, part=""):
    """Everything that ``part``, a file, has a say in; all of the database if it is none of the large ones."""
    with Database(path, DIGEST) as opened:
        records = opened.planes(0, opened.slots) if part in ("", "values.zst") else None
        positions = opened.keys.all() if opened.keys and part in ("", "keys.zst") else None
        about, slots = opened.manifest, opened.slots
        if records is not None:  # single look-ups take another way
            for index in range(0, slots, FRAME - 1):
                assert opened.record(index) == tuple(int(plane[index]) for plane in records)
    if part and part not in REACHED:
        return about, records, positions, None
    searched = DistanceFile(path, slots, DIGEST)
    try:
        return about, records, positions, searched.distances(0, slots)
    finally:
        searched.close()


def assert_same(found, expected):
    assert found[0] == expected[0]
    for one, other in zip(found[1:], expected[1:], strict=True):
        assert one is None or all(map(np.array_equal, one, other)) if isinstance(one, tuple) else True
        assert one is None or isinstance(one, tuple) or np.array_equal(one, other)


def assert_refused(path, expected, name, part=None):
    """Damaged, in one line that names the file; True. Or the right answer; False.

    Without a sound file of RUNS the answer is right, and `retro check-file` names the file; True.
    """
    if name in RUNS:
        assert_same(read(path), expected)
        return name in [each.path.name for each in checksums.check(path, DIGEST, 1, Silent()) if each.problem]
    try:
        found = read(path, name if part is None else part)
    except Damaged as error:
        assert name in str(error) and str(error).isprintable(), error
        return True
    assert_same(found, expected)
    return False


def assert_noticed(path, *names):
    """`retro check-file` says that these files and no others are not what was written."""
    found = checksums.check(path, DIGEST, 1, Silent())
    assert {each.path.name for each in found if each.problem} == set(names)
    assert all(str(each.problem).isprintable() for each in found)


def parts(data):
    """Frames, entries of the seek table, and what stands around these."""
    count = struct.unpack("<IBI", data[-9:])[0]
    table = len(data) - (8 + 12 * count + 9)
    entries = [data[table + 8 + 12 * number :][:12] for number in range(count)]
    frames, start = [], 0
    for entry in entries:
        length = struct.unpack("<III", entry)[0]
        frames.append(data[start : start + length])
        start += length
    return frames, entries, data[table : table + 8], data[-9:]


def joined(frames, entries, head, foot):
    return b"".join((*frames, head, *entries, foot))
