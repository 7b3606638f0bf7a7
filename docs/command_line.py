"""The page of the command line, from the program itself.

    python docs/command_line.py > docs/reference/command-line.md

Commands, arguments and options are read off the functions in `retro.app.commands`: what they take, what it means,
defaults and environment variables.
"""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Callable, Iterator
from enum import Enum
from types import NoneType
from typing import Any, Literal

import typer.models

from retro.app.cli import app
from retro.system import exit_codes

HEAD = """\
# Command line

Made by `python docs/command_line.py` from the program; not written by hand.

Results go to stdout, everything else to stderr. An error is one line, `error: ...`. Characters that the encoding of
stdout lacks are written as their numbers (`\\xb1`). What stderr does not take is dropped, and changes no exit code.
Options may stand before or after the arguments. `retro COMMAND --help` says what is said here.
"""

EXIT_CODES = {
    0: "done",
    exit_codes.WRONG: "a check failed. `retro check`: the plugin breaks a rule; `retro verify`: a record is wrong; "
    "`retro reproduce`: a number is not as published; `retro solve`: sums or records of the run do not agree",
    exit_codes.BAD_USAGE: "what was given cannot be used: the command line, a game, option, position, move or plugin, "
    "or a file or directory that this user may not read or write",
    exit_codes.DAMAGED: "files of a database are damaged or missing; the line names them",
    exit_codes.NO_ROOM: "not enough memory, disk, open files or threads",
    exit_codes.NOT_SOLVED: "not solved yet, solved by other rules or in another format: solve the game (again)",
    exit_codes.BUSY: "another process is at work on the same database; the line names it",
    exit_codes.FAILED: "a disk, a file server, the network or a worker on another machine fails; files may be sound",
    exit_codes.FAULT: "a fault of the program itself, with a traceback: please report it",
    exit_codes.HUNG_UP: "the terminal was closed (SIGHUP); a run that can be resumed saves its state",
    exit_codes.INTERRUPTED: "interrupted (SIGINT); databases are as they were, and the line says what was saved",
    exit_codes.UNREAD: "the reader of the output has gone, as `head -1` goes after a line (SIGPIPE)",
    exit_codes.ENDED: "asked to end (SIGTERM), likewise",
}

PROGRAM = {
    "--version": "show name and version",
    "--install-completion": "have the shell you are in complete what you write, from its next start on",
    "--show-completion": "show what that installs, to put it somewhere yourself",
}

COMPLETION = """\
`retro --install-completion`, once, has bash (4.4 or newer), zsh, fish or PowerShell complete commands, options and
their choices, names of games and heuristics, and what `--set` takes:

    retro solve ostle --set rule8=<TAB>     # exact paper

It writes a script for the shell and, but for fish, a line into the shell's start file. To take it back, remove these.
"""

ENVIRONMENT = {
    "RETRO_DATA": "where databases lie, if `--data` does not say it; by default the place that the system has for the "
    "user's data",
    "RETRO_CACHE": "where compiled code is saved for later runs; by default the user's cache directory. If it may only "
    "be read, code that is missing there is compiled in memory in every run",
    "RETRO_PORTABLE": "if set, compiled code uses no instructions that only some processors have",
}


def page() -> str:
    """The whole page."""
    commands = [
        (info.name or info.callback.__name__.replace("_", "-"), info.callback)
        for info in app.registered_commands
        if info.callback is not None and not info.hidden
    ]
    listed = [f"| [`retro {name}`](#retro-{name}) | {_said(command)} |" for name, command in commands]
    parts = [HEAD, "\n".join(["| command | |", "|---|---|", *listed, ""])]
    parts += ["\n".join(_command(name, command)) for name, command in commands]
    program = [f"| `{name}` | {meaning} |" for name, meaning in PROGRAM.items()]
    parts.append("\n".join(["## Without a command", "", "| | meaning |", "|---|---|", *program, "", COMPLETION]))
    codes = [f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items()]
    parts.append("\n".join(["## Exit codes", "", "| code | meaning |", "|---|---|", *codes, ""]))
    variables = [f"| `{name}` | {meaning} |" for name, meaning in ENVIRONMENT.items()]
    parts.append("\n".join(["## Environment", "", "| variable | meaning |", "|---|---|", *variables, ""]))
    return "\n".join(parts)


def _command(name: str, command: Callable[..., Any]) -> Iterator[str]:
    hints = typing.get_type_hints(command, include_extras=True)
    arguments, options = [], []
    for parameter in inspect.signature(command).parameters.values():
        kind, info = typing.get_args(hints[parameter.name])[:2]
        if isinstance(info, typer.models.ArgumentInfo):
            arguments.append((info.metavar or parameter.name.upper(), parameter, kind, info))
        else:
            options.append((_option(parameter.name, kind, info), parameter, kind, info))
    shown = [
        written if parameter.default is parameter.empty else f"[{written}]" for written, parameter, *_ in arguments
    ]
    usage = " ".join(["retro", name, *shown, *(["[OPTIONS]"] if options else [])])
    yield from (f"## retro {name}", "", f"    {usage}", "", _said(command), "")
    rows = [f"| `{written}` | {_meaning(*about)} |" for written, *about in [*arguments, *options]]
    if rows:
        yield from ("| | meaning |", "|---|---|", *rows, "")


def _option(name: str, kind: Any, info: typer.models.OptionInfo) -> str:
    """An option as it is written: ``--threads N``; a flag takes nothing."""
    # what is written first in typer.Option is kept as its default
    given = [word for word in (info.default, *(info.param_decls or ())) if str(word).startswith("-")]
    plain = name.replace("_", "-")
    if _inner(kind) is bool:
        return ", ".join(given) or f"--{plain}, --no-{plain}"
    return f"{', '.join(given) or f'--{plain}'} {info.metavar or name.upper()}"


def _meaning(parameter: inspect.Parameter, kind: Any, info: typer.models.ParameterInfo) -> str:
    """What an argument or option is for, and what may be known of its values."""
    known = []
    inner = _inner(kind)
    choices = typing.get_args(inner) or (inner if issubclass(inner, Enum) else ())
    if choices:
        known.append("one of " + ", ".join(f"`{choice}`" for choice in choices))
    ends = [f"at {word} {end}" for word, end in (("least", info.min), ("most", info.max)) if end is not None]
    known += [" and ".join(ends)] if ends else []
    default = parameter.default
    if default not in (parameter.empty, None, False):
        known.append(f"default {default}")
    if info.envvar:
        known.append(f"environment: `{info.envvar}`")
    said = " ".join((info.help or "").split())
    return f"{said} ({'; '.join(known)})" if known else said


def _inner(kind: Any) -> Any:
    """The type of one value, out of ``list[str] | None`` and the like."""
    if typing.get_origin(kind) is Literal:
        return kind
    inner = [each for each in typing.get_args(kind) if each is not NoneType]
    return _inner(inner[0]) if inner else kind


def _said(command: Callable[..., Any]) -> str:
    return " ".join((inspect.getdoc(command) or "").split())


if __name__ == "__main__":
    sys.stdout.write(page())
