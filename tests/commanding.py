"""Commands that run in this process, and their results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from retro.app import cli
from retro.system.sizes import PRODUCTION, Sizes


class CommandResult(NamedTuple):
    """The exit code of a command, and its output on stdout and stderr."""

    code: int
    output: str
    errors: str


def run(*arguments: object, typed: str = "", name: str | None = None, sizes: Sizes = PRODUCTION) -> CommandResult:
    """Run a command with ``typed`` on stdin. Raises what the command raises, except its exit code."""
    words = [str(each) for each in arguments]
    result = CliRunner().invoke(cli.app, words, input=typed, prog_name=name, obj=sizes)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return CommandResult(result.exit_code, result.stdout, result.stderr)


def ask(*arguments: object, typed: str = "", code: int = 0, sizes: Sizes = PRODUCTION) -> str:
    """Run a command that ends with ``code``, and return its output; for another code than 0, its error, one line."""
    result = run(*arguments, typed=typed, sizes=sizes)
    assert result.code == code, result.errors
    if not code:
        return result.output
    line = result.errors.removesuffix("\n")
    assert result.output == "" and result.errors == f"{line}\n"
    assert line.startswith("error: ") and line.isprintable() and len(line) < 1000
    return line


@contextmanager
def in_plain_python() -> Iterator[None]:
    """A block in which kernels run in plain Python, also in a test that is marked `compiled`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RETRO_PLAIN", "1")
        yield


def played(shown):
    """Returns the moves of a game that `retro play` printed."""
    return re.search(r"^moves +(.*)$", shown, re.MULTILINE)[1].split()
