"""Wherever the disk is full, or fails, a run ends with one line, and the same command goes on when there is room."""

import errno
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import commanding
import pytest
from failing import Failing, suffix

from retro.app import self_check
from retro.storage.checkpoint import CheckpointFile
from retro.system import machine
from retro.system.errors import ResourceError
from retro.system.files import File

JOBS = {
    "solve": ("solve", "lgame"),
    "replace": ("solve", "lgame"),
    "enumerate": ("solve", "british_square", "--set", "size=3"),
    "reach": ("reach", "lgame"),
}
"""``replace`` and ``reach`` find the database there."""
NEVER = 1 << 62
"""The number of an operation that there is not."""


def run(data, *arguments):
    """Exit code, stdout and stderr."""
    return commanding.run(*arguments, "--checkpoint", "1e-9", "--data", data)


def contents(place):
    """All files below a directory, but what tells of the run."""
    files = {str(each.relative_to(place)): each for each in place.rglob("*") if each.is_file()}
    return {name: each.read_bytes() for name, each in files.items() if not name.endswith((".lock", "run.json"))}


@pytest.fixture(autouse=True, scope="module")
def hardly_looked_at():
    """Of the records of each of hundreds of runs, very few are looked at again: that is not what is tested here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(self_check, "SAMPLE_POSITIONS", 2)
        yield


@pytest.fixture
def saved(monkeypatch):
    """Every fourth time when it could be, a run is saved; what the checkpoints hold that were saved."""
    asked, held = [0], {}
    save, discard = CheckpointFile.save, CheckpointFile.discard

    def due(self):
        asked[0] += 1
        return asked[0] % 4 == 0

    def keep(self, *state):
        save(self, *state)
        held[self.path] = self.path.read_bytes()

    def forget(self):
        discard(self)
        held.pop(self.path, None)

    monkeypatch.setattr(CheckpointFile, "due", due)
    monkeypatch.setattr(CheckpointFile, "save", keep)
    monkeypatch.setattr(CheckpointFile, "discard", forget)
    return asked, held


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Before and after each job: directories."""
    places = {}
    for name, job in JOBS.items():
        before, after = (tmp_path_factory.mktemp(f"{name}-{each}") / "data" for each in ("before", "after"))
        if name in ("replace", "reach"):
            assert run(before, "solve", *job[1:])[0] == 0
            shutil.copytree(before, after)
        assert run(after, *job)[0] == 0
        places[name] = before, after
    return places


def check_refused(answer, code, told):
    """One line, and no traceback."""
    found, _, errors = answer
    lines = [line for line in errors.splitlines() if line.startswith("error: ")]
    assert found == code and len(lines) == 1 and re.search(told, lines[0]), errors
    assert "Traceback" not in errors


def check_files(data, before, held):
    """What a run that failed has left: whole checkpoints, locks, and the database as it was."""
    hidden = {each for each in data.glob(".*") if each.suffix != ".lock"} if data.exists() else set()
    assert hidden == set(held)
    for path, expected in held.items():
        assert path.read_bytes() == expected
    assert visible(data) == visible(before)


def visible(data):
    """The contents of databases."""
    return {name: each for name, each in contents(data).items() if not name.startswith(".")}


@pytest.fixture
def failing_disks(tmp_path, monkeypatch, finished, saved, apart):
    """Of a job, with a disk that fails at one operation after the other: the disk and the exit code and output.

    At all of them with ``--soak``; otherwise at each tenth, and at the first and the last of each kind.
    """

    def disks(name, *how, **other):
        before, _ = finished[name]
        numbers = [NEVER]
        for number in numbers:
            data = tmp_path / str(number)
            shutil.copytree(before, data) if before.exists() else None
            saved[0][0] = 0
            disk = Failing(data, number, *how, **other)
            with disk.failing(monkeypatch):
                answer = run(data, *JOBS[name])
            if number == NEVER:
                assert answer[0] == 0 and not disk.failed
                numbers += disk.chosen(apart(10))
                assert len(numbers) > 4
            else:
                assert disk.failed
                yield disk, answer
            shutil.rmtree(data)

    return disks


@pytest.mark.parametrize("name", JOBS)
def test_a_disk_that_is_full_from_any_operation_on(finished, saved, failing_disks, name):
    before, after = finished[name]
    _, held = saved
    seen = set()
    for disk, answer in failing_disks(name):
        data = disk.root
        check_refused(answer, 4, rf"the disk is full: [\d,]+ bytes are short for {data}")
        check_files(data, before, held)
        seen.add((disk.failed[0][0], suffix(disk.failed[0][1])))
        left = bool(held)
        code, _, told = run(data, *JOBS[name])
        assert code == 0, told
        assert ("going on from" in told) == left
        assert contents(data) == contents(after) and not held
    kinds = {kind for kind, _ in seen}
    assert kinds >= ({"create", "write"} if name == "reach" else {"create", "write", "mkdir"})


@pytest.mark.parametrize("name", ["replace", "reach"])
def test_a_disk_that_fails_to_sync(finished, saved, failing_disks, name):
    before, after = finished[name]
    _, held = saved
    synced = set()
    for disk, answer in failing_disks(name, errno.EIO, ("fsync",), full=False):
        data = disk.root
        ((_, path),) = disk.failed
        check_refused(answer, 7, rf"Input/output error: test the disk or the network: {re.escape(str(path))}$")
        synced.add(path.name)
        assert not list(data.rglob("*.writing*"))
        if path.is_dir():  # what was renamed before may be there: old files and new ones, all of them whole
            assert visible(before).items() <= visible(data).items() <= (visible(before) | visible(after)).items()
        else:
            check_files(data, before, held)
        code, _, told = run(data, *JOBS[name])
        assert code == 0, told
        assert contents(data) == contents(after)
        held.clear()
    assert len(synced) > 3


@pytest.mark.parametrize(
    ("command", "option"), [("plot", "--out"), ("play", "--record"), ("export --format csv", "--out")]
)
def test_a_full_disk_leaves_no_part_of_a_plot_a_record_or_an_export(tmp_path, finished, monkeypatch, command, option):
    word, *more = command.split()
    for number in range(3):
        target = tmp_path / str(number) / "target"
        target.parent.mkdir()
        disk = Failing(target.parent, number)
        with disk.failing(monkeypatch):
            result = commanding.run(word, "lgame", *more, option, target, "--data", finished["solve"][1])
        if not disk.failed:
            assert number and result.code == 0
            break
        check_refused(result, 4, rf"the disk is full: .*{target.parent}")
        left = [*target.parent.rglob("*")]
        assert not any(each.name.startswith(".") or (each.is_dir() and not [*each.iterdir()]) for each in left), left


def test_what_is_short_is_what_is_not_written_yet(tmp_path, monkeypatch):
    disk = Failing(tmp_path, 1)
    monkeypatch.setattr(machine, "free_disk", lambda path: 100)
    with disk.failing(monkeypatch), pytest.raises(ResourceError, match=r"full: 400 bytes are short for .*file, and"):
        with File(tmp_path / "file") as file:
            file.write(bytes(1000))


# A real disk that is small


@pytest.fixture(scope="module")
def mounting():
    """How to begin a process that may mount, and whose mounts go with it."""
    for command in (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"]):
        try:
            tried = subprocess.run([*command, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True)
        except FileNotFoundError:
            pytest.skip("there is no unshare here")
        if tried.returncode == 0:
            return command
    pytest.skip(f"mounting is not allowed here: {tried.stderr.decode().strip()}")


FULL = {
    "size": {
        *(".lgame.solve.checkpoint", ".lgame.reach.checkpoint", ".solve.checkpoint"),
        *("values.zst", "keys.zst", "manifest.json", "run.json"),
        *(".distances.zst", ".reach.json", ".reach-run.json"),
    },
    "nr_inodes": {"lgame", ".lgame.reach.lock", ".solve.checkpoint", "values.zst", "manifest.json", ".reach.json"},
}
"""Where there is no room left, on one disk or another."""


@pytest.mark.parametrize("option", ["size", pytest.param("nr_inodes", marks=pytest.mark.soak)])
def test_a_small_disk(tmp_path, finished, mounting, option):
    """Of one page or file, of two, ...: until one is large enough."""
    jobs = [(str(before), JOBS[name]) for name, (before, _) in finished.items()]
    script = Path(__file__).with_name("small_disk.py")
    command = [*mounting, sys.executable, str(script), str(tmp_path), option, json.dumps(jobs)]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    answers, full = json.loads(found.stdout), set()
    for (_, after), tried in zip([*finished.values()] * 2, answers, strict=True):
        expected = {name: hashlib.sha256(data).hexdigest() for name, data in contents(after).items()}
        *failed, (last, *_) = tried
        assert last == 0 and failed
        for code, errors, names, again, remarks, files in failed:
            check_refused((code, "", errors), 4, r"the disk is full: [\d,]+ bytes are short for /")
            hidden = [name for name in names if name.startswith(".") and not name.endswith(".lock")]
            assert hidden in ([], [name for name in names if name.endswith(".checkpoint")])
            assert again == 0 and ("going on from" in remarks) == bool(hidden)
            assert files == expected
            full.add(re.search(r"/([^/]+), and more", errors)[1].removesuffix(".writing").rpartition("size=3")[2])
    assert full >= FULL[option], full
