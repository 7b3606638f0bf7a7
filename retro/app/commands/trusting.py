"""Commands for who wants to rely on a database: is it right, is it what was written, is it what others found?"""

from __future__ import annotations

import secrets
import time
from typing import Annotated

import typer

from retro.app.commands.arguments import Memory
from retro.app.commands.shell import Shell, command
from retro.system.errors import GameError
from retro.system.exit_codes import DAMAGED, WRONG

MOST_SAMPLES = 10**9


@command()
def verify(
    shell: Shell,
    sample: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_SAMPLES, metavar="N", help="Only so many random positions: a quick answer."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="S", help="Draws the same positions again; with --sample.")
    ] = None,
    limit: Annotated[int, typer.Option(min=0, metavar="N", help="Most wrong records to be shown.")] = 10,
    memory: Memory = None,
) -> None:
    """Verify a database: compute every record again from the records that its moves lead to; exit code 1 if wrong."""
    if seed is not None and sample is None:
        raise GameError("--seed is for --sample: without it all positions are looked at")
    sound = _whole(shell, limit, memory) if sample is None else _sample(shell, sample, seed, limit)
    if not sound:
        raise typer.Exit(WRONG)


def _whole(shell: Shell, limit: int, memory: str | None) -> bool:
    from retro.app import verify as showing
    from retro.verify import verify as verifying

    began = time.perf_counter()
    table, about = shell.whole(memory, verifying.memory_bytes)
    found = verifying.verify(table, about, limit, shell.threads, shell.display)
    shell.answer(showing.as_json, showing.write, table.rules, found, time.perf_counter() - began)
    return found.sound


def _sample(shell: Shell, number: int, seed: int | None, limit: int) -> bool:
    from retro.app import verify as showing
    from retro.verify import verify_sample as sampling

    began, chosen = time.perf_counter(), secrets.randbits(32) if seed is None else seed
    with shell.open() as tablebase:
        found = sampling.sample(tablebase.rules, tablebase.database.record, number, chosen, limit, shell.display)
    shell.answer(showing.sample_as_json, showing.write_sample, shell.rules, found, time.perf_counter() - began)
    return not found.wrong


@command()
def reproduce(
    shell: Shell,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what goes through all of the game: games, states by condition.")
    ] = False,
) -> None:
    """Show what is published of a solved game beside what was found, row by row; exit code 1 if a row differs."""
    from retro.app import reproduce as reproducing
    from retro.verify import published

    entries = published.holding(shell.rules.game, shell.rules.options)
    with shell.open() as table:
        solved = reproducing.Solved(table, shell.threads, shell.display)
        found = [reproducing.reproduce(solved, each, everything) for each in entries]
        shell.answer(reproducing.as_json, reproducing.write, table, found)
    if any(each.different for each in found):
        raise typer.Exit(WRONG)


@command()
def check_file(shell: Shell) -> None:
    """Check that the files of a database are what was written, by their checksums; exit code 3 if one is not."""
    from retro.app import check_file as showing
    from retro.storage import checksums, naming

    began = time.perf_counter()
    with naming(shell.rules.command("solve")):
        found = checksums.check(shell.path, shell.rules.digest, shell.threads, shell.display)
    said = shell.path, found, time.perf_counter() - began
    shell.answer(lambda: showing.as_json(shell.rules, *said), lambda: showing.write(*said))
    if any(each.problem for each in found):
        raise typer.Exit(DAMAGED)
