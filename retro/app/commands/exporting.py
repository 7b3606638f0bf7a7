"""The command that writes states of a solved game for other programs."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Literal

import typer

from retro.app.commands.arguments import Memory
from retro.app.commands.conditions import ConditionOptions
from retro.app.commands.shell import Shell, command
from retro.system.errors import GameError

MOST_SAMPLES = 10**7
"""States of a sample, which are all in memory."""


@command()
def export(
    shell: Shell,
    format: Annotated[Literal["parquet", "zarr", "csv"], typer.Option(help="Format of the file.")],
    asked: ConditionOptions,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What to write; by default here, as in ostle-pieces-8.csv.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    keys: Annotated[
        bool, typer.Option("--keys", help="Positions as keys and moves as codes: numbers, not text; faster.")
    ] = False,
    optimal: Annotated[bool, typer.Option("--optimal", help="Also a column with all best moves.")] = False,
    squares: Annotated[bool, typer.Option("--squares", help="Also what is on each square, a column each.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, metavar="N", help="Most rows, the first in order.")] = None,
    sample: Annotated[
        int | None, typer.Option(min=1, max=MOST_SAMPLES, metavar="N", help="Only so many states, drawn at random.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="S", help="Draws the same states again; with --sample.")
    ] = None,
    memory: Memory = None,
) -> None:
    """Write states of a solved game with their values and best moves into a file. All conditions hold at once."""
    from retro.app import export as writing
    from retro.app.exporting.columns import Content
    from retro.puzzles import export as finding

    if seed is not None and sample is None:
        raise GameError("--seed is for --sample: without it nothing is drawn")
    if limit is not None and sample is not None:
        raise GameError("--limit and --sample exclude each other: the first states, or some of all")
    content = Content(keys, optimal, squares)
    target = writing.Target(out or writing.default_name(shell.path, format), format, force, content)
    target.check()
    conditions = asked.of(shell.rules)
    table, manifest = shell.whole(memory, distances=conditions.within is not None)
    how = shell.threads, shell.display, optimal
    if sample is None:
        pieces = finding.rows(table, manifest, conditions, limit, *how)
    else:
        seed = secrets.randbits(32) if seed is None else seed
        pieces = finding.sample(table, manifest, conditions, sample, seed, *how)
    described = writing.about(manifest, conditions, limit, keys, sample, seed)
    written = writing.write(table.rules, pieces, target, described)
    shell.answer(writing.as_json, writing.say, target, described, written)
