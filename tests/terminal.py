"""A pseudo-terminal for tests: a program that writes to a terminal, and its output."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Sequence

PATIENCE = 60.0
"""Seconds for an answer: far more than any takes."""


class Terminal:
    """The command `retro` at a terminal. A context manager that ends it."""

    def __init__(
        self, arguments: Sequence[str], environment: dict[str, str], columns: int = 100, kind: str = "xterm-256color"
    ) -> None:
        self._here, there = pty.openpty()
        termios.tcsetwinsize(there, (40, columns))
        command = [sys.executable, "-c", "import retrograde; retrograde.main()", *arguments]
        variables = environment | {"TERM": kind, "COLUMNS": str(columns), "LINES": "40"}
        self._program = subprocess.Popen(
            command, stdin=there, stdout=there, stderr=there, env=variables, start_new_session=True, preexec_fn=_control
        )
        os.close(there)
        self.shown = ""

    def until(self, words: str) -> str:
        """The output from here until ``words`` appear in it."""
        end = time.monotonic() + PATIENCE
        seen = ""
        while words not in seen:
            ready, _, _ = select.select([self._here], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{words!r} is not in {seen!r}"
            data = self._read()
            assert data, f"{words!r} is not in {seen!r}, with which it ended"
            seen += data
        self.shown += seen
        return seen

    def write(self, text: str) -> None:
        """Type ``text``."""
        os.write(self._here, text.encode())

    def end(self, typed: str) -> tuple[int, str]:
        """Type text that ends the program; returns the exit code and the last output.

        The text is typed again if nothing happens for ten seconds: an interrupt that arrives just
        before the program waits for a line may be lost.
        """
        seen, last = "", time.monotonic() + PATIENCE
        self.write(typed)
        while True:
            ready, _, _ = select.select([self._here], [], [], 10.0)
            assert time.monotonic() < last, f"it goes on: {seen!r}"
            if not ready:
                self.write(typed)
                continue
            data = self._read()
            if not data:
                break
            seen += data
        self.shown += seen
        return self._program.wait(PATIENCE), seen

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *error: object) -> None:
        if self._program.poll() is None:
            self._program.kill()
            self._program.wait()
        os.close(self._here)

    def _read(self) -> str:
        try:
            return os.read(self._here, 1 << 16).decode(errors="replace").replace("\r\n", "\n")
        except OSError:  # what Linux says where the other end is closed
            return ""


def _control() -> None:
    """Make the terminal able to interrupt the program, even where the tests run with SIGINT ignored."""
    import fcntl

    signal.signal(signal.SIGINT, signal.default_int_handler)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
