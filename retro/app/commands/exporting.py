"""The command that writes states of a solved game for other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from retro.app.commands.arguments import AsJson, Data, GameName, Settings, Threads, app, load
from retro.app.commands.conditions import Asked, solved, with_conditions
from retro.app.errors import guarded


class Format(StrEnum):
    """What other programs read."""

    PARQUET = "parquet"
    ZARR = "zarr"
    CSV = "csv"


@app.command()
@with_conditions
@guarded
def export(
    game: GameName,
    format: Annotated[Format, typer.Option(help="Format of the file.")],
    asked: Asked,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What to write; by default here, called like the database.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    keys: Annotated[
        bool, typer.Option("--keys", help="Positions as keys and moves as codes: numbers, not text; faster.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, metavar="N", help="Most rows, the first in order.")] = None,
    settings: Settings = None,
    threads: Threads = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Write states of a solved game with their values and best moves into a file. All conditions hold at once."""
    from retro import machine
    from retro.analysis import export as finding
    from retro.app import export as writing
    from retro.app import show
    from retro.app.console import Display

    rules, path = load(game, settings, data)
    target = writing.Target(out or Path(f"{path.name}.{format}"), format, force, keys)
    target.check()
    conditions = asked.of(rules)
    display, workers = Display(), threads or machine.cores()
    try:
        table, manifest, near = solved(rules, path, conditions, workers, display)
        described = writing.about(manifest, conditions, limit, keys)
        pieces = finding.rows(table, manifest, conditions, limit, workers, display, near)
        written = writing.write(table.rules, pieces, target, described)
    finally:
        display.close()
    if json:
        show.as_json(writing.as_json(target, described, written))
    else:
        writing.say(target, written)
