"""The file of distances: what was written is read back, and damage is reported."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from random_files import MANIFEST, REACH, write_distances
from tiny_databases import edit

from retro.storage import DatabaseError, NotSolved, distances
from retro.storage.block import BLOCK_SLOTS
from retro.storage.distances import REACH_FILE, UNREACHED, DistanceFile

FILES = ["distances.zst", "reach-run.json", "reach.json"]


@pytest.mark.parametrize("slots", [1, BLOCK_SLOTS, BLOCK_SLOTS + 1, 3 * BLOCK_SLOTS - 5])
def test_distances_are_read_as_written(tmp_path, slots):
    plane = np.random.default_rng(slots).integers(0, 256, slots).astype(np.uint8)
    written = write_distances(tmp_path, plane)
    assert distances.read(tmp_path, MANIFEST.digest) == written
    assert written.file.bytes == (tmp_path / distances.DISTANCES_FILE).stat().st_size
    file = DistanceFile(tmp_path, slots, MANIFEST.digest)
    assert file.about == written
    for index in {0, slots // 2, slots - 1, min(BLOCK_SLOTS - 1, slots - 1), min(BLOCK_SLOTS, slots - 1)}:
        assert file.distance(index) == (None if plane[index] == UNREACHED else plane[index])
    for start, stop in [(0, slots), (slots // 3, slots // 2), (slots, slots), (0, 1), (max(0, slots - 9), slots)]:
        assert np.array_equal(file.distances(start, stop), plane[start:stop])
    for index in (-1, slots):
        with pytest.raises(IndexError):
            file.distance(index)
        with pytest.raises(IndexError):
            file.distances(0, slots + 1)
    file.close()
    assert sorted(each.name for each in tmp_path.iterdir()) == FILES


@pytest.mark.parametrize("width", [2, 4])
def test_wider_distances_are_read_as_written(tmp_path, width):
    plane = np.random.default_rng(width).integers(0, 70_000, BLOCK_SLOTS + 9).astype(distances.type_of(width))
    plane[5] = far = distances.unreached(plane.dtype)
    written = write_distances(tmp_path, plane, distance_bytes=width)
    fields = json.loads((tmp_path / REACH_FILE).read_text())
    assert (fields["format"], fields["distance_bytes"]) == (3, width)
    file = DistanceFile(tmp_path, len(plane), MANIFEST.digest)
    assert file.about == written and np.array_equal(file.distances(3, len(plane)), plane[3:])
    assert [file.distance(slot) for slot in (4, 5)] == [plane[4], None] and far == 256**width - 1
    file.close()
    for value in (0, 1, 3, 8, "2", True):
        edit(tmp_path / REACH_FILE, distance_bytes=value)
        with pytest.raises(DatabaseError, match="field distance_bytes is not what it should be"):
            distances.read(tmp_path, MANIFEST.digest)


def test_writing_again_replaces_both_or_nothing(tmp_path, monkeypatch):
    old, new = np.zeros(9, np.uint8), np.arange(BLOCK_SLOTS + 9, dtype=np.uint8)
    first = write_distances(tmp_path, old)

    def fails():
        raise RuntimeError("memory is gone")

    with pytest.raises(RuntimeError):
        distances.write(tmp_path, new, lambda file: replace(REACH, file=file), fails, 1, lambda slots: None)
    assert DistanceFile(tmp_path, 9, MANIFEST.digest).about == first
    assert sorted(each.name for each in tmp_path.iterdir()) == FILES
    (tmp_path / ".distances.zst.writing").write_text("left by a crash")
    second = write_distances(tmp_path, new, positions=4)
    assert DistanceFile(tmp_path, len(new), MANIFEST.digest).about == second != first
    assert sorted(each.name for each in tmp_path.iterdir()) == FILES


def test_a_second_writer_is_refused(tmp_path):
    with distances.alone(tmp_path), pytest.raises(DatabaseError, match="another process is searching"):
        write_distances(tmp_path, np.zeros(9, np.uint8))
    with pytest.raises(DatabaseError, match="was replaced in the meantime"):
        write_distances(tmp_path / "gone", np.zeros(9, np.uint8))


SPOILT = {
    "no JSON": lambda path: (path / REACH_FILE).write_text("{"),
    "a list": lambda path: (path / REACH_FILE).write_text("[]"),
    "no text": lambda path: (path / REACH_FILE).write_bytes(b"\xff\xfe"),
    "another format": lambda path: edit(path / REACH_FILE, format=1),
    "no states": lambda path: edit(path / REACH_FILE, states=None),
    "negative counts": lambda path: edit(path / REACH_FILE, states=[1, -2]),
    "other rules": lambda path: edit(path / REACH_FILE, digest="e"),
    "no file": lambda path: edit(path / REACH_FILE, file=None),
    "another file": lambda path: edit(path / REACH_FILE, file={"bytes": 1, "sha256": "", "table_sha256": "1"}),
    "nothing but words": lambda path: (path / "distances.zst").unlink(),
    "cut short": lambda path: (path / "distances.zst").write_bytes((path / "distances.zst").read_bytes()[:-1]),
    "another game's": lambda path: (
        [write_distances(path / "other", np.zeros(8, np.uint8))]
        and (path / "other" / "distances.zst").rename(path / "distances.zst")
    ),
}


@pytest.mark.parametrize("how", SPOILT)
def test_damaged_files_are_reported_in_one_line(tmp_path, how):
    (tmp_path / "other").mkdir()
    write_distances(tmp_path, np.zeros(9, np.uint8))
    SPOILT[how](tmp_path)
    with pytest.raises(DatabaseError, match=r"(cannot be used: |damaged|missing)[^\n]*; search again$") as error:
        DistanceFile(tmp_path, 9, MANIFEST.digest)
    assert not isinstance(error.value, NotSolved)


@pytest.mark.parametrize("content", [None, b"", b"{}"], ids=["missing", "empty", "damaged"])
def test_distances_open_without_a_sound_run_file(tmp_path, content):
    write_distances(tmp_path, np.arange(9, dtype=np.uint8))
    (tmp_path / "reach-run.json").unlink()
    if content is not None:
        (tmp_path / "reach-run.json").write_bytes(content)
    opened = DistanceFile(tmp_path, 9, MANIFEST.digest)
    assert opened.distances(0, 9).tolist() == list(range(9))
    opened.close()


def test_a_damaged_frame_is_reported_when_it_is_read(tmp_path):
    write_distances(tmp_path, np.arange(200, dtype=np.uint8))
    file = tmp_path / "distances.zst"
    data = file.read_bytes()
    file.write_bytes(data[:20] + bytes([data[20] ^ 1]) + data[21:])
    opened = DistanceFile(tmp_path, 200, MANIFEST.digest)
    for read in (lambda: opened.distance(0), lambda: opened.distances(0, 200)):
        with pytest.raises(DatabaseError, match=r"distances.zst is missing or damaged; search again"):
            read()
