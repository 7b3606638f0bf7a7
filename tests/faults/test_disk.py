"""A disk that is full or fails, and a machine that stops, at any operation on files: what is there is old or new.

The same command ends a run that failed, with the same files.
"""

import errno
import shutil
from pathlib import Path

import commanding
import pytest
from disks import NEVER, Disk, replay
from harness import GIVEN, LEVELS, NAME, REACH, check_result, files_below, give, without_runs
from tiny_databases import SEARCHED

from retro.system.errors import ResourceError
from retro.system.files import File

JOBS = {
    "solve": ("solve", *SEARCHED),
    "replace": ("solve", *SEARCHED),
    "search": ("reach", *SEARCHED),
    "search again": ("reach", *SEARCHED),
    "solve by levels": ("solve", *LEVELS),
}
FAILS = {
    "full": (4, "the disk is full: .* bytes are short for ", {}),
    "cannot sync": (7, "Input/output error: test the disk or the network: /", {"error": errno.EIO, "kinds": ("sync",)}),
}
"""Faults of the disk: exit code, message and options of `Disk`."""
LOSES = "stops, and loses what is not synced"
STOPS = {"stops": False, LOSES: True}
"""Faults of the machine."""


def run(job, data, interval="1e-9"):
    return commanding.run(*JOBS[job], "--checkpoint", interval, "--data", data)


def begun(place, job):
    """Returns the directory of databases as it is before a job, where the user has files in each database.

    The database that is replaced was made by other rules, so no file is as in the new one.
    """
    shutil.rmtree(place.data, ignore_errors=True)
    if job == "replace":
        commanding.ask("solve", *SEARCHED, "--set", "bias=1", "--data", place.data)
        (place.data / f"{NAME},bias=1").rename(place.path)
    elif job.startswith("search"):
        shutil.copytree(place.solved, place.path)
        for name in REACH if job == "search" else ():
            (place.path / name).unlink()
    if place.path.exists():
        give(place.path)
    place.data.mkdir(exist_ok=True)
    return place.data


def found(data, given):
    """Returns the files of the database that readers find. Checks that each file of the user is there once."""
    places = [each for each in (data / NAME, data / f".{NAME}.replaced") if each.is_dir()]
    assert sorted(name for each in places for name in GIVEN if (each / name).is_file()) == sorted(
        GIVEN if given else ()
    )
    files = without_runs(files_below(places[0])) if places else {}
    return {name: data for name, (_, data) in files.items() if name.endswith((".zst", ".json"))}


def check_again(job, data, after):
    """Checks that the same command ends the run, from a checkpoint if one is there."""
    resumes = any(data.glob(".*.checkpoint"))
    again = run(job, data, "0")
    assert again.code == 0 and ("resuming from" in again.errors) == resumes, again
    assert without_runs(files_below(data)) == without_runs(after)


def check_order(operations):
    """Checks that all below a renamed path is synced before it is renamed, and the directory of its new name after."""
    for number, (kind, source, *target) in enumerate(operations):
        before = operations[:number] if kind == "rename" else []
        for index, (each, path, *_) in enumerate(before):
            assert each != "write" or not f"{path}/".startswith(f"{source}/") or ("sync", path) in before[index:]
            assert (each, path) != ("mkdir", source) or ("sync", source) in before
        assert not before or ("sync", str(Path(target[0]).parent)) in operations[number:]


@pytest.mark.parametrize(
    ("job", "fault", "every"),
    [
        *(
            (job, fault, False)
            for job, some in (("replace", "full"), ("search", "cannot sync"))
            for fault in (some, LOSES)
        ),
        *(pytest.param(job, fault, True, marks=pytest.mark.soak) for job in JOBS for fault in (*FAILS, *STOPS)),
    ],
)
def test_what_is_there_is_old_or_new_and_the_same_command_ends_the_run(place, job, fault, every):
    """After every operation, or after some: a disk fails at the first and last of each kind and file."""
    before, given = shutil.copytree(begun(place, job), place.folder / "before", symlinks=True), place.path.exists()
    code, message, options = FAILS.get(fault, (0, "", {}))
    interval = "1e-9" if every or code else "0"
    with Disk(place.data, **options).interposed(place.patch) as disk:
        assert run(job, place.data, interval).code == 0
    after, old, new = files_below(place.data), found(before, given), found(place.data, given)
    check_order(disk.operations)
    for moment in disk.numbers(1 if every else NEVER) if code else range(len(disk.operations)):
        if not code:
            replay(before, disk.operations[:moment], place.data, STOPS[fault])
        else:
            replay(before, [], place.data, False)
            with Disk(place.data, moment, full=fault == "full", **options).interposed(place.patch):
                check_result(run(job, place.data, interval), code, message)
            hidden = {each.suffix for each in place.data.glob(".*")}
            assert hidden <= {".lock", ".checkpoint", ".tiers", ".replaced"}
        now = found(place.data, given)
        if job == "search":  # the files of distances come one by one
            assert old.items() <= now.items() <= new.items()
        else:
            assert now in ((old,) if fault == "full" else (old, new))
        check_again(job, place.data, after)


def test_the_missing_bytes_are_those_not_yet_written(place, reported):
    reported(free_disk=100)
    with Disk(place.folder, 1).interposed(place.patch), File(place.folder / "file") as file:
        with pytest.raises(ResourceError, match=r"full: 400 bytes are short for .*file, and"):
            file.write(bytes(1000))


@pytest.mark.parametrize(
    "operation", ["plot --out", "play --record", *(f"export --format {name} --out" for name in ("csv", "parquet"))]
)
def test_a_full_disk_leaves_no_part_of_a_plot_a_record_or_an_export(place, operation):
    target = place.folder / "out" / "target"
    for number in range(3):
        shutil.rmtree(target.parent, ignore_errors=True)
        target.parent.mkdir()
        with Disk(target.parent, number).interposed(place.patch) as disk:
            result = place.run(f"{operation} {target}")
        if not disk.failed:
            assert number and result.code == 0
            break
        check_result(result, 4, f"the disk is full: .*{target.parent}")
        left = files_below(target.parent)  # the first of two plots, perhaps
        assert left.keys() <= {"target", "target/british_square-scores.svg"} and len(left) != 1
