"""The command that writes states of a solved game for other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from retro.app.commands.conditions import ConditionOptions, solved
from retro.app.commands.shell import Shell, command


class Format(StrEnum):
    """What other programs read."""

    PARQUET = "parquet"
    ZARR = "zarr"
    CSV = "csv"


@command()
def export(
    shell: Shell,
    format: Annotated[Format, typer.Option(help="Format of the file.")],
    asked: ConditionOptions,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What to write; by default here, called like the database.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    keys: Annotated[
        bool, typer.Option("--keys", help="Positions as keys and moves as codes: numbers, not text; faster.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, metavar="N", help="Most rows, the first in order.")] = None,
) -> None:
    """Write states of a solved game with their values and best moves into a file. All conditions hold at once."""
    from retro.analysis import export as finding
    from retro.app import export as writing

    target = writing.Target(out or Path(f"{shell.path.name}.{format}"), format, force, keys)
    target.check()
    conditions = asked.of(shell.rules)
    table, manifest, near = solved(shell, conditions)
    described = writing.about(manifest, conditions, limit, keys)
    pieces = finding.rows(table, manifest, conditions, limit, shell.threads, shell.display, near)
    written = writing.write(table.rules, pieces, target, described)
    shell.answer(lambda: writing.as_json(target, described, written), lambda: writing.say(target, written))
