"""The line that reports an error, the exit code that goes with it, and shortened texts for lines and cells."""

from __future__ import annotations

import signal
from collections.abc import Sequence

from retro.system import machine
from retro.system.errors import RetroError
from retro.system.exit_codes import BAD_USAGE, FAILED, OUT_OF_RESOURCES

_LONGEST = 500
"""Characters of a line."""
_MAX_LISTED = 8
"""Texts of a list in a line or a cell."""
_NO_THREAD = "can't start new thread"
"""Python's message where the system has no memory for a thread, or does not allow one more."""


def exit_code(error: BaseException) -> int | None:
    """Returns the exit code of a command that ends with ``error``; None for a fault of the program.

    An error whose cause is an error of the system has the code of that.
    """
    if isinstance(error, KeyboardInterrupt):
        return 128 + int(getattr(error, "signal", signal.SIGINT))
    if isinstance(error, RetroError):
        cause = error.__cause__
        if error.exit_code is not None:
            return error.exit_code
        return (exit_code(cause) if isinstance(cause, OSError | RetroError) else None) or BAD_USAGE
    if isinstance(error, OSError):
        if error.errno in machine.EXHAUSTED:
            return OUT_OF_RESOURCES
        return FAILED if error.errno in machine.FAILING else BAD_USAGE
    no_thread = isinstance(error, RuntimeError) and str(error) == _NO_THREAD
    return OUT_OF_RESOURCES if no_thread or isinstance(error, MemoryError) else None


def message(error: BaseException) -> str:
    """Returns the text for an error that has an `exit_code`."""
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
    """Returns ``text`` with characters that are not printable escaped, and white space other than spaces replaced."""
    return text if text.isprintable() else "".join(map(_plain, text))


def one_line(text: str) -> str:
    """Returns `plain` of a text, cut to 500 characters."""
    shown = plain(text[: _LONGEST + 1])
    return shown if len(text) <= _LONGEST else shown[:_LONGEST] + "..."


def some(texts: Sequence[str], more: str = "... and {:,} more") -> str:
    """Returns the first eight texts, separated by spaces, then the number of the others."""
    left = len(texts) - _MAX_LISTED
    return " ".join([*texts[:_MAX_LISTED], *([more.format(left)] if left > 0 else [])])


def counted(number: int, thing: str) -> str:
    """Returns a number with what is counted, in the singular or plural: ``1 thread``, ``2 threads``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _plain(letter: str) -> str:
    if letter.isprintable():
        return letter
    return " " if letter.isspace() else letter.encode("unicode_escape").decode()
