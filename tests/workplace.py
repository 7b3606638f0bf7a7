"""Commands in processes of their own, in surroundings that a test prepares."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from commanding import CommandResult

PATIENCE = 300
"""Seconds for a command: far more than any takes."""
USER = 54321
"""The id of a user that the system does not know: no entry in passwd, no home directory."""
Variables = Mapping[str, str | None]
"""They extend the environment; None removes one from it."""

_RETRO = f"#!{sys.executable}\nimport retrograde\nretrograde.main()\n"
_AS_USER = """
set -e
{before}
mount -t tmpfs -o mode=755 tmpfs /mnt
for path in {places}; do mkdir -p "/mnt/$path"; mount --rbind "$path" "/mnt/$path"; done
for hidden in {hidden}; do mount -t tmpfs -o mode=755 tmpfs "$hidden"; done
for path in {places}; do mkdir -p "$path"; mount --rbind "/mnt/$path" "$path"; done
umount -l /mnt
exec setpriv --reuid={user} --regid={user} --clear-groups bash -o pipefail -c {line}
"""
"""In a mount namespace: directories that others may not search become empty, except for the paths that are needed."""


class Workplace:
    """A directory for processes; ``data`` in it is for the databases, which commands use by default."""

    def __init__(self, folder: Path) -> None:
        self.folder, programs = folder, folder / "bin"
        programs.mkdir(parents=True)
        (programs / "retro").write_text(_RETRO)
        (programs / "retro").chmod(0o755)
        self.environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        self.environment |= {"PATH": f"{programs}:{os.environ['PATH']}", "RETRO_DATA": str(folder / "data")}
        self.environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)

    def begin(self, line: str | Sequence[str], variables: Variables | None = None) -> subprocess.Popen[str]:
        """Starts a process that runs a line of bash, or a program with its arguments."""
        words = ["bash", "-o", "pipefail", "-c", line] if isinstance(line, str) else [*line]
        environment = {**self.environment, **(variables or {})}
        return subprocess.Popen(
            words,
            **dict.fromkeys(("stdout", "stderr"), subprocess.PIPE),
            stdin=subprocess.DEVNULL,
            cwd=self.folder,
            env={name: each for name, each in environment.items() if each is not None},
            text=True,
            errors="surrogateescape",
            preexec_fn=_handle_signals,
        )

    def run(self, line: str | Sequence[str], variables: Variables | None = None) -> CommandResult:
        """Runs such a process to its end."""
        return ended(self.begin(line, variables))

    def as_user(self, line: str, before: str = "true") -> CommandResult:
        """Runs a line of bash as USER, who has a home directory, after ``before`` as root."""
        if os.geteuid() or not shutil.which("unshare") or not shutil.which("setpriv"):
            pytest.skip("only root can be another user, with unshare and setpriv")
        trial = self.run(["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])
        if trial.code:
            pytest.skip(f"mounting is not allowed here: {trial.errors.strip()}")
        paths = {Path(each).resolve() for each in (sys.base_prefix, sys.prefix, *sys.path, self.folder) if each}
        needed = [each for each in paths if each.exists() and not paths & set(each.parents)]
        closed = {above for each in needed for above in each.parents if not above.stat().st_mode & 1}
        places = [each for each in needed if closed & set(each.parents)]
        hidden = [each for each in closed if not closed & set(each.parents)]
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        os.chown(home, USER, USER)
        script = _AS_USER.format(
            user=USER, before=before, line=shlex.quote(line), places=_words(places), hidden=_words(hidden)
        )
        own: dict[str, str | None] = {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", "USER": None, "LOGNAME": None}
        return self.run(["unshare", "--mount", "bash", "-c", script], own)


def _words(paths: Sequence[Path]) -> str:
    return " ".join(shlex.quote(str(each)) for each in paths)


def _handle_signals() -> None:
    """Handles signals as a process at a terminal does, also if the tests ignore them, as after `nohup`."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def ended(process: subprocess.Popen[str], number: int = 0) -> CommandResult:
    """Sends a signal to a process, if one is given, and waits for its end."""
    if number:
        process.send_signal(number)
    try:
        output, errors = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(f"{process.args!r} takes longer than {PATIENCE} s") from None
    return CommandResult(process.returncode, output or "", errors or "")


def check_exit(result: CommandResult, *codes: int) -> CommandResult:
    """Checks that a command ended with one of these exit codes (0 if none is given), and without a traceback."""
    assert result.code in (codes or (0,)), f"exit code {result.code}, not {codes or 0}: {result.errors[-500:]!r}"
    assert "Traceback" not in result.errors, f"traceback: {result.errors[-800:]!r}"
    return result


def awaited(condition: Callable[[], object], seconds: float = 120) -> None:
    """Waits until a condition holds; fails after so many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def workplace(tmp_path: Path) -> Workplace:
    """An empty directory for commands that run in processes of their own."""
    return Workplace(tmp_path / "workplace")
