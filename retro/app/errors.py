"""Errors of a command become one line on stderr and an exit code (`retro.system.exit_codes`)."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

from retro.app import streams
from retro.system import limits
from retro.system.exit_codes import UNREAD
from retro.system.messages import exit_code, message, one_line

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def guarded(command: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """A command that prints its errors and ends with their exit codes."""

    @functools.wraps(command)
    def run(*arguments: Arguments.args, **options: Arguments.kwargs) -> Result:
        try:
            limits.begin()
            try:
                return command(*arguments, **options)
            finally:
                sys.stdout.flush()  # an error of writing belongs here, not to the end of Python
        except (KeyboardInterrupt, Exception) as error:
            code = UNREAD if isinstance(error, streams.NoReader) else exit_code(error)
            if code is None:
                raise
            streams.give_up()
            if code != UNREAD:
                typer.echo(f"error: {one_line(message(error))}", err=True)
            raise typer.Exit(code) from None

    return run
