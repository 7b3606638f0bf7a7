"""Trials of the commands in surroundings that fail.

`tests/soak/operations.py` makes all of them, `tests/test_operations.py` the quick ones.
A trial is a function of a `Workplace`; its docstring says what must hold. It raises AssertionError where that does not
hold, and `Skipped` where it cannot be made.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

PATIENCE = 300
"""Seconds for a command: far more than any takes."""


class Skipped(Exception):
    """A trial cannot be made here; the text says why."""


class Done(NamedTuple):
    """The exit code of a command, and what it wrote to stdout and to stderr."""

    code: int
    output: str
    errors: str


class Trial(NamedTuple):
    """A trial; a ``quick`` one takes a second or two."""

    name: str
    run: Callable[[Workplace], None]
    quick: bool


TRIALS: dict[str, Trial] = {}


def trial(*, quick: bool = False) -> Callable[[Callable[[Workplace], None]], Callable[[Workplace], None]]:
    """Adds a function to the trials."""

    def added(run: Callable[[Workplace], None]) -> Callable[[Workplace], None]:
        assert run.__doc__ and run.__name__ not in TRIALS
        TRIALS[run.__name__] = Trial(run.__name__, run, quick)
        return run

    return added


@dataclass
class Workplace:
    """An empty directory for one trial, its random numbers, and solved databases, which are copied there."""

    folder: Path
    random: random.Random
    solved: Callable[[], Path]
    """A directory with the database of the L-game."""
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.data = self.folder / "data"
        programs = self.folder / "bin"
        programs.mkdir(parents=True)
        retro = programs / "retro"
        retro.write_text(f"#!{sys.executable}\nimport retrograde\nretrograde.main()\n")
        retro.chmod(0o755)
        self.environment |= {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        self.environment |= {"PATH": f"{programs}:{os.environ['PATH']}", "RETRO_DATA": str(self.data)}
        self.environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)

    def lgame(self) -> Path:
        """The database of the L-game, a copy in the directory where commands look for it."""
        path = self.data / "lgame"
        if not path.exists():
            shutil.copytree(self.solved() / "lgame", path)
        return path

    def begin(self, line: str | Sequence[str], **more: Any) -> subprocess.Popen[str]:
        """A process that runs a line of bash, or a program with its arguments."""
        words = ["bash", "-o", "pipefail", "-c", line] if isinstance(line, str) else [*line]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        given = {"cwd": self.folder, "env": self.environment, "text": True, "errors": "surrogateescape"}
        return subprocess.Popen(words, **{**pipes, **given, **more})

    def run(self, line: str | Sequence[str], *, variables: Mapping[str, str | None] | None = None, **more: Any) -> Done:
        """The same to its end, with more environment ``variables``, or, where one is None, without it."""
        known = {**self.environment, **(variables or {})}
        process = self.begin(line, env={name: value for name, value in known.items() if value is not None}, **more)
        try:
            output, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError(f"{line} goes on for {PATIENCE} s") from None
        return Done(process.returncode, output or "", errors or "")

    def python(self, code: str, *arguments: object, **more: Any) -> Done:
        """A program in Python."""
        return self.run([sys.executable, "-c", code, *map(str, arguments)], **more)


def ended(done: Done, *codes: int) -> Done:
    """Checks that a command ended with one of these exit codes (0 if none is given), and without a traceback."""
    assert done.code in (codes or (0,)), f"exit code {done.code}, not {codes or 0}: {done.errors[-500:]!r}"
    assert "Traceback" not in done.errors, f"traceback: {done.errors[-800:]!r}"
    return done


def refused(done: Done, code: int, *words: str) -> str:
    """Checks that a command ended with this exit code and one line of error, which has all these words; the line."""
    ended(done, code)
    lines = [line for line in done.errors.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1, f"not one line of error: {done.errors!r}"
    for each in words:
        assert each in lines[0], f"{each!r} is not in {lines[0]!r}"
    return lines[0]


def wait_until(holds: Callable[[], object], what: str, process: subprocess.Popen[str] | None = None) -> None:
    """Waits until ``holds`` returns something true, while a process runs."""
    last = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < last, f"not within {PATIENCE} s: {what}"
        assert process is None or process.poll() is None, f"it ended before: {what}: {process.communicate()}"
        time.sleep(0.01)


def contents(place: Path) -> dict[str, bytes]:
    """All files below a directory by name, without locks and records of runs, which say when they were made."""
    files = {str(each.relative_to(place)): each for each in place.rglob("*") if each.is_file()}
    return {name: each.read_bytes() for name, each in files.items() if not name.endswith((".lock", "run.json"))}


def stopped(process: subprocess.Popen[str], number: int = signal.SIGKILL) -> Done:
    """Sends a signal to a process, and waits for its end."""
    process.send_signal(number)
    output, errors = process.communicate(timeout=PATIENCE)
    return Done(process.returncode, output or "", errors or "")
