"""The table of faults: a row has an operation, what is wrong, the exit code, the message, and what must be left.

Rows of most files are commands on one small game, whose database has files of the user in it. `check` makes the fault,
runs the command as a user would, and checks all else: one line of error without a traceback, no half-written file,
files of the user and all that the command must not change as they were.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shlex
import signal
import stat
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import commanding
import pytest

NAME = "british_square,size=3"
LEVELS = ("ostle", "--set", "size=3", "--set", "men=2", "--set", "left=0")
"""A game that is solved level by level, and has an index and a repetition rule; the other one has none of these."""
LAST = "102-000-201 turn 5"
"""A position that was found late."""
GIVEN = {"thesis.txt": b"years of work", "notes/1.txt": b"one", "notes/more/2.txt": b"two", ".hidden": b"three"}
"""Files of the user in the directory of the database."""
REACH = ("distances.zst", "reach.json", "reach-run.json")
"""Files of the distances from the start."""
RUNS = ("run.json", "reach-run.json")
"""Optional files: a database opens without them, or if they are damaged."""
FORK = multiprocessing.get_context("fork")
FAULT = 70
"""Exit code of a fault of the program."""
Files = dict[str, tuple[int, bytes]]


def give(directory: Path) -> None:
    """Writes files of the user, a link among them, into a directory."""
    for name, data in GIVEN.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_bytes(data)
    (directory / "elsewhere").symlink_to("/nowhere")


def files_below(directory: Path) -> Files:
    """Returns mode and bytes of all below a directory, except locks; the bytes of a link are its text."""
    files = {}
    for each in directory.rglob("*"):
        mode = each.lstat().st_mode
        data = each.read_bytes() if stat.S_ISREG(mode) else os.fsencode(each.readlink()) if stat.S_ISLNK(mode) else b""
        lock = each.suffix == ".lock" and stat.S_ISREG(mode) and (not data or data.lstrip().startswith(b'{"host"'))
        if not lock:
            files[str(each.relative_to(directory))] = mode, data
    return files


class Place:
    """A directory of a test, and ``data`` in it, where the database of a small ``game`` is at ``path``.

    solved   the database of the same game, solved and searched, which nothing changes
    """

    def __init__(self, folder: Path, game: tuple[str, ...], solved: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.game, self.solved, self.patch = folder, game, solved, patch
        self.data = folder / "data"
        self.path = self.data / solved.name

    def run(self, operation: str) -> commanding.CommandResult:
        """Runs a command on the game. Its words may contain ``{place}``, the directory of the test."""
        command, *more = (word.format(place=self.folder) for word in shlex.split(operation))
        return commanding.run(command, *self.game, *more, "--data", self.data)


def same(place: Place, before: Files) -> None:
    """Nothing has changed."""
    assert files_below(place.folder) == before


def only_added(name: str, place: Place, before: Files) -> None:
    """All that was there is there, and besides only ``name``, and what is in it."""
    after = files_below(place.folder)
    assert before.items() <= after.items()
    assert all(each == name or each.startswith(f"{name}/") for each in after.keys() - before.keys())


def sections(place: Place, before: Files) -> None:
    """`retro stats` counts by section, and stores that."""
    only_added(f"data/{NAME}/parts.json", place, before)


def done(place: Place, before: Files, searched: bool = False) -> None:
    """The database is as it should be, all other files are as they were, and none is left half-written."""
    own = {f"data/{place.path.name}/{name}": each for name, each in files_below(place.solved).items()}
    written = {name: each for name, each in own.items() if searched or not name.endswith(REACH)}
    others = {name: each for name, each in before.items() if name not in own and ".writing" not in name}
    now, then = without_runs(files_below(place.folder)), without_runs(others | written)
    assert sorted(now) == sorted(then), sorted(now.keys() ^ then.keys())
    assert now == then, [name for name in now if now[name] != then[name]]


def without_runs(files: Files) -> Files:
    """Leaves out the files that say when and where a run was made."""
    return {name: each for name, each in files.items() if not name.endswith(RUNS)}


class Row(NamedTuple):
    """``fault`` is a function of the place and its other arguments; what it returns is a context of the operation.

    ``message`` is a regular expression, to be found in the line of error, or in the output of a command that succeeds.
    """

    operation: str
    fault: tuple[Any, ...]
    code: int = 2
    message: str = ""
    left: Callable[[Place, Files], None] = same

    @property
    def id(self) -> str:
        function, *arguments = self.fault
        return " ".join([self.operation, function.__name__, *map(str, arguments)])


def check_result(result: commanding.CommandResult, code: int, message: str) -> None:
    """Checks exit code and message, and that there is a result or one line of error; neither commands a terminal."""
    assert result.code == code and ("Traceback" in result.errors) == (code == FAULT), result
    if code == FAULT:
        assert re.search(message, result.errors)
        return
    assert all(line.isprintable() for line in result.output.split("\n")), result
    found = [line for line in result.errors.splitlines() if line.startswith("error")]
    if found:
        assert code and not result.output and result.errors.endswith(f"{found[-1]}\n"), result
        assert len(found) == 1 and found[0].isprintable() and len(found[0]) < 1000, result
    assert re.search(message, found[0] if found else result.output), result


def check(row: Row, place: Place) -> None:
    """Makes the fault, runs the operation, and checks all that the row says."""
    function, *arguments = row.fault
    with ExitStack() as opened:
        context = function(place, *arguments)
        if context is not None:
            opened.enter_context(context)
        before = files_below(place.folder)
        result = place.run(row.operation)
    check_result(result, row.code, row.message)
    row.left(place, before)


def forked(function: Callable[[], Any]) -> tuple[int, Any]:
    """Calls a function in a process of its own, forked from this one: it imports nothing, and may be killed or limited.

    Returns its exit code, which is negative after a signal, and what the function returned or raised, None if killed.
    Signals are handled as in a process that a terminal starts, whatever this one ignores.
    """

    def call() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        try:
            there.send(function())
        except Exception as error:
            there.send(error)

    here, there = FORK.Pipe(duplex=False)
    process = FORK.Process(target=call)
    process.start()
    there.close()
    result = None
    with suppress(EOFError):
        result = here.recv()
    process.join()
    assert process.exitcode is not None
    return process.exitcode, result


def rows(*listed: Row) -> pytest.MarkDecorator:
    """Runs a test once for each row."""
    return pytest.mark.parametrize("row", [pytest.param(row, id=row.id) for row in listed])
