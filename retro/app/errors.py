"""Errors become one line on stderr and an exit code.

1 a check failed, 2 something given cannot be used, 3 files of a database are damaged or missing, 4 not enough memory,
disk or another limited resource, 5 not solved yet, or by other rules or in another format, 6 another process is at
work, 7 a disk, the network or another machine fails; 70 a fault of the program, with a traceback; 129 the terminal has
gone, 130 interrupted, 141 the reader of stdout has gone, 143 terminated.
"""

from __future__ import annotations

import functools
import signal
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

from retro.app import streams
from retro.storage import Busy, Damaged, Unusable
from retro.system import limits, machine
from retro.system.errors import ResourceError, RetroError, SystemFailed, WentWrong

WRONG, BAD_USAGE, DAMAGED, NO_ROOM, NOT_SOLVED, BUSY, FAILED = 1, 2, 3, 4, 5, 6, 7
FAULT = 70
"""As ``EX_SOFTWARE`` of sysexits.h; Python's own code for an exception is 1, which is WRONG here."""
HUNG_UP, INTERRUPTED = 128 + signal.SIGHUP, 128 + signal.SIGINT
UNREAD, ENDED = 128 + signal.SIGPIPE, 128 + signal.SIGTERM

_LONGEST = 500
_NO_THREAD = "can't start new thread"
"""What Python says where the system has no memory for one, or does not allow as many."""

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


_CODES: dict[type[Exception], int] = {
    streams.NoReader: UNREAD,
    ResourceError: NO_ROOM,
    MemoryError: NO_ROOM,
    WentWrong: WRONG,
    Damaged: DAMAGED,
    Unusable: NOT_SOLVED,
    Busy: BUSY,
    SystemFailed: FAILED,
}


def exit_code(error: BaseException) -> int | None:
    """The code for ``error``, None if it is none that a user can mend.

    An error that reports one of the system's has the code of that.
    """
    if isinstance(error, KeyboardInterrupt):
        return 128 + int(getattr(error, "signal", signal.SIGINT))
    for kind, code in _CODES.items():
        if isinstance(error, kind):
            return code
    if isinstance(error, RetroError):
        cause = error.__cause__
        return (exit_code(cause) if isinstance(cause, OSError | RetroError) else None) or BAD_USAGE
    if isinstance(error, OSError):
        return NO_ROOM if error.errno in machine.EXHAUSTED else FAILED if error.errno in machine.FAILING else BAD_USAGE
    if isinstance(error, RuntimeError) and str(error) == _NO_THREAD:
        return NO_ROOM
    return None


def plain(text: str) -> str:
    """``text`` without anything that could break a line or a terminal, or be too strange for it."""
    return text if text.isprintable() else "".join(map(_plain, text))


def one_line(text: str) -> str:
    """The same, and not too long."""
    shown = plain(text[: _LONGEST + 1])
    return shown if len(text) <= _LONGEST else shown[:_LONGEST] + "..."


def guarded(command: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A command that reports its errors and ends with the right code."""

    @functools.wraps(command)
    def run(*arguments: Arguments.args, **options: Arguments.kwargs) -> Result:
        try:
            limits.begin()
            try:
                return command(*arguments, **options)
            finally:
                sys.stdout.flush()  # an error of writing belongs here, not to the end of Python
        except (KeyboardInterrupt, Exception) as error:
            code = exit_code(error)
            if code is None:
                raise
            streams.give_up()
            if code != UNREAD:
                typer.echo(f"error: {one_line(described(error))}", err=True)
            raise typer.Exit(code) from None

    return run


def described(error: BaseException) -> str:
    """What went wrong, in words."""
    if isinstance(error, KeyboardInterrupt):
        return str(error) or "interrupted; databases are as they were"
    if isinstance(error, MemoryError):
        return f"out of memory: {error}" if str(error) else "out of memory"
    if isinstance(error, RuntimeError):
        return "no more threads can be started: --threads 1 takes fewer (ulimit -u and -v limit them)"
    if isinstance(error, OSError):
        return machine.explained(error) + (f": {error.filename}" if error.filename else "")
    return str(error)


def _plain(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else letter.encode("unicode_escape").decode()
