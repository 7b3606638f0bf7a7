"""Writes the page about the command line from the definitions of the commands.

    python docs/command_line.py > docs/reference/command-line.md

Arguments, options, help texts, defaults and environment variables are read from the functions in `retro.app.commands`.
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

from retro.app import commands
from retro.system import exit_codes

HEAD = """\
# Command line

Made by `python docs/command_line.py` from the program; do not edit by hand.

Results go to stdout, everything else to stderr. An error is one line, `error: ...`. Characters that the encoding of
stdout lacks are written as their numbers (`\\xb1`). Output that stderr does not accept is dropped and changes no exit
code. Options may stand before or after the arguments. `retro COMMAND --help` prints the same texts as this page.
"""

EXIT_CODES = {
    0: "done",
    exit_codes.WRONG: "a check failed. `retro check`: the plugin breaks a rule; `retro verify`: a record is wrong; "
    "`retro reproduce`: a number is not as published; `retro solve`: sums or records of the run do not agree",
    exit_codes.BAD_USAGE: "an input cannot be used: the command line, a game, option, position, move or plugin, "
    "or a file or directory that this user may not read or write",
    exit_codes.DAMAGED: "files of a database are damaged or missing; the line names them",
    exit_codes.OUT_OF_RESOURCES: "not enough memory, disk, open files or threads",
    exit_codes.NOT_SOLVED: "not solved yet, solved by other rules or in another format: solve the game (again)",
    exit_codes.BUSY: "another process writes the same database; the line names it",
    exit_codes.FAILED: "a disk, a file server, the network or a worker on another machine fails; files may be sound",
    exit_codes.FAULT: "a fault of the program, with a traceback: please report it",
    exit_codes.HUNG_UP: "the terminal was closed (SIGHUP); a run that can be resumed saves its state",
    exit_codes.INTERRUPTED: "interrupted (SIGINT); databases are as they were, and the line says what was saved",
    exit_codes.UNREAD: "the reader of the output has closed it, as `head -1` does after a line (SIGPIPE)",
    exit_codes.ENDED: "terminated (SIGTERM), likewise",
}

PROGRAM = {
    "--version": "show name and version",
    "--install-completion": "install completion for your shell, from its next start on",
    "--show-completion": "print what that installs, to copy it yourself",
}

COMPLETION = """\
`retro --install-completion`, run once, lets bash (4.4 or newer), zsh, fish or PowerShell complete commands, options
and their choices, names of games and heuristics, and values of `--set`:

    retro solve ostle --set rule8=<TAB>     # exact paper

It writes a script for the shell and, except for fish, a line into the shell's start file. Remove both to undo it.
"""

ENVIRONMENT = {
    "RETRO_DATA": "the directory of databases without `--data`; by default the system's directory for the user's data",
    "RETRO_CACHE": "the directory in which compiled code is cached; by default in the user's cache directory. If it is "
    "read-only, code that is missing there is compiled in memory in every run; if other users may write it, it is "
    "refused",
    "RETRO_PLAIN": "with `1`, nothing is compiled: kernels of all games run in plain Python, for a debugger; with `0`, "
    "also those of small games are compiled",
    "RETRO_PORTABLE": "if set, compiled code uses only instructions that all processors of this architecture have",
}


def page() -> str:
    """Returns the text of the page."""
    functions = {name: commands.function(name) for name in commands.COMMANDS}
    listed = [f"| [`retro {name}`](#retro-{name}) | {_help(command)} |" for name, command in functions.items()]
    sections = [HEAD, "\n".join(["| command | |", "|---|---|", *listed, ""])]
    sections += ["\n".join(_command(name, command)) for name, command in functions.items()]
    program = [f"| `{name}` | {meaning} |" for name, meaning in PROGRAM.items()]
    sections.append("\n".join(["## Without a command", "", "| | meaning |", "|---|---|", *program, "", COMPLETION]))
    codes = [f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items()]
    sections.append("\n".join(["## Exit codes", "", "| code | meaning |", "|---|---|", *codes, ""]))
    variables = [f"| `{name}` | {meaning} |" for name, meaning in ENVIRONMENT.items()]
    sections.append("\n".join(["## Environment", "", "| variable | meaning |", "|---|---|", *variables, ""]))
    return "\n".join(sections)


def _command(name: str, command: Callable[..., Any]) -> Iterator[str]:
    hints = typing.get_type_hints(command, include_extras=True)
    arguments, options = [], []
    for parameter in inspect.signature(command).parameters.values():
        if hints[parameter.name] is typer.Context:  # it is no option
            continue
        kind, info = typing.get_args(hints[parameter.name])[:2]
        if isinstance(info, typer.models.ArgumentInfo):
            arguments.append((info.metavar or parameter.name.upper(), parameter, kind, info))
        else:
            options.append((_option(parameter.name, kind, info), parameter, kind, info))
    shown = [
        written if parameter.default is parameter.empty else f"[{written}]" for written, parameter, *_ in arguments
    ]
    usage = " ".join(["retro", name, *shown, *(["[OPTIONS]"] if options else [])])
    yield from (f"## retro {name}", "", f"    {usage}", "", _help(command), "")
    rows = [f"| `{written}` | {_meaning(*about)} |" for written, *about in [*arguments, *options]]
    if rows:
        yield from ("| | meaning |", "|---|---|", *rows, "")


def _option(name: str, kind: Any, info: typer.models.OptionInfo) -> str:
    """Returns an option as it is written: ``--threads N``, or a flag without a value."""
    # typer.Option stores its first declaration as its default
    given = [word for word in (info.default, *(info.param_decls or ())) if str(word).startswith("-")]
    plain = name.replace("_", "-")
    if _inner(kind) is bool:
        return ", ".join(given) or f"--{plain}, --no-{plain}"
    return f"{', '.join(given) or f'--{plain}'} {info.metavar or name.upper()}"


def _meaning(parameter: inspect.Parameter, kind: Any, info: typer.models.ParameterInfo) -> str:
    """Returns the help text of an argument or option, with choices, range, default and environment variable."""
    notes = []
    inner = _inner(kind)
    choices = typing.get_args(inner) or (inner if issubclass(inner, Enum) else ())
    if choices:
        notes.append("one of " + ", ".join(f"`{choice}`" for choice in choices))
    ends = [f"at {word} {end}" for word, end in (("least", info.min), ("most", info.max)) if end is not None]
    notes += [" and ".join(ends)] if ends else []
    default = parameter.default
    if default not in (parameter.empty, None, False):
        notes.append(f"default {default}")
    if info.envvar:
        notes.append(f"environment: `{info.envvar}`")
    said = " ".join((info.help or "").split())
    return f"{said} ({'; '.join(notes)})" if notes else said


def _inner(kind: Any) -> Any:
    """Returns the type of a single value: ``str`` for ``list[str] | None``."""
    if typing.get_origin(kind) is Literal:
        return kind
    inner = [each for each in typing.get_args(kind) if each is not NoneType]
    return _inner(inner[0]) if inner else kind


def _help(command: Callable[..., Any]) -> str:
    return " ".join((inspect.getdoc(command) or "").split())


if __name__ == "__main__":
    sys.stdout.write(page())
