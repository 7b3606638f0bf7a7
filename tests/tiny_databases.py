"""Tiny databases whose frames have a few records, to be damaged or forged: writing, reading and changing them."""

from __future__ import annotations

import json
import shutil
import struct
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import commanding
import numpy as np
import pytest
from random_files import MANIFEST, random_solution, store, write_distances
from walking_game.plugin import retro_game as walking_game
from walking_game.stored import solved as solved_walk

from retro.game import plugins
from retro.storage import Damaged, checked_json, checksums, distances, keys, writer
from retro.storage.database import Database
from retro.storage.distances import DistanceFile
from retro.storage.manifest import Manifest
from retro.system.progress import Silent

FRAME = 48
"""Records in a frame."""
SOLVED = ("manifest.json", "run.json", "values.zst")
REACHED = ("reach.json", "reach-run.json", "distances.zst")
RUNS = ("run.json", "reach-run.json")
"""Optional files: a database opens without them, or if they are damaged."""


class Shape(NamedTuple):
    """What determines the size and the fields of a database's files."""

    codes: int
    values: int
    slots: int
    repetition: bool = True
    enumerated: bool = False


SHAPES = {
    "plain": Shape(80, 200, 5 * FRAME + 7, repetition=False),
    "repetition": Shape(80, 200, 4 * FRAME + 1),
    "wide": Shape(400, 400, 7 * FRAME),
    "enumerated": Shape(80, 30, 5 * FRAME - 1, enumerated=True),
}


class Content(NamedTuple):
    """The content of a database; None for what was not read."""

    about: Manifest
    records: tuple[np.ndarray, ...] | None
    keys: np.ndarray | None
    distances: np.ndarray | None


def short_frames(patch):
    """Lets files that are written and read have frames of FRAME records.

    The number is a part of the format, and readers of distances have it from nowhere else: so it is patched.
    """
    for module in (writer, keys, distances):
        patch.setattr(module, "BLOCK_SLOTS", FRAME)


def write(path, shape, seed=0):
    """Writes a database with all files that there can be. Returns its content."""
    numbers, (codes, values, slots, repetition, enumerated) = np.random.default_rng(seed), SHAPES[shape]
    solution = random_solution(slots, codes, values, repetition, seed)
    positions = np.unique(numbers.integers(0, 2**63, 2 * slots))[:slots] if enumerated else None
    about = store(path, solution, positions, codes=codes, repetition=repetition)
    plane = numbers.integers(0, 256, slots).astype(np.uint8)
    write_distances(path, plane, states=(1, 5, slots - 6), positions=slots)
    return Content(about, solution.records, positions, plane)


def read(path, name=""):
    """Returns the content that depends on the file called ``name``, or all of it if ``name`` is empty."""
    with Database(path, MANIFEST.digest) as opened:
        records = opened.planes(0, opened.slots) if name in ("", "values.zst") else None
        positions = opened.keys.positions()[:] if opened.keys and name in ("", "keys.zst") else None
        about, slots = opened.manifest, opened.slots
        for index in range(0, slots if records else 0, FRAME - 1):  # records are read one by one in another way
            assert opened.record(index) == tuple(int(plane[index]) for plane in records)
    if name and name not in REACHED:
        return Content(about, records, positions, None)
    searched = DistanceFile(path, slots, MANIFEST.digest)
    try:
        return Content(about, records, positions, searched.distances(0, slots))
    finally:
        searched.close()


def check_equal(content, expected):
    """Checks that what was read, of ``content``, is as ``expected``."""
    assert content.about == expected.about
    assert content.records is None or all(map(np.array_equal, content.records, expected.records))
    assert content.keys is None or np.array_equal(content.keys, expected.keys)
    assert content.distances is None or np.array_equal(content.distances, expected.distances)


def refused(path, expected, name, read_for=None):
    """Returns whether reading is refused by one line that names the file; otherwise checks that it gives what is right.

    Without a sound file of RUNS the content is right; returns whether `retro check-file` names the file. ``read_for``
    names the file whose content is read, if it is not ``name``.
    """
    if name in RUNS:
        check_equal(read(path), expected)
        return name in unsound(path)
    try:
        content = read(path, name if read_for is None else read_for)
    except Damaged as error:
        assert name in str(error) and str(error).isprintable(), error
        return True
    check_equal(content, expected)
    return False


def unsound(path):
    """Returns the names of the files that `retro check-file` reports, each in one line."""
    results = [each for each in checksums.check(path, MANIFEST.digest, 1, Silent()) if each.problem]
    assert all(str(each.problem).isprintable() for each in results)
    return [each.path.name for each in results]


@dataclass
class SeekableParts:
    """The parts of a seekable file: frames, entries of the seek table, and what is before and after the entries.

    An entry has three numbers: compressed bytes, plain bytes, checksum.
    """

    frames: list[bytes]
    entries: list[Any]
    head: bytes
    foot: bytes

    @classmethod
    def of(cls, data):
        count = struct.unpack("<IBI", data[-9:])[0]
        table = len(data) - (8 + 12 * count + 9)
        entries = [struct.unpack_from("<III", data, table + 8 + 12 * number) for number in range(count)]
        frames, start = [], 0
        for length, _, _ in entries:
            frames.append(data[start : start + length])
            start += length
        return cls(frames, entries, data[table : table + 8], data[-9:])

    def joined(self, **changes):
        """Returns the bytes of the file, with ``changes`` to its parts."""
        parts = replace(self, **changes)
        entries = [struct.pack("<III", *entry) for entry in parts.entries]
        return b"".join((*parts.frames, parts.head, *entries, parts.foot))


def edit(file, /, **changes):
    """Changes fields of a JSON file, and gives it the right checksum."""
    fields = json.loads(file.read_text())
    del fields["checksum"]
    file.write_text(checked_json.dumps(fields | changes))


def edit_statistics(file, /, **changes):
    edit(file, statistics=json.loads(file.read_text())["statistics"] | changes)


# Commands

SEARCHED = ("british_square", "--set", "size=3")


@pytest.fixture(scope="session")
def searched(tmp_path_factory):
    """The directory of SEARCHED, an enumerated game, solved and searched from its start by kernels in plain Python."""
    data = tmp_path_factory.mktemp("searched")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RETRO_PLAIN", "1")
        for job in ("solve", "reach"):
            commanding.ask(job, *SEARCHED, "--data", data)
    return data


@pytest.fixture
def copied(searched, tmp_path):
    """A copy of that directory, which a test may damage."""
    return shutil.copytree(searched, tmp_path / "data")


@pytest.fixture
def walking_database(data, monkeypatch):
    """The path of the database of the walking game, solved and searched."""
    monkeypatch.setattr(plugins, "load", lambda name: walking_game())
    rules, path = solved_walk(data, 30)
    write_distances(path, np.zeros(rules.slots, np.uint8), digest=rules.digest, states=(1, 7), positions=8)
    return path


def run_walking(*arguments):
    """Runs a command on this database."""
    return commanding.run(*arguments, "--set", "seed=30")
