"""A disk that is full or fails ends a run with one line; the same command goes on when there is room again."""

import errno
import re
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import commanding
import pytest
from disks import NEVER, Disk
from workplace import check_refused, contents

from retro.storage.checkpoint import CheckpointFile
from retro.storage.location import growing_path
from retro.system import machine
from retro.system.errors import ResourceError
from retro.system.files import File

pytestmark = pytest.mark.compiled

JOBS = {
    "solve": ("solve", "lgame"),
    "replace": ("solve", "lgame"),
    "enumerate": ("solve", "british_square", "--set", "size=3"),
    "reach": ("reach", "lgame"),
}
"""``replace`` and ``reach`` begin with a database."""


def run(job, data):
    return commanding.run(*JOBS[job], "--checkpoint", "1e-9", "--data", data)


class SavedRuns:
    """Runs save at every fourth opportunity if ``saving``; ``checkpoints`` are the files that they have left."""

    def __init__(self, monkeypatch):
        self.saving, self.opportunities, self.checkpoints = True, 0, {}
        save, discard = CheckpointFile.save, CheckpointFile.discard

        def due(checkpoint):
            self.opportunities += 1
            return self.saving and self.opportunities % 4 == 0

        def save_and_record(checkpoint, *state):
            save(checkpoint, *state)
            self.checkpoints[checkpoint.path] = checkpoint.path.read_bytes()

        def discard_and_record(checkpoint):
            discard(checkpoint)
            self.checkpoints.pop(checkpoint.path, None)

        monkeypatch.setattr(CheckpointFile, "due", due)
        monkeypatch.setattr(CheckpointFile, "save", save_and_record)
        monkeypatch.setattr(CheckpointFile, "discard", discard_and_record)


@pytest.fixture
def saved(monkeypatch):
    return SavedRuns(monkeypatch)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Directories before and after each job, where nothing fails."""
    directories = {}
    for job in JOBS:
        before, after = (tmp_path_factory.mktemp(f"{job}-{each}") / "data" for each in ("before", "after"))
        if job in ("replace", "reach"):
            assert run("solve", before).code == 0
            shutil.copytree(before, after)
        assert run(job, after).code == 0
        directories[job] = before, after
    return directories


def visible(data):
    """Returns the contents of databases."""
    return {name: each for name, each in contents(data).items() if not name.startswith(".")}


def check_left(data, before, saved):
    """Checks that a failed run has left whole checkpoints, locks, the database as it was, and nothing else."""
    hidden = {each for each in data.glob(".*") if each.suffix != ".lock"} if data.exists() else set()
    growing = {growing_path(each) for each in saved.checkpoints}
    assert set(saved.checkpoints) <= hidden <= set(saved.checkpoints) | growing
    for path, expected in saved.checkpoints.items():
        assert path.read_bytes() == expected
    assert visible(data) == visible(before)


def second_run_continues(job, data, after):
    """Checks that the same command ends with the same files. Returns whether it goes on from a checkpoint."""
    result = run(job, data)
    assert result.code == 0, result
    assert contents(data) == contents(after)
    return "resuming from" in result.errors


@pytest.fixture
def failing_disks(tmp_path, monkeypatch, finished, saved, apart):
    """Yields a disk that fails at one operation of a job after the other, and the result of the command.

    All operations with ``--soak``; otherwise each tenth, and the first and the last of each kind and file.
    """

    def disks(job, **options):
        before, _ = finished[job]
        numbers = [NEVER]
        for number in numbers:
            data = tmp_path / str(number)
            shutil.copytree(before, data) if before.exists() else None
            saved.opportunities = 0
            with Disk(data, number, **options).interposed(monkeypatch) as disk:
                result = run(job, data)
            if number == NEVER:
                assert result.code == 0 and not disk.failed
                numbers += disk.numbers(apart(10))
                assert len(numbers) > 4
            else:
                assert disk.failed
                yield disk, result
            shutil.rmtree(data)

    return disks


@pytest.mark.parametrize("job", JOBS)
def test_a_disk_may_be_full_from_any_operation_on(finished, saved, failing_disks, job):
    before, after = finished[job]
    kinds = set()
    for disk, result in failing_disks(job):
        check_refused(result, 4, "the disk is full: ", f" bytes are short for {disk.root}")
        check_left(disk.root, before, saved)
        kinds.add(disk.failed[0][0])
        assert bool(saved.checkpoints) == second_run_continues(job, disk.root, after)
        assert not saved.checkpoints
    assert kinds >= ({"create", "write"} if job == "reach" else {"create", "write", "mkdir"})


@pytest.mark.parametrize("job", ["replace", "reach"])
def test_a_disk_may_fail_to_sync(finished, saved, failing_disks, job):
    before, after = finished[job]
    names = set()
    for disk, result in failing_disks(job, error=errno.EIO, kinds=("sync",), full=False):
        path = disk.root / disk.failed[0][1]
        assert check_refused(result, 7).endswith(f"Input/output error: test the disk or the network: {path}")
        names.add(path.name)
        assert not list(disk.root.rglob("*.writing*"))
        if path.is_dir():  # renamed files may be there: old files and new ones, all of them whole
            old, now, new = visible(before), visible(disk.root), visible(after)
            assert old.items() <= now.items() <= (old | new).items()
        else:
            check_left(disk.root, before, saved)
        second_run_continues(job, disk.root, after)
        saved.checkpoints.clear()
    assert len(names) > 3


@pytest.mark.parametrize(
    ("command", "option"), [("plot", "--out"), ("play", "--record"), ("export --format csv", "--out")]
)
def test_a_full_disk_leaves_no_part_of_a_plot_a_record_or_an_export(tmp_path, finished, monkeypatch, command, option):
    word, *more = command.split()
    data = shutil.copytree(finished["solve"][1], tmp_path / "data")
    for number in range(3):
        target = tmp_path / str(number) / "target"
        target.parent.mkdir()
        with Disk(target.parent, number).interposed(monkeypatch) as disk:
            result = commanding.run(word, "lgame", *more, option, target, "--data", data)
        if not disk.failed:
            assert number and result.code == 0
            break
        check_refused(result, 4, "the disk is full: ", str(target.parent))
        left = [*target.parent.rglob("*")]
        assert not any(each.name.startswith(".") or (each.is_dir() and not [*each.iterdir()]) for each in left), left


def test_the_missing_bytes_are_those_not_yet_written(tmp_path, monkeypatch):
    monkeypatch.setattr(machine, "free_disk", lambda path: 100)
    with Disk(tmp_path, 1).interposed(monkeypatch):
        with pytest.raises(ResourceError, match=r"full: 400 bytes are short for .*file, and"):
            with File(tmp_path / "file") as file:
                file.write(bytes(1000))


# A file system that is small


class SmallDisk:
    """A tmpfs of this size in a mount namespace of its own, and its ``path`` as this process sees it."""

    def __init__(self, path, options):
        script = f"mount -t tmpfs -o {options} tmpfs {path} && echo ok; read"
        script += f"; mount -o remount,size=64m,nr_inodes=1000 {path} && echo ok; cat"
        users = ["--user", "--map-root-user"] if subprocess.run(["unshare", "--mount", "true"]).returncode else []
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self._holder = subprocess.Popen(["unshare", *users, "--mount", "bash", "-c", script], **pipes)
        self.path = Path(f"/proc/{self._holder.pid}/root{path}")
        if self._holder.stdout.readline() != b"ok\n":
            pytest.skip(f"mounting is not allowed here: {self._holder.communicate()[1].decode().strip()}")

    def grow(self):
        """Gives it room for all files of the tests."""
        self._holder.stdin.write(b"\n")
        self._holder.stdin.flush()
        assert self._holder.stdout.readline() == b"ok\n"

    @classmethod
    @contextmanager
    def mounted(cls, path, options):
        """A small disk for a context."""
        disk = cls(path, options)
        try:
            yield disk
        finally:
            disk._holder.communicate()


FULL = {
    "size": {
        *("lgame.solve.checkpoint", "lgame.reach.checkpoint", "british_square,size=3.solve.checkpoint"),
        *("values.zst", "keys.zst", "manifest.json", "run.json", "distances.zst", "reach.json", "reach-run.json"),
    },
    "nr_inodes": {
        "lgame",
        "a new file",
        "british_square,size=3.solve.checkpoint",
        "values.zst",
        "manifest.json",
        "reach.json",
    },
}
"""The files for which there is no room, on one disk or another."""


@pytest.mark.parametrize("option", ["size", pytest.param("nr_inodes", marks=pytest.mark.soak)])
def test_disks_of_one_page_or_file_more_than_the_last_until_one_is_large_enough(
    tmp_path, finished, saved, monkeypatch, option
):
    monkeypatch.setattr(machine, "free_disk", lambda path: 1 << 40)  # as if other programs filled the disk meanwhile
    full = set()
    for job, (before, after) in finished.items():
        for saved.saving in (False, True):
            code = None
            for number in range(1, 1000):
                options = f"{option}={number * {'size': 4096, 'nr_inodes': 1}[option]}"
                with SmallDisk.mounted(tmp_path, options) as disk:
                    data = disk.path / "data"
                    try:
                        shutil.copytree(before, data) if before.exists() else None
                    except OSError:
                        continue
                    saved.opportunities = 0
                    result = run(job, data)
                    if result.code == 0:
                        break
                    line = check_refused(result, 4, "the disk is full: ", " bytes are short for /")
                    full.add(re.search(r"/\.?([^/]+), and more", line)[1].removesuffix(".writing"))
                    check_left(data, before, saved)
                    disk.grow()
                    assert bool(saved.checkpoints) == second_run_continues(job, data, after)
                code = result.code
            assert code == 4
    assert full >= FULL[option], full
