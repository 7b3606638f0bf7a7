"""Errors of a command become one line on stderr and an exit code (`retro.system.exit_codes`)."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, ParamSpec, TypeVar

import typer

from retro.app import streams
from retro.system import limits
from retro.system.exit_codes import UNREAD
from retro.system.messages import exit_code, message, one_line
from retro.system.suggestions import suggestion

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def guarded(command: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """``command``, which then prints its errors as one line and raises typer.Exit with their exit codes."""

    @functools.wraps(command)
    def run(*arguments: Arguments.args, **options: Arguments.kwargs) -> Result:
        try:
            limits.begin()
            try:
                return command(*arguments, **options)
            finally:
                sys.stdout.flush()  # an error of writing is reported here, not when Python ends
        except (KeyboardInterrupt, Exception) as error:
            code = UNREAD if isinstance(error, streams.NoReader) else exit_code(error)
            if code is None:
                raise
            streams.give_up()
            if code != UNREAD:
                typer.echo(f"error: {one_line(message(error))}", err=True)
            raise typer.Exit(code) from None

    return run


@contextmanager
def usage_in_one_line() -> Iterator[None]:
    """A block whose errors of usage, which typer raises, print one line in place of several.

    The line has no control characters, whatever was written on the command line.
    """
    try:
        yield
    except Exception as error:
        # without arguments a command shows its help, which has many lines
        if hasattr(error, "format_message") and type(error).__name__ != "NoArgsIsHelpError":
            error.show = partial(_show, error)  # type: ignore[attr-defined]
        raise


def _show(error: Any, file: Any = None) -> None:
    given, between, choices = str(getattr(error, "message", "")).rpartition(" is not one of ")
    if between:
        given = given.removeprefix("Value error, ")
        likely = suggestion(given.strip("'\""), re.findall("'([^']*)'", choices))
        error.message = f"{given}{likely}{between}{choices}"
    context = getattr(error, "ctx", None)
    unknown = not getattr(error, "possibilities", True)
    if unknown and context and any(each.name == "position" for each in context.command.params):
        error.message += "; write -- before a position that begins with -"
    hint = f" (see {context.command_path} --help)" if context else ""
    typer.echo(f"error: {one_line(str(error.format_message()))}{hint}", err=True)
