"""Files of the user in and beside the directory of a database are never removed or overwritten."""

import os
import re

import numpy as np
import pytest
from commanding import ask
from disks import Disk, replay
from random_files import ARRAYS, MANIFEST, checkpoint_file, random_solution, same, store, write_distances

from retro.game import plugins
from retro.storage import DatabaseError, distances, writer
from retro.storage.database import Database
from retro.storage.distances import DistanceFile
from retro.storage.location import database_path, replaced_path
from retro.system import atomic as exporting
from retro.system import files
from retro.system.errors import GameError
from retro.system.locks import exclusive_lock

USERS = {"thesis.txt": b"years of work", "notes/1.txt": b"one", "notes/more/2.txt": b"two", ".hidden": b"three"}


def give(directory):
    """Writes files of the user, a link among them, into a directory."""
    for name, data in USERS.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_bytes(data)
    (directory / "elsewhere").symlink_to("/nowhere")


def intact(directory):
    return {name: (directory / name).read_bytes() for name in USERS if (directory / name).is_file()}


def search(path, slots=700):
    """Writes distances of the database at ``path``."""
    distances.check(path)
    write_distances(path, np.arange(slots).astype(np.uint8))


def odd(path, kind):
    """Makes an object at ``path`` that the program did not write."""
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to(path.parent / "precious.txt")
    elif kind == "directory":
        path.mkdir()
        (path / "thesis.txt").write_text("years of work")
    else:
        path.write_text("years of work")


def contents(directory):
    """Returns mode and bytes of everything below a directory except locks."""
    return {
        str(each.relative_to(directory)): (each.lstat().st_mode, each.read_bytes() if files.is_ordinary(each) else b"")
        for each in directory.rglob("*")
        if not (each.name.endswith(".lock") and files.is_ordinary(each))
    }


# In the directory of a database


def test_solving_again_leaves_files_of_the_user_and_removes_distances(tmp_path):
    path = tmp_path / "walk"
    store(path, random_solution(700))
    search(path)
    give(path)
    (path / ".distances.zst.writing").write_text("left by a crash")
    store(path, random_solution(700, seed=1))
    assert intact(path) == USERS and (path / "elsewhere").is_symlink()
    assert sorted(each.name for each in path.iterdir()) == [
        *(".hidden", "elsewhere", "manifest.json", "notes", "run.json", "thesis.txt", "values.zst")
    ]
    assert sorted(each.name for each in tmp_path.iterdir()) == [".walk.lock", ".walk.reach.lock", "walk"]
    with Database(path) as opened:
        assert same(opened.planes(0, 700), random_solution(700, seed=1).planes(0, 700))


def test_files_of_the_user_survive_any_crash(tmp_path, monkeypatch):
    """After a crash at any operation the files exist, and the next run moves them back."""
    root, before, after = (tmp_path / name for name in ("data", "before", "after"))
    store(root / "walk", random_solution(700))
    give(root / "walk")
    replay(root, [], before, False)
    with Disk(root).interposed(monkeypatch) as disk:
        store(root / "walk", random_solution(700, seed=1))
    moments = len(disk.operations)
    assert moments > 20
    for count in range(moments + 1):
        replay(before, disk.operations[:count], after, True)
        remaining = [intact(each) for each in after.iterdir() if each.is_dir()]
        assert {name: data for each in remaining for name, data in each.items()} == USERS
        assert sum(map(len, remaining)) == len(USERS)
        with Database(after / "walk") as opened:
            assert opened.slots == 700
        store(after / "walk", random_solution(300))
        assert intact(after / "walk") == USERS
        assert sorted(each.name for each in after.iterdir()) == [".walk.lock", "walk"]


def test_a_run_that_fails_changes_nothing(tmp_path):
    path = tmp_path / "walk"
    store(path, random_solution(700))
    give(path)
    before = contents(path)

    def broken():
        raise OSError(5, "Input/output error")

    with pytest.raises(OSError, match="Input"), writer.alone(path):
        writer.write(path, random_solution(700), MANIFEST, broken, 1, lambda slots: None)
    assert contents(path) == before


@pytest.mark.parametrize("kind", ["directory", "pipe", "link"])
@pytest.mark.parametrize("name", ["run.json", "distances.zst", ".reach.json.writing"])
def test_a_file_of_the_user_with_a_reserved_name_is_refused(tmp_path, name, kind):
    path = tmp_path / "walk"
    store(path, random_solution(700))
    (path / name).unlink(missing_ok=True)
    odd(path / name, kind)
    before = contents(path)
    message = f"^{re.escape(str(path / name))} is in the way, and is nothing that retro wrote: move it away$"
    with pytest.raises(DatabaseError, match=message):
        writer.check(path)
    if name != "run.json":
        with pytest.raises(DatabaseError, match=message):
            search(path)
    assert contents(path) == before


def test_a_manifest_of_something_else_makes_no_database(tmp_path):
    path = tmp_path / "walk"
    path.mkdir()
    (path / "manifest.json").write_text('{"name": "an app for the web"}')
    with pytest.raises(DatabaseError, match="is there already and is no database: move it away"):
        writer.check(path)


def test_a_database_that_is_damaged_is_replaced(tmp_path):
    for broken in ("manifest.json", "values.zst"):
        path = tmp_path / broken
        store(path, random_solution(700))
        (path / broken).unlink()
        give(path)
        store(path, random_solution(300))
        with Database(path) as opened:
            assert opened.slots == 300
        assert intact(path) == USERS


def test_two_files_of_the_user_with_one_name_both_remain(tmp_path):
    """A run was killed, and the user wrote the file again before the next one."""
    path, old = tmp_path / "walk", replaced_path(tmp_path / "walk")
    for directory, text in ((path, "new"), (old, "old")):
        store(path, random_solution(700))
        (path / "thesis.txt").write_text(text)
        path.rename(directory) if directory != path else path.rename(tmp_path / "aside")
    (tmp_path / "aside").rename(path)
    with pytest.raises(DatabaseError, match=r"\.walk\.replaced/thesis\.txt was left by a run that was killed, and"):
        writer.check(path)
    assert (path / "thesis.txt").read_text() == "new" and (old / "thesis.txt").read_text() == "old"


@pytest.mark.skipif(os.geteuid() == 0, reason="who may do everything can move everything")
def test_files_that_cannot_be_moved_are_reported_before_solving(tmp_path):
    path = tmp_path / "walk"
    store(path, random_solution(700))
    (path / "notes").mkdir(mode=0o500)
    with pytest.raises(DatabaseError, match="notes cannot be moved"):
        writer.check(path)


# Beside it


@pytest.mark.parametrize("kind", ["file", "directory", "pipe", "link"])
@pytest.mark.parametrize(
    "name",
    [
        *(".walk.writing.abc", ".walk.replaced", ".walk.lock", ".walk.solve.checkpoint.writing"),
        *(".walk.solve.checkpoint", ".walk.positions.checkpoint.writing"),
    ],
)
def test_a_file_of_the_user_where_the_program_writes(tmp_path, name, kind):
    path = tmp_path / "walk"
    store(path, random_solution(700))
    (tmp_path / name).unlink(missing_ok=True)
    odd(tmp_path / name, kind)
    before = contents(tmp_path)
    harmless = kind == "file" and not name.endswith((".abc", ".replaced"))
    if harmless or (kind, name) == ("directory", ".walk.replaced"):
        writer.check(path)
        return
    with pytest.raises(DatabaseError, match=f"{re.escape(name)} is in the way, .*: move it away$"), writer.alone(path):
        pass
    assert contents(tmp_path) == before


def test_leftovers_of_a_killed_run_are_removed(tmp_path):
    left = tmp_path / ".walk.writing.abc"
    left.mkdir()
    (left / "values.zst").write_bytes(b"half")
    store(tmp_path / "walk", random_solution(700))
    assert sorted(each.name for each in tmp_path.iterdir()) == [".walk.lock", "walk"]


@pytest.mark.parametrize("name", ["c", ".c.writing"])
@pytest.mark.parametrize("kind", ["directory", "pipe", "link"])
def test_a_file_of_the_user_in_place_of_a_checkpoint(tmp_path, name, kind):
    odd(tmp_path / name, kind)
    before = contents(tmp_path)
    with pytest.raises(DatabaseError, match=f"{re.escape(name)} is in the way"):
        checkpoint_file(tmp_path / "c").save("queue", {"here": 1}, ARRAYS)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("kind", ["directory", "pipe", "link"])
def test_a_file_of_the_user_in_place_of_a_lock(tmp_path, kind):
    odd(tmp_path / "lock", kind)
    with pytest.raises(DatabaseError, match="lock is in the way"), exclusive_lock(tmp_path / "lock", "busy"):
        pass
    assert not (tmp_path / "precious.txt").exists()


# Links


def place_of(data):
    game = plugins.load("lgame")
    return database_path(data, game, game.choose({}))


def test_a_link_is_followed(tmp_path):
    """The directory that it leads to is replaced, beside which lie lock and checkpoints; before and after a crash."""
    data, large = tmp_path / "data", tmp_path / "large"
    data.mkdir()
    (data / "lgame").symlink_to(large / "solved")
    for seed in range(2):  # the first makes the directory
        store(place_of(data), random_solution(700, seed=seed))
        with Database(place_of(data)) as opened:
            assert same(opened.planes(0, 700), random_solution(700, seed=seed).planes(0, 700))
    assert sorted(each.name for each in large.iterdir()) == [".solved.lock", "solved"]
    assert [each.name for each in data.iterdir()] == ["lgame"] and (data / "lgame").is_symlink()
    (large / "solved").rename(replaced_path(large / "solved"))
    with Database(place_of(data)) as opened:
        assert opened.slots == 700


def test_a_data_directory_that_is_a_link(tmp_path):
    (tmp_path / "large").mkdir()
    (tmp_path / "data").symlink_to(tmp_path / "large")
    for seed in range(2):
        store(place_of(tmp_path / "data"), random_solution(700, seed=seed))
    assert sorted(each.name for each in (tmp_path / "large").iterdir()) == [".lgame.lock", "lgame"]
    assert (tmp_path / "data").is_symlink()


def test_links_that_lead_nowhere_or_to_something_else(data):
    data.mkdir()
    (data / "thesis").mkdir()
    (data / "thesis" / "1.txt").write_text("years of work")
    for target, message in (
        ("lgame", "lgame is a link that leads to no directory"),
        ("thesis", "thesis is there already"),
    ):
        (data / "lgame").symlink_to(target)
        assert message in ask("solve", "lgame", code=2)
        assert (data / "lgame").is_symlink() and (data / "thesis" / "1.txt").is_file()
        (data / "lgame").unlink()


def test_the_distances_of_a_database_are_read_where_a_link_leads(tmp_path):
    (tmp_path / "lgame").symlink_to(tmp_path / "solved")
    store(place_of(tmp_path), random_solution(300))
    search(place_of(tmp_path), 300)
    assert DistanceFile(tmp_path / "lgame", 300, MANIFEST.digest).distance(7) == 7


# Exports


def written(out, directory=False):
    with exporting.output(out, True, directory=directory) as temporary:
        (temporary / "1.svg" if directory else temporary).write_text("new")


def test_an_export_follows_a_link(tmp_path):
    (tmp_path / "target.csv").write_text("old")
    (tmp_path / "out.csv").symlink_to("target.csv")
    written(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").is_symlink() and (tmp_path / "target.csv").read_text() == "new"


def test_an_export_leaves_files_of_the_user(tmp_path):
    out = tmp_path / "out"
    written(out, directory=True)
    for name in ("thesis.txt", "2a.svg", "1.json", "svg"):
        (out / name).write_text("years of work")
        with pytest.raises(GameError, match=f"{name} is in it, which no export writes; choose another name"):
            written(out, directory=True)
        (out / name).unlink()
    (out / "3.svg").mkdir()
    with pytest.raises(GameError, match=r"3\.svg is in it"):
        written(out, directory=True)
    (out / "3.svg").rmdir()
    (out / "22.svg").write_text("a diagram of a longer line")
    written(out, directory=True)
    assert [each.name for each in out.iterdir()] == ["1.svg"]


@pytest.mark.parametrize("directory", [False, True])
def test_an_export_leaves_files_with_similar_names(tmp_path, directory):
    """A program that opened the pipe would wait."""
    (tmp_path / ".out.writing.mine").mkdir()
    (tmp_path / ".out.writing.mine" / "thesis.txt").write_text("years of work")
    (tmp_path / ".out.writing.12x").write_text("years of work")
    os.mkfifo(tmp_path / ".out.writing.123")
    (tmp_path / ".out.writing.124").symlink_to("thesis.txt")
    before = contents(tmp_path)
    written(tmp_path / "out", directory)
    assert before.items() <= contents(tmp_path).items()
