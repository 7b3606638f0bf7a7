"""The standard streams of a command, which may be closed, unwritable, or of an encoding that lacks characters.

stdin    reads as an empty file if it is closed
stdout   has results; a character that its encoding lacks is written as its number (``\\u2713``). A write raises
         NoReader if the reader has closed the pipe, and an OSError with the name of the stream if it fails otherwise
stderr   has remarks, progress and errors; output that cannot be written is dropped, the exit code reports the outcome
"""

from __future__ import annotations

import fcntl
import io
import os
import sys
from contextlib import suppress
from typing import Any, TextIO

from retro.system.errors import GameError

_CHARACTERS = "backslashreplace"


class NoReader(Exception):
    """The reader of stdout has closed it, as ``head`` does. It is no OSError, so that no code on the way handles it."""


class _Stdout(io.FileIO):
    """Stdout without buffers."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise NoReader from None
        except OSError as error:
            raise OSError(error.errno, error.strerror, "stdout") from None


class _Stderr(io.FileIO):
    """Stderr without buffers."""

    def write(self, data: Any) -> int:
        written = None
        with suppress(OSError):
            written = super().write(data)
        return len(data) if written is None else written


def prepare() -> None:
    """Replaces the streams of this process by those described above; raises GameError if stdout is closed.

    A closed descriptor is opened on the null device: otherwise the next file that is opened would become the stream.
    """
    closed = [number for number in range(3) if _access(number) is None]
    for number in closed:
        os.open(os.devnull, os.O_WRONLY if number else os.O_RDONLY)  # the lowest number that is free
    sys.stdin = sys.stdin or open(0, errors="replace", closefd=False)
    sys.stderr = _text(_Stderr(2, "w", closefd=False), sys.stderr)
    sys.stdout = _text(_Stdout(1, "w", closefd=False), sys.stdout)
    if 1 in closed or _access(1) == os.O_RDONLY:
        raise GameError("stdout is closed: > /dev/null if its result is not wanted")


def give_up() -> None:
    """Drops the rest of the result if it cannot be written: Python would write it again when it ends."""
    try:
        sys.stdout.flush()
    except (OSError, NoReader):
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _access(descriptor: int) -> int | None:
    """Returns the access mode of a descriptor: O_RDONLY, O_WRONLY or O_RDWR; None if it is closed."""
    try:
        return fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_ACCMODE
    except OSError:
        return None


def _text(stream: io.FileIO, before: TextIO | None) -> TextIO:
    """Returns a text stream with the encoding and buffering of ``before``, None if its descriptor was closed."""
    encoding = before.encoding if before else "utf-8"
    lines = not isinstance(before, io.TextIOWrapper) or before.line_buffering or before.write_through
    return io.TextIOWrapper(io.BufferedWriter(stream), encoding, _CHARACTERS, line_buffering=lines)
