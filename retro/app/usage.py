"""Mistakes on the command line end like all others: in one line, with nothing in it that could command a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import typer
from typer.core import TyperGroup

from retro.app.errors import guarded
from retro.system.messages import one_line
from retro.system.suggestions import suggestion


class Commands(TyperGroup):
    """The commands of `retro`."""

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """What is said of the program as a whole is read and done here."""
        with _in_one_line():
            return guarded(super().make_context)(*arguments, **options)

    def invoke(self, *arguments: Any, **options: Any) -> Any:
        """The options of a command are read here, and it runs."""
        with _in_one_line():
            return guarded(super().invoke)(*arguments, **options)


@contextmanager
def _in_one_line() -> Iterator[None]:
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
    hint = f" (see {context.command_path} --help)" if context else ""
    typer.echo(f"error: {one_line(str(error.format_message()))}{hint}", err=True)
