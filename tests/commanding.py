"""Commands, run in this process, and what they say."""

from __future__ import annotations

from typing import NamedTuple

from typer.testing import CliRunner

from retro.app import cli


class Said(NamedTuple):
    """The exit code of a command, and what it wrote to stdout and to stderr."""

    code: int
    output: str
    errors: str


def run(*arguments: object, told: str = "", name: str | None = None) -> Said:
    """A command with these arguments and what it is told; whatever it raises, but for its exit code, is raised."""
    found = CliRunner().invoke(cli.app, [str(each) for each in arguments], input=told, prog_name=name)
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        raise found.exception
    return Said(found.exit_code, found.stdout, found.stderr)


def ask(*arguments: object, told: str = "", code: int = 0) -> str:
    """What a command prints, or the one line with which it refuses if its exit ``code`` is to be another than 0."""
    said = run(*arguments, told=told)
    assert said.code == code, said.errors
    if not code:
        return said.output
    line = said.errors.removesuffix("\n")
    assert said.output == "" and said.errors == f"{line}\n"
    assert line.startswith("error: ") and line.isprintable() and len(line) < 1000
    return line
