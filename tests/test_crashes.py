"""Whatever operation on files is the last one before the machine stops: the old state is there or the new one."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from recorded import Recorder, replay
from stored import ARRAYS, checkpoint_file, random_solution, reach_about, same, store

from retro.storage import DatabaseError, NotSolved, distances
from retro.storage.database import Database
from retro.storage.distances import DistanceFile
from retro.storage.run import Run

RUN = Run.now("search", 1, 1.0, {})


def check_order(operations):
    """Whatever gets its name by renaming is on disk before, all of it, and the name is in the end."""
    for number, (kind, source, *target) in enumerate(operations):
        if kind != "rename":
            continue
        before = operations[:number]
        for place, (each, path, *_) in enumerate(before):
            if each == "write" and f"{path}/".startswith(f"{source}/"):
                assert ("sync", path) in before[place:]
        if any(each == "mkdir" and path == source for each, path, *_ in before):
            assert ("sync", source) in before
        assert ("sync", str(Path(target[0]).parent)) in operations[number:]


def states(tmp_path, monkeypatch, before, work, ordered=True):
    """The disk after every prefix of what ``work`` does below ``before``, twice: a careful disk and a careless one."""
    root, copy = tmp_path / "data", tmp_path / "before"
    root.mkdir(exist_ok=True)
    before(root)
    shutil.copytree(root, copy)
    recorder = Recorder(root)
    with recorder.recording(monkeypatch):
        work(root)
    assert {kind for kind, *_ in recorder.operations} >= {"create", "write", "sync"}
    if ordered:
        check_order(recorder.operations)
    for count in range(len(recorder.operations) + 1):
        for careless in (False, True):
            place = tmp_path / "replayed"
            replay(copy, recorder.operations[:count], place, careless)
            yield place, count == len(recorder.operations)


@pytest.mark.parametrize("old", [True, False])
def test_a_database_is_the_old_one_or_the_new_one(tmp_path, monkeypatch, old):
    first, second, third = (random_solution(700, seed=seed) for seed in range(3))
    known = {"old": first, "new": second}

    def before(root):
        if old:
            store(root / "walk", first)

    seen = set()
    for place, ended in states(tmp_path, monkeypatch, before, lambda root: store(root / "walk", second)):
        try:
            with Database(place / "walk") as opened:
                found = opened.planes(0, 700)
            (which,) = [name for name, each in known.items() if same(found, each.planes(0, 700))]
            seen.add(which)
        except NotSolved:
            assert not old
            seen.add("none")
        if ended:
            assert same(found, second.planes(0, 700))
        store(place / "walk", third)
        with Database(place / "walk") as opened:
            assert same(opened.planes(0, 700), third.planes(0, 700))
        assert sorted(each.name for each in place.iterdir()) == [".walk.lock", "walk"]
    assert seen == {"old" if old else "none", "new"}


@pytest.mark.parametrize("old", [True, False])
def test_distances_are_the_old_ones_or_the_new_ones(tmp_path, monkeypatch, old):
    found = np.arange(300).astype(np.uint8)

    def write(root):
        with distances.alone(root / "walk"):
            distances.write(
                root / "walk", found, lambda file: reach_about(file=file), lambda: RUN, 1, lambda slots: None
            )

    def before(root):
        (root / "walk").mkdir()
        if old:
            write(root)

    seen = set()
    for place, ended in states(tmp_path, monkeypatch, before, write):
        try:
            opened = DistanceFile(place / "walk", 300, "d")
            assert np.array_equal(opened.distances(0, 300), found)
            opened.close()
            seen.add("there")
        except NotSolved:
            assert not old and not ended
            seen.add("none")
        write(place)
        DistanceFile(place / "walk", 300, "d").close()
        assert sorted(each.name for each in (place / "walk").iterdir()) == [
            *("distances.zst", "reach-run.json", "reach.json")
        ]
    assert seen == ({"there"} if old else {"none", "there"})


def test_a_checkpoint_is_the_old_one_or_the_new_one(tmp_path, monkeypatch):
    def before(root):
        checkpoint_file(root / "c").save("queue", {"here": 1}, ARRAYS)

    seen = set()
    for place, _ in states(
        tmp_path, monkeypatch, before, lambda root: checkpoint_file(root / "c").save("queue", {"here": 2}, ARRAYS)
    ):
        where, arrays = checkpoint_file(place / "c").resume("queue")
        seen.add(where["here"])
        assert np.array_equal(arrays["records"], ARRAYS["records"])
        checkpoint_file(place / "c").save("queue", {"here": 3}, {})
        assert [each.name for each in place.iterdir()] == ["c"]
    assert seen == {1, 2}


def test_the_test_would_notice_a_rename_before_the_data_is_on_disk(tmp_path, monkeypatch):
    """Without syncing, a careless disk has a new name for nothing."""
    monkeypatch.setattr("retro.system.files.File.sync", lambda self: None)
    with pytest.raises(DatabaseError):
        for place, _ in states(
            tmp_path,
            monkeypatch,
            lambda root: store(root / "walk", random_solution(700)),
            lambda root: store(root / "walk", random_solution(700, seed=1)),
            ordered=False,
        ):
            with Database(place / "walk") as opened:
                opened.planes(0, 700)
