"""The line that reports an error, and the exit code that goes with it."""

from __future__ import annotations

import signal

from retro.system import machine
from retro.system.errors import RetroError
from retro.system.exit_codes import BAD_USAGE, FAILED, NO_ROOM

_LONGEST = 500
"""Characters of a line."""
_NO_THREAD = "can't start new thread"
"""Python's message where the system has no memory for a thread, or does not allow one more."""


def exit_code(error: BaseException) -> int | None:
    """The exit code of a command that ends with ``error``; None for a fault of the program.

    An error that reports one of the system's has the code of that.
    """
    if isinstance(error, KeyboardInterrupt):
        return 128 + int(getattr(error, "signal", signal.SIGINT))
    if isinstance(error, RetroError):
        cause = error.__cause__
        if error.exit_code is not None:
            return error.exit_code
        return (exit_code(cause) if isinstance(cause, OSError | RetroError) else None) or BAD_USAGE
    if isinstance(error, OSError):
        return NO_ROOM if error.errno in machine.EXHAUSTED else FAILED if error.errno in machine.FAILING else BAD_USAGE
    no_thread = isinstance(error, RuntimeError) and str(error) == _NO_THREAD
    return NO_ROOM if no_thread or isinstance(error, MemoryError) else None


def message(error: BaseException) -> str:
    """What went wrong, in words. The error has an `exit_code`."""
    if isinstance(error, KeyboardInterrupt):
        return str(error) or "interrupted; databases are as they were"
    if isinstance(error, MemoryError):
        return f"out of memory: {error}" if str(error) else "out of memory"
    if isinstance(error, RuntimeError):
        return "no more threads can be started: --threads 1 takes fewer (ulimit -u and -v limit them)"
    if isinstance(error, OSError):
        return machine.explained(error) + (f": {error.filename}" if error.filename else "")
    return str(error)


def plain(text: str) -> str:
    """``text`` with every character that could break a line or confuse a terminal escaped, or replaced by a space."""
    return text if text.isprintable() else "".join(map(_plain, text))


def one_line(text: str) -> str:
    """`plain`, cut to 500 characters."""
    shown = plain(text[: _LONGEST + 1])
    return shown if len(text) <= _LONGEST else shown[:_LONGEST] + "..."


def _plain(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else letter.encode("unicode_escape").decode()
