"""Commands in processes of their own, in surroundings that a test prepares; the checks of their results."""

from __future__ import annotations

import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from commanding import CommandResult

PATIENCE = 300
"""Seconds for a command: far more than any takes."""
USER = 54321
"""The id of a user that the system does not know: no entry in passwd, no home directory."""


_AS_USER = """
set -e
{before}
mount -t tmpfs -o mode=755 tmpfs {inside}
for path in {places}; do mkdir -p "{inside}/$path"; mount --rbind "$path" "{inside}/$path"; done
for hidden in {hidden}; do mount -t tmpfs -o mode=755 tmpfs "$hidden"; done
for path in {places}; do mkdir -p "$path"; mount --rbind "{inside}/$path" "$path"; done
umount -l {inside}
exec setpriv --reuid={user} --regid={user} --clear-groups bash -o pipefail -c {line}
"""
"""In a mount namespace: directories that others may not search become empty, except for the paths that are needed."""


@dataclass
class Workplace:
    """An empty directory for one test, with random numbers and a copy of a solved database."""

    folder: Path
    random: random.Random
    solved: Callable[[], Path]
    """Returns a directory with the database of the L-game."""
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
        """Returns the path of the database of the L-game, copied into the directory that commands use by default."""
        path = self.data / "lgame"
        if not path.exists():
            shutil.copytree(self.solved() / "lgame", path)
        return path

    def begin(self, line: str | Sequence[str], **more: Any) -> subprocess.Popen[str]:
        """Starts a process that runs a line of bash, or a program with its arguments."""
        words = ["bash", "-o", "pipefail", "-c", line] if isinstance(line, str) else [*line]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        defaults = {"cwd": self.folder, "env": self.environment, "text": True, "errors": "surrogateescape"}
        return subprocess.Popen(words, **{**pipes, **defaults, **more})

    def run(
        self, line: str | Sequence[str], *, variables: Mapping[str, str | None] | None = None, **more: Any
    ) -> CommandResult:
        """Runs such a process to its end. ``variables`` extend the environment; None removes one from it."""
        environment = {**self.environment, **(variables or {})}
        process = self.begin(line, env={name: each for name, each in environment.items() if each is not None}, **more)
        try:
            output, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError(f"{line} takes longer than {PATIENCE} s") from None
        return CommandResult(process.returncode, output or "", errors or "")

    def python(self, code: str, *arguments: object, **more: Any) -> CommandResult:
        """Runs a program in Python to its end."""
        return self.run([sys.executable, "-c", code, *map(str, arguments)], **more)

    def as_user(
        self, line: str, before: str = ":", variables: Mapping[str, str | None] | None = None, home: bool = False
    ) -> CommandResult:
        """Runs a line of bash as USER, after ``before`` as root; ``home`` gives this user a home directory."""
        if os.geteuid() or not shutil.which("unshare") or not shutil.which("setpriv"):
            pytest.skip("only root can be another user, with unshare and setpriv")
        trial = self.run(["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])
        if trial.code:
            pytest.skip(f"mounting is not allowed here: {trial.errors.strip()}")
        paths = {Path(each).resolve() for each in (sys.base_prefix, sys.prefix, *sys.path, self.folder) if each}
        needed = [each for each in paths if each.exists() and not paths & set(each.parents)]
        closed = {above: each for each in needed for above in reversed(each.parents) if not above.stat().st_mode & 1}
        places = [each for each in needed if any(above in each.parents for above in closed)]
        hidden = [each for each in closed if not any(above in each.parents for above in closed)]
        own = self.folder / "home"
        if home and not own.exists():
            own.mkdir()
            os.chown(own, USER, USER)
        words = {
            name: " ".join(shlex.quote(str(each)) for each in paths)
            for name, paths in (("places", places), ("hidden", hidden))
        }
        script = _AS_USER.format(inside="/mnt", user=USER, before=before, line=shlex.quote(line), **words)
        own_variables = {"HOME": str(own) if home else None, "PYTHONDONTWRITEBYTECODE": "1"}
        own_variables |= {"USER": None, "LOGNAME": None, **(variables or {})}
        return self.run(["unshare", "--mount", "bash", "-c", script], variables=own_variables)


def check_exit(result: CommandResult, *codes: int) -> CommandResult:
    """Checks that a command ended with one of these exit codes (0 if none is given), and without a traceback."""
    assert result.code in (codes or (0,)), f"exit code {result.code}, not {codes or 0}: {result.errors[-500:]!r}"
    assert "Traceback" not in result.errors, f"traceback: {result.errors[-800:]!r}"
    return result


def check_refused(result: CommandResult, code: int, *words: str) -> str:
    """Checks that a command ended with this exit code and one error line with all these words. Returns the line."""
    check_exit(result, code)
    lines = [line for line in result.errors.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1, f"not one line of error: {result.errors!r}"
    for each in words:
        assert each in lines[0], f"{each!r} is not in {lines[0]!r}"
    return lines[0]


def awaited(condition: Callable[[], object], seconds: float = 120) -> None:
    """Waits until a condition holds; fails after so many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def wait_until(condition: Callable[[], object], what: str, process: subprocess.Popen[str]) -> None:
    """Waits until ``condition`` returns something true, while a process runs."""
    last = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < last, f"not within {PATIENCE} s: {what}"
        assert process.poll() is None, f"it ended before: {what}: {process.communicate()}"
        time.sleep(0.01)


def contents(directory: Path) -> dict[str, bytes]:
    """Returns all files below a directory by name, except locks and records of runs, which contain a time."""
    files = {str(each.relative_to(directory)): each for each in directory.rglob("*") if each.is_file()}
    return {name: each.read_bytes() for name, each in files.items() if not name.endswith((".lock", "run.json"))}


def stopped(process: subprocess.Popen[str], number: int = signal.SIGKILL) -> CommandResult:
    """Sends a signal to a process, and waits for its end."""
    process.send_signal(number)
    output, errors = process.communicate(timeout=PATIENCE)
    return CommandResult(process.returncode, output or "", errors or "")


@pytest.fixture
def workplace(tmp_path: Path, small_game: Callable[[str], Any], request: pytest.FixtureRequest) -> Workplace:
    """An empty directory for commands that run in processes of their own."""
    numbers = random.Random(request.node.name)
    return Workplace(tmp_path / "workplace", numbers, lambda: small_game("lgame").tablebase.database.path.parent)
