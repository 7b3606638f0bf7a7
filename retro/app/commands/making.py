"""Commands for the author of a game."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Annotated

import typer

from retro.app.commands.arguments import app
from retro.app.commands.shell import Shell, command
from retro.system.errors import GameError
from retro.system.exit_codes import WRONG


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the game, also of its directory and package.")],
) -> None:
    """Write a plugin to start from: a small game that installs, solves and passes `retro check`."""
    from retro.app import new as writing

    writing.create(name, Path.cwd())
    sys.stdout.write(writing.next_steps(name))


@command(without=("threads", "data"))
def check(
    shell: Shell,
    seconds: Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="Longest time for each rule.")] = 4.0,
) -> None:
    """Check a plugin, rule by rule, and tell what it lacks; exit code 1 if a rule is broken."""
    from retro import conformance
    from retro.app import check as checking

    if not math.isfinite(seconds):
        raise GameError(f"--seconds wants a time that comes to an end, not {seconds}")
    report = conformance.check(shell.rules, seconds, shell.display)
    shell.answer(checking.as_json, checking.write, report)
    if not report.passed:
        raise typer.Exit(WRONG)
