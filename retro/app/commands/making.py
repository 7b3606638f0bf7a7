"""Commands for the author of a game."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Annotated

import typer

from retro.app.commands.arguments import AsJson, GameName, Settings, app, load
from retro.app.errors import guarded


@app.command()
@guarded
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the game, also of its directory and package.")],
) -> None:
    """Write a plugin to start from: a small game that installs, solves and passes `retro check`."""
    from retro.app import new as writing

    place = writing.create(name, Path.cwd())
    sys.stdout.write(writing.next_steps(place.name))


@app.command()
@guarded
def check(
    game: GameName,
    settings: Settings = None,
    seconds: Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="Longest time for each rule.")] = 4.0,
    json: AsJson = False,
) -> None:
    """Check a plugin, rule by rule, and tell what it lacks; exit code 1 if a rule is broken."""
    from retro import conformance
    from retro.app import check as checking
    from retro.app import show
    from retro.app.console import Display
    from retro.game import GameError

    if not math.isfinite(seconds):
        raise GameError(f"--seconds wants a time that comes to an end, not {seconds}")
    rules, _ = load(game, settings, None)
    report = conformance.check(rules, seconds, Display())
    if json:
        show.as_json(checking.as_json(report))
    else:
        checking.write(report)
    if not report.passed:
        raise typer.Exit(checking.FAILED)
