"""What lies where the program writes: files of the user are never removed or written over, and links are followed."""

import os
import shutil
import stat
from functools import partial

import pytest
from harness import GIVEN, NAME, Row, check, done, files_below, only_added, rows

IN_THE_WAY = r"{} is in the way, and is nothing that retro wrote: move it away$"
DIAGRAMS = "line start --svg {place}/out --force"
TABLE = "export --format csv --out {place}/out --force"


# Faults


def put(place, name, kind):
    """Puts something that the program did not write where it writes, instead of what is there."""
    path = place.folder / name
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to(path.parent / "precious.txt")
    elif kind == "directory":
        path.mkdir()
        (path / "mine.txt").write_text("years of work")
    else:
        path.write_text("years of work")


def nothing(place):
    """Only the files of the user, which are in every database here, and what a crash left."""
    (place.path / ".distances.zst.writing").write_text("left by a crash")
    left = place.data / f".{NAME}.writing.abc"
    left.mkdir()
    (left / "values.zst").write_bytes(b"half")


def missing(place, name):
    (place.path / name).unlink()


def something_else(place):
    shutil.rmtree(place.path)
    put(place, f"data/{NAME}/manifest.json", "file")


def killed(place, name):
    """A run was killed while it replaced the database, and the user wrote a file of this name again."""
    shutil.copytree(place.path, place.data / f".{NAME}.replaced", symlinks=True)
    for each in GIVEN:
        (place.path / each).unlink()
    shutil.rmtree(place.path / "notes")
    (place.path / "elsewhere").unlink()
    if name:
        (place.path / name).write_text("new")


def immovable(place):
    if os.geteuid() == 0:
        pytest.skip("who may do everything can move everything")
    (place.path / "notes").chmod(0o500)


def linked(place, what, after=""):
    """The database, or the directory of databases, is elsewhere; ``after`` a crash, under its other name."""
    path, large = (place.data, "large") if what == "data" else (place.path, "large/solved")
    (place.folder / large).parent.mkdir(exist_ok=True)
    path.rename(place.folder / large)
    path.symlink_to(place.folder / large)
    if after:
        (place.folder / large).rename(place.folder / "large/.solved.replaced")


def leads(place, target):
    """The database is a link."""
    shutil.rmtree(place.path)
    put(place, "data/thesis/1.txt", "file")
    place.path.symlink_to(target)


def beside_diagrams(place, name, kind="file"):
    place.run(DIAGRAMS)
    put(place, f"out/{name}", kind)


def similar(place):
    for name, kind in (("mine", "directory"), ("12x", "file"), ("123", "pipe"), ("124", "link")):
        put(place, f".out.writing.{name}", kind)


def elsewhere(place):
    put(place, "target.csv", "file")
    (place.folder / "out").symlink_to("target.csv")


# What is left


def followed(place, before):
    """A link is as it was, and what it leads to is new."""
    after = files_below(place.folder)
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert changed and not any(stat.S_ISLNK(before[name][0]) for name in changed & before.keys())
    assert all(name.startswith(("large", "target.csv")) for name in changed)


def carried(place, before):
    """The files of the user are in the database again."""
    assert not list(place.data.glob(".*.replaced"))
    assert {name: (place.path / name).read_bytes() for name in GIVEN} == GIVEN


def only_diagrams(place, before):
    """The diagrams of an older line have been replaced."""
    assert {each.name for each in (place.folder / "out").iterdir()} == {f"{number}.svg" for number in range(1, 7)}


KINDS = "directory", "pipe", "link"
RESERVED = "run.json", "distances.zst", ".reach.json.writing"
BESIDE = "lock", "solve.checkpoint", "solve.checkpoint.writing", "positions.checkpoint.writing"
THERE = "out is there already, and .*{} is in it, which no export writes; choose another name$"


@rows(
    Row("solve", (nothing,), 0, "", done),
    *(
        Row(job, (put, f"data/{NAME}/{name}", kind), 2, IN_THE_WAY.format(name))
        for kind in KINDS
        for job, names in (("solve", RESERVED), ("reach", RESERVED[1:]))
        for name in names
    ),
    *(
        Row("solve", (put, f"data/.{NAME}.{name}", kind), 2, IN_THE_WAY.format(name))
        for name in (*BESIDE, "writing.abc", "replaced")
        for kind in ("file", *KINDS)
        if (kind, name) != ("directory", "replaced") and not (kind == "file" and "checkpoint" in name)
    ),
    *(
        Row("verify --checkpoint 1e-9", (put, f"data/.{NAME}.verify.{name}", kind), 2, IN_THE_WAY.format(name))
        for name in ("lock", "checkpoint", "checkpoint.writing", "tiers")
        for kind in KINDS
    ),
    Row("solve", (put, f"data/.{NAME}.replaced", "directory"), 0, "", carried),
    Row("solve", (put, f"data/.{NAME}.solve.checkpoint", "file"), 3, "it is damaged; --restart discards it"),
    *(
        Row("solve", (put, f"data/.{NAME}.{name}.checkpoint.writing", "file"), 0, "", done)
        for name in ("solve", "positions")
    ),
    Row("solve", (something_else,), 2, "is there already and is no database: move it away"),
    *(Row("solve", (missing, name), 0, "", done) for name in ("manifest.json", "values.zst")),
    Row("solve", (killed, ""), 0, "", carried),
    Row("solve", (killed, "thesis.txt"), 2, "replaced/thesis.txt was left by a run that was killed, and"),
    Row("solve", (immovable,), 2, "notes cannot be moved"),
    *(Row(job, (linked, what), 0, "", followed) for job in ("solve", "reach") for what in ("database", "data")),
    Row("solve", (leads, "../large/solved"), 0, "", followed),
    Row("query start", (linked, "database", "a crash"), 0, "from the start"),
    Row("solve", (leads, NAME), 2, f"{NAME} is a link that leads to no directory"),
    Row("solve", (leads, "thesis"), 2, "thesis is there already and is no database"),
    Row(TABLE, (elsewhere,), 0, "", followed),
    *(
        Row(DIAGRAMS, (beside_diagrams, name, kind), 2, THERE.format(name))
        for name, kind in (
            *((name, "file") for name in ("thesis.txt", "2a.svg", "1.json", "svg")),
            ("3.svg", "directory"),
        )
    ),
    Row(DIAGRAMS, (beside_diagrams, "22.svg"), 0, "", only_diagrams),
    *(Row(operation, (similar,), 0, "", partial(only_added, "out")) for operation in (TABLE, DIAGRAMS)),
)
def test_what_the_user_put_there_remains(place, row):
    check(row, place)
