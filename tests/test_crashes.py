"""A crash of the machine after any operation on files: the old files are there, or the new ones."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from disks import Disk, replay
from random_files import ARRAYS, checkpoint_file, random_solution, same, store, write_distances

from retro.storage import DatabaseError, NotSolved
from retro.storage.database import Database
from retro.storage.distances import DistanceFile

pytestmark = pytest.mark.compiled

SOLUTIONS = [random_solution(700, seed=version) for version in range(3)]
PLANE = np.arange(300).astype(np.uint8)
"""Distances follow from the rules, so all versions of their file are equal; their descriptions are not."""


class Writer(NamedTuple):
    """A function that writes a version, 0 to 2, of files below a directory; one that returns the version that is read.

    Reading raises NotSolved where there is none. ``files`` are all names in ``directory`` after a crash and writing.
    """

    write: Callable[[Path, int], object]
    read: Callable[[Path], int]
    files: list[str]
    directory: str = "."


def read_database(root):
    with Database(root / "walk") as opened:
        planes = opened.planes(0, 700)
    return [same(planes, each.planes(0, 700)) for each in SOLUTIONS].index(True)


def read_distances(root):
    opened = DistanceFile(root / "walk", 300, "d" * 64)
    try:
        assert np.array_equal(opened.distances(0, 300), PLANE)
        return opened.about.positions
    finally:
        opened.close()


def read_checkpoint(root):
    resumed = checkpoint_file(root / "c").resume("queue")
    if resumed is None:
        raise NotSolved("there is no checkpoint")
    where, arrays = resumed
    assert np.array_equal(arrays["records"], ARRAYS["records"])
    return where["version"]


WRITERS = {
    "a database": Writer(
        lambda root, version: store(root / "walk", SOLUTIONS[version]), read_database, [".walk.lock", "walk"]
    ),
    "distances": Writer(
        lambda root, version: [
            (root / "walk").mkdir(exist_ok=True),
            write_distances(root / "walk", PLANE, positions=version),
        ],
        read_distances,
        ["distances.zst", "reach-run.json", "reach.json"],
        "walk",
    ),
    "a checkpoint": Writer(
        lambda root, version: checkpoint_file(root / "c").save("queue", {"version": version}, ARRAYS),
        read_checkpoint,
        ["c"],
    ),
}


def check_order(operations):
    """Checks that all below a renamed path is synced before it is renamed, and the directory of its new name after."""
    for number, (kind, source, *target) in enumerate(operations):
        if kind != "rename":
            continue
        before = operations[:number]
        for index, (each, path, *_) in enumerate(before):
            if each == "write" and f"{path}/".startswith(f"{source}/"):
                assert ("sync", path) in before[index:]
        if any(each == "mkdir" and path == source for each, path, *_ in before):
            assert ("sync", source) in before
        assert ("sync", str(Path(target[0]).parent)) in operations[number:]


def crashes(tmp_path, monkeypatch, writer, old, ordered=True):
    """Yields a directory with what a disk holds after every number of operations of writing version 1.

    Each comes twice: the second disk loses what was not synced. The second item says whether it is after all of them.
    """
    root, before, after = tmp_path / "data", tmp_path / "before", tmp_path / "after"
    root.mkdir()
    if old:
        writer.write(root, 0)
    shutil.copytree(root, before)
    with Disk(root).interposed(monkeypatch) as disk:
        writer.write(root, 1)
    assert {kind for kind, *_ in disk.operations} >= {"create", "write", "sync"}
    if ordered:
        check_order(disk.operations)
    for count in range(len(disk.operations) + 1):
        for lose_unsynced in (False, True):
            replay(before, disk.operations[:count], after, lose_unsynced)
            yield after, count == len(disk.operations)


@pytest.mark.parametrize("old", [True, False], ids=["over old files", "without old files"])
@pytest.mark.parametrize("name", WRITERS)
def test_after_a_crash_the_old_files_are_read_or_the_new_ones(tmp_path, monkeypatch, name, old):
    """The next run writes a third version, and nothing else remains."""
    writer, versions = WRITERS[name], set()
    for root, complete in crashes(tmp_path, monkeypatch, writer, old):
        try:
            versions.add(version := writer.read(root))
        except NotSolved:
            assert not old
            versions.add(version := None)
        assert version == 1 or not complete
        writer.write(root, 2)
        assert writer.read(root) == 2
        assert sorted(each.name for each in (root / writer.directory).iterdir()) == writer.files
    assert versions == {0 if old else None, 1}


def test_a_rename_before_the_data_is_synced_would_fail_this_test(tmp_path, monkeypatch):
    """Without syncing, a disk that loses data has the new name without any data."""
    monkeypatch.setattr("retro.system.files.File.sync", lambda self: None)
    with pytest.raises(DatabaseError):
        for root, _ in crashes(tmp_path, monkeypatch, WRITERS["a database"], old=True, ordered=False):
            read_database(root)
