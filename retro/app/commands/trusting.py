"""Commands for who wants to rely on a database: is it right, and is it what was written?"""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app.commands.arguments import AsJson, Data, GameName, Settings, Threads, app, load
from retro.app.errors import DAMAGED, guarded

if TYPE_CHECKING:
    from retro.app.console import Display
    from retro.rules import Rules

FAILED = 1
"""Exit code if a record or a number is wrong."""
MOST_SAMPLES = 10**9


@app.command()
@guarded
def verify(
    game: GameName,
    sample: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_SAMPLES, metavar="N", help="Only so many random positions: a quick answer."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="S", help="Draws the same positions again; with --sample.")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, metavar="N", help="Most wrong records to be shown.")] = 10,
    settings: Settings = None,
    threads: Threads = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Verify a database: compute every record again from the records that its moves lead to; exit code 1 if wrong."""
    from retro import machine
    from retro.app.console import Display
    from retro.game import GameError

    if seed is not None and sample is None:
        raise GameError("--seed is for --sample: without it all positions are looked at")
    rules, path = load(game, settings, data)
    if sample is None:
        sound = _whole(rules, path, limit, threads or machine.cores(), Display(), json)
    else:
        sound = _sample(rules, path, sample, seed, limit, Display(), json)
    if not sound:
        raise typer.Exit(FAILED)


def _whole(rules: Rules, path: Path, limit: int, threads: int, display: Display, json: bool) -> bool:
    from retro import api
    from retro.analysis import table as tables
    from retro.analysis import verify as verifying
    from retro.app import show
    from retro.app import verify as showing

    began = time.perf_counter()
    try:
        with api.open_at(path, rules) as tablebase:
            database = tablebase.database
            more = verifying.memory_bytes(tablebase.rules, database.slots)
            tables.check_memory(rules, tables.needed(rules, database, more))
            table = tables.load(rules, database, display, threads)
        found = verifying.verify(table, database.manifest, limit, threads, display)
    finally:
        display.close()
    seconds = time.perf_counter() - began
    if json:
        show.as_json(showing.as_json(table.rules, found, seconds))
    else:
        showing.write(table.rules, found, seconds)
    return found.sound


def _sample(rules: Rules, path: Path, number: int, seed: int | None, limit: int, display: Display, json: bool) -> bool:
    from retro import api
    from retro.analysis import verify_sample as sampling
    from retro.app import show
    from retro.app import verify as showing

    began, chosen = time.perf_counter(), secrets.randbits(32) if seed is None else seed
    with api.open_at(path, rules) as tablebase:
        found = sampling.sample(tablebase.rules, tablebase.database.record, number, chosen, limit, display)
    seconds = time.perf_counter() - began
    if json:
        show.as_json(showing.sample_as_json(rules, found, seconds))
    else:
        showing.write_sample(rules, found, seconds)
    return not found.wrong


@app.command()
@guarded
def check_file(
    game: GameName, settings: Settings = None, threads: Threads = None, data: Data = None, json: AsJson = False
) -> None:
    """Check that the files of a database are what was written, by their checksums; exit code 3 if one is not."""
    from retro import machine
    from retro.app import check_file as showing
    from retro.app import show
    from retro.app.console import Display
    from retro.storage import DatabaseError, checksums

    rules, path = load(game, settings, data)
    began, display = time.perf_counter(), Display()
    try:
        found = checksums.check(path, rules.digest, threads or machine.cores(), display)
    except DatabaseError as error:
        raise type(error)(f"{error} ({rules.command('solve')})") from error
    finally:
        display.close()
    seconds = time.perf_counter() - began
    if json:
        show.as_json(showing.as_json(rules, path, found, seconds))
    else:
        showing.write(path, found, seconds)
    if any(each.problem for each in found):
        raise typer.Exit(DAMAGED)
