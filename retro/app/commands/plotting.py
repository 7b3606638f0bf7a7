"""The command that draws: plots of a solved game, as files."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from retro.app.commands.arguments import AsJson, Data, GameName, Settings, Threads, app, load, remark
from retro.app.errors import guarded


class PlotName(StrEnum):
    """See `retro.app.plotting`."""

    DTM = "dtm"
    SCORES = "scores"
    DISTANCE = "distance"
    OUTCOMES = "outcomes"
    DECIDED = "decided"


class Format(StrEnum):
    """For pages that scale, for pages that do not, or for either."""

    SVG = "svg"
    PNG = "png"
    BOTH = "both"


@app.command()
@guarded
def plot(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where files go; made if it is not there.")] = Path(),
    format: Annotated[Format, typer.Option(help="Format of the files.")] = Format.BOTH,
    only: Annotated[
        list[PlotName] | None,
        typer.Option(metavar="NAME", help="A plot; may be repeated. By default all that there can be."),
    ] = None,
    settings: Settings = None,
    threads: Threads = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Draw a solved game: states by DTM or score and by distance from the start, outcomes, and how soon they show."""
    from retro import api, machine
    from retro.app import plotting, show
    from retro.app.console import Display
    from retro.storage import NotSolved

    plotting.check_matplotlib()
    rules, path = load(game, settings, data)
    display = Display()
    try:
        with api.open_at(path, rules) as table:
            names = [each.value for each in only] if only else plotting.of(table)
            if not only:
                try:
                    plotting.check_searched(table)
                except NotSolved as error:
                    remark(f"no plot of distances: {error}")
                    names.remove("distance")
            figures = plotting.draw(table, names, threads or machine.cores(), display)
    finally:
        display.close()
    written = plotting.write(figures, rules.game.name, out, plotting.FORMATS if format == "both" else (format.value,))
    if json:
        files = [{"plot": each.plot, "format": each.format, "path": str(each.path)} for each in written]
        show.as_json({"game": rules.game.name, "options": rules.options, "files": files})
    else:
        sys.stdout.write("".join(f"{each.path}\n" for each in written))
