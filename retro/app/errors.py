"""Errors become one line on stderr and an exit code.

2 usage or bad position, 4 not enough memory or disk, 5 not solved yet, 130 interrupted. 5 also stands for a database
that cannot be used any more: the remedy is the same.
"""

from __future__ import annotations

import errno
import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

from retro.game import GameError, ResourceError
from retro.storage import DatabaseError

BAD_USAGE, NO_ROOM, NOT_SOLVED, INTERRUPTED = 2, 4, 5, 130

_LONGEST = 500

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def exit_code(error: BaseException) -> int | None:
    """The code for ``error``, None if it is none that a user can mend."""
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, ResourceError | MemoryError):
        return NO_ROOM
    if isinstance(error, DatabaseError):
        return NOT_SOLVED
    if isinstance(error, GameError):
        return BAD_USAGE
    if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
        return NO_ROOM if error.errno in (errno.ENOSPC, errno.EDQUOT) else BAD_USAGE
    return None


def one_line(text: str) -> str:
    """``text`` without anything that could break a line or a terminal, and not too long."""
    shown = "".join(letter if letter.isprintable() else _escaped(letter) for letter in text[: _LONGEST + 1])
    return shown if len(text) <= _LONGEST else shown[:_LONGEST] + "..."


def guarded(command: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A command that reports its errors and ends with the right code."""

    @functools.wraps(command)
    def run(*arguments: Arguments.args, **options: Arguments.kwargs) -> Result:
        try:
            return command(*arguments, **options)
        except (KeyboardInterrupt, Exception) as error:
            code = exit_code(error)
            if code is None:
                raise
            typer.echo(f"error: {one_line(_describe(error))}", err=True)
            raise typer.Exit(code) from None

    return run


def _describe(error: BaseException) -> str:
    if isinstance(error, KeyboardInterrupt):
        return "interrupted; databases are as they were"
    if isinstance(error, MemoryError):
        return f"out of memory {error}".strip()
    return str(error)


def _escaped(letter: str) -> str:
    return " " if letter.isspace() else letter.encode("unicode_escape").decode()
