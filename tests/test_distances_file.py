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


def test_writing_again_replaces_both_or_nothing(tmp_path):
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


SPOILT = [
    *({"format": 1}, {"states": None}, {"states": [1, -2]}, {"digest": "e"}, {"file": None}),
    {"file": {"bytes": 1, "sha256": "", "table_sha256": "1"}},
]
"""Other damage: `faults/test_damage.py`."""


@pytest.mark.parametrize("change", SPOILT, ids=str)
def test_wrong_fields_are_reported_in_one_line(tmp_path, change):
    write_distances(tmp_path, np.zeros(9, np.uint8))
    edit(tmp_path / REACH_FILE, **change)
    with pytest.raises(DatabaseError, match=r"(cannot be used: |damaged|missing)[^\n]*; search again$") as error:
        DistanceFile(tmp_path, 9, MANIFEST.digest)
    assert not isinstance(error.value, NotSolved)
