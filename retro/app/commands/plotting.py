"""The command that draws: plots of a solved game, as files."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from retro.app.commands.arguments import remark
from retro.app.commands.shell import Shell, command
from retro.system.messages import plain


class PlotName(StrEnum):
    """See `retro.app.plotting`."""

    DTM = "dtm"
    SCORES = "scores"
    DISTANCE = "distance"
    OUTCOMES = "outcomes"
    DECIDED = "decided"


@command()
def plot(
    shell: Shell,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where files go; made if it is not there.")] = Path(),
    format: Annotated[Literal["svg", "png", "both"], typer.Option(help="Format of the files.")] = "both",
    only: Annotated[
        list[PlotName] | None,
        typer.Option(metavar="NAME", help="A plot; may be repeated. By default all that there can be."),
    ] = None,
) -> None:
    """Draw a solved game: states by DTM or score and by distance from the start, outcomes, and how soon they show."""
    from retro.app import plotting
    from retro.storage import NotSolved

    plotting.check_matplotlib()
    game = shell.rules.game
    with shell.open() as table:
        names = [each.value for each in only] if only else plotting.of(table)
        if not only:
            try:
                plotting.searched(table)
            except NotSolved as error:
                remark(f"no plot of distances: {error}")
                names.remove("distance")
        figures = plotting.draw(table, names, shell.threads, shell.display)
    written = plotting.write(figures, game.name, out, plotting.METADATA if format == "both" else (format,))
    files = [{"plot": each.plot, "format": each.format, "path": str(each.path)} for each in written]
    shell.answer(
        lambda: {"game": game.name, "options": shell.rules.options, "files": files},
        lambda: sys.stdout.write("".join(f"{plain(str(each.path))}\n" for each in written)),
    )
