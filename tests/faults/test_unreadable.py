"""Files that cannot be read or written: damage, errors of the system and closed databases are never "no position"."""

import errno
import os
import sys
from contextlib import contextmanager, nullcontext

import numpy as np
import pytest
from disks import Disk
from harness import LAST, NAME, REACH, RUNS, Row, check, rows, sections
from starlette.testclient import TestClient

import retro
from retro.serve.app import make
from retro.serve.open_databases import OpenDatabases
from retro.storage import Closed, Damaged, Unreadable
from retro.system.errors import GameError, NoSuchState, ResourceError, RetroError

KEY = 1442372
"""That of LAST."""
QUERY = f"query '{LAST}'"
TESTED = ": test the disk or the network"
REASONS = {
    errno.EIO: (7, f"Input/output error{TESTED}"),
    errno.ESTALE: (7, "Stale file handle: it was replaced or removed on its server; open it again"),
    errno.EACCES: (2, "Permission denied"),
    errno.EPERM: (2, "Operation not permitted"),
    errno.EROFS: (2, "Read-only file system"),
    errno.EMFILE: (4, r"Too many open files \(ulimit -n .*\)"),
    errno.ENFILE: (4, "Too many open files in system"),
    errno.ENOMEM: (4, "Cannot allocate memory"),
}
"""Exit codes, from the table in docs/reference/command-line.md, and the end of the line: no advice to solve again."""
FILES = ("manifest.json", "run.json", "values.zst", "keys.zst", *REACH)


# Faults


def flipped(place, name, position=20):
    data = bytearray((place.solved / name).read_bytes())
    data[position] ^= 4
    (place.path / name).write_bytes(data)


def damaged(place, name, how):
    path = place.path / name
    sound = path.read_bytes()
    if how == "flipped":
        return flipped(place, name, len(sound) // 2)
    path.unlink()
    if how == "a pipe":
        os.mkfifo(path)
    elif how != "missing":
        path.write_bytes({"cut": sound[:-9], "empty": b"", "no fields": b"{}"}[how])


def unreadable(place, name, number):
    """Opening files of this name, and reading them, fails."""
    return Disk(place.data, 0, number, ("open", "read"), name=name).interposed(place.patch)


def unreadable_checkpoint(place, number):
    (place.data / f".{NAME}.positions.checkpoint").write_bytes(b"1")
    return unreadable(place, f".{NAME}.positions.checkpoint", number)


def unwritable(place, number):
    return Disk(place.data, 0, number).interposed(place.patch)


@contextmanager
def broken_package(place, source):
    """The package for plots is installed, and cannot be imported."""
    (place.folder / "matplotlib").mkdir()
    (place.folder / "matplotlib" / "__init__.py").write_text(source)
    place.patch.delitem(sys.modules, "matplotlib", raising=False)
    place.patch.syspath_prepend(place.folder)
    place.patch.setattr(sys, "dont_write_bytecode", True)  # or the package has another folder afterwards
    yield


def of_damage(command, name, how):
    """The row of a command that reads a damaged file."""
    job, again = ("reach", "search again") if name in REACH else ("solve", "solve the game again")
    if command == "check-file":
        return Row(command, (damaged, name, how), 3, rf"(?s){name} +[\d,]+ bytes  DAMAGED: .*: 1 of . files damaged")
    if name in RUNS or (name, how) == ("reach.json", "missing"):
        return Row(QUERY, (damaged, name, how), 0, "b2 +.1 +102-010-201 turn 6")
    # what is found later than on opening does not have the command
    command = rf" \(retro {job} british_square --set size=3\)$" if how != "flipped" else ""
    return Row(QUERY, (damaged, name, how), 3, f"{name}.*; {again}{command}")


@rows(
    *(
        of_damage(command, name, how)
        for command in ("query", "check-file")
        for name in FILES
        for how in ("flipped", "cut", "empty", "missing", "a pipe")
    ),
    *(
        Row(command, (damaged, "run.json", how), 0, r"solved +not known\nby +not known\non +not known", sections)
        for command in ("info", "stats")
        for how in ("missing", "no fields")
    ),
    *(
        Row(QUERY, (unreadable, name, number), code, f"{name}: {reason}$")
        for number, (code, reason) in REASONS.items()
        for name in FILES
        if name != "reach-run.json" and number != errno.EROFS
    ),
    *(
        Row("check-file", (unreadable, name, errno.EIO), 7, f"{name}: {REASONS[errno.EIO][1]}$")
        for name in ("manifest.json", "values.zst")
    ),
    Row(f"query {KEY}", (flipped, "keys.zst"), 3, "keys.zst is damaged"),
    Row("solve", (unreadable_checkpoint, errno.EIO), 7, f"checkpoint: {REASONS[errno.EIO][1]}"),
    *(
        Row(job, (unwritable, number), REASONS[number][0], f"cannot write in .*: {REASONS[number][1]}$")
        for job in ("solve", "reach")
        for number in (errno.EROFS, errno.EACCES, errno.EIO)
    ),
    *(
        Row("plot", (broken_package, source), 2, f"needs matplotlib, which .* cannot be imported: {error}(?!pip)")
        for source, error in (
            ("import _no_module_of_the_system", "ModuleNotFoundError: No module named '_no_mod"),
            ("raise ImportError('libpng16.so.16: cannot open')", "ImportError: libpng16.so.16: cannot"),
        )
    ),
)
def test_an_answer_is_right_or_names_the_file(place, row):
    check(row, place)


# Python and HTTP

GAME = "british_square", {"size": 3}
AFTER = "102-010-201 turn 6"
OF_A_RECORD = [
    *((name, position) for name in ("probe", "get") for position in (KEY, str(KEY), LAST)),
    *((name, KEY) for name in ("moves", "query", "line")),
    *(("probe_many", [KEY], {"strict": strict}) for strict in (True, False)),
]
OF_A_POSITION = [
    *OF_A_RECORD,
    *((name, KEY) for name in ("draw", "distance", "from_start")),
    *(("play", "b2", KEY), ("forbidden_after", KEY, AFTER)),
]
"""Methods of a table that read its files, and their arguments."""
BELOW = {
    "start": lambda table: table.start,
    "no positions": lambda table: table.probe_many([]),
    "record": lambda table: table.database.record(0),
    "records": lambda table: table.database.records(np.zeros(0, np.int64)),
    "planes": lambda table: table.database.planes(0, 1),
    "find": lambda table: table.database.keys.find(-1),
    "word_at": lambda table: table.database.keys.word_at(0),
    "distance": lambda table: table.searched.distance(0),
}
"""What reads nothing, or is below the methods."""


@contextmanager
def without_memory(place):
    """No file is so small that a limit of memory would end at its keys."""

    def none(*arguments):
        raise MemoryError

    place.patch.setattr("retro.storage.keys.decode", none)
    yield
    place.patch.undo()


def read(table, way, *arguments):
    """Calls a method of a table, whose last argument may be its options, or something of BELOW."""
    if not arguments:
        return BELOW[way](table)
    *given, last = arguments
    return getattr(table, way)(*given, **last) if isinstance(last, dict) else getattr(table, way)(*arguments)


def closed(place, used):
    for way in OF_A_POSITION if used else ():
        read(place.table, *way)
    place.table.close()


@contextmanager
def closed_meanwhile(place):
    """Another thread closes the table. The system may give the number of the file to another one before it is read."""
    real, other = os.pread, os.open(os.devnull, os.O_RDONLY)

    def pread(descriptor, size, offset):
        place.table.close()
        return real(other, size, offset)

    place.patch.setattr(os, "pread", pread)  # so that the other thread comes between two statements
    yield
    place.patch.undo()
    os.close(other)


@pytest.mark.parametrize(
    ("fault", "error", "message", "ways"),
    [
        ((flipped, "keys.zst"), Damaged, "keys.zst is damaged", OF_A_POSITION),
        ((flipped, "values.zst"), Damaged, "values.zst is damaged", OF_A_RECORD),
        *(
            ((unreadable, "keys.zst", number), Unreadable, f"keys.zst: {os.strerror(number)}", OF_A_POSITION)
            for number in (errno.EIO, errno.ESTALE)
        ),
        ((without_memory,), ResourceError, "out of memory while .*keys.zst was read", OF_A_POSITION),
        *(((closed, used), Closed, "was closed", [*OF_A_POSITION, *zip(BELOW)]) for used in (False, True)),
        ((closed_meanwhile,), Closed, "was closed", [("probe", KEY)]),
    ],
    ids=lambda each: " ".join([each[0].__name__, *map(str, each[1:])]) if isinstance(each, tuple) else "",
)
def test_no_failure_is_answered_by_no_position(place, fault, error, message, ways):
    """Once the disk works again, or there is memory, so does the table."""
    function, *arguments = fault
    for way in ways:
        with retro.open(GAME[0], place.data, **GAME[1]) as place.table:
            place.table.searched = place.table._reach()
            context = function(place, *arguments)
            with context or nullcontext(), pytest.raises(error, match=message) as raised:
                read(place.table, *way)
            assert error is not Unreadable or "solve" not in str(raised.value)
            if context and error is not Closed:
                read(place.table, *way)


def test_http_reports_damaged_keys(place):
    flipped(place, "keys.zst")
    with TestClient(make(OpenDatabases(place.data), "127.0.0.1"), base_url="http://127.0.0.1:8000") as client:
        address, options = "/api/v1/games/british_square", {"set": "size=3"}
        answers = [
            client.post(f"{address}/probe", params=options, json={"positions": [LAST]}),
            *(client.get(f"{address}/{what}", params={"position": LAST, **options}) for what in ("position", "setup")),
        ]
    for answer in answers:
        assert answer.status_code == 500 and "keys.zst is damaged" in answer.json()["error"], answer.text


def test_only_a_missing_state_is_missing(place):
    """Each of the other errors is caught where no state is looked for, and by its own name."""
    with retro.open(GAME[0], place.data, **GAME[1]) as table:
        for position in ("", "nonsense", -1, 2**63, "9" * 30):
            assert table.get(position) is None
            with pytest.raises(NoSuchState):
                table.probe(position)
        assert table.get("start", "z9") is None
        assert table.get(LAST) == table.get(KEY) is not None and table.get(KEY + 1) is None
    for error in (Damaged, Unreadable, Closed, ResourceError):
        assert issubclass(error, RetroError) and not issubclass(error, GameError)
