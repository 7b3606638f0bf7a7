"""`retro plot`: plots of a solved game as files."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from retro.app import plotting
from retro.app.arguments import option
from retro.app.console import remark
from retro.app.shell import Shell, command
from retro.storage import NotSolved
from retro.system.messages import plain

PlotName = StrEnum("PlotName", "DTM SCORES DISTANCE OUTCOMES DECIDED")
"""The plots of `retro.app.plotting.PLOTS`, as values of an option."""


@command()
def plot(
    shell: Shell,
    out: Annotated[Path, option("DIR", "Directory of the files; made if it is missing.")] = Path(),
    format: Annotated[Literal["svg", "png", "both"], typer.Option(help="Format of the files.")] = "both",
    only: Annotated[
        list[PlotName] | None, option("NAME", "Draw this plot; may be repeated. By default all plots of the game.")
    ] = None,
) -> None:
    """Draw plots of a solved game: states by DTM or score and by distance from the start, outcomes, decided shares."""
    plotting.check_matplotlib()
    game = shell.rules.game
    with shell.open() as table:
        names = [each.value for each in only] if only else plotting.names(table)
        if not only:
            try:
                plotting.distances_of(table)
            except NotSolved as error:
                remark(f"no plot of distances: {error}")
                names.remove("distance")
        figures = plotting.draw(table, names, shell.threads, shell.display)
    written = plotting.write(figures, game.name, out, plotting.METADATA if format == "both" else (format,))
    files = [{"plot": each.plot, "format": each.format, "path": str(each.path)} for each in written]
    shell.answer(
        {**shell.header, "files": files},
        lambda: sys.stdout.writelines(f"{plain(str(each.path))}\n" for each in written),
    )
