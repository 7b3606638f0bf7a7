"""Commands that go through a whole game: distances, puzzles found and composed, extremes, heuristics, playouts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from retro.app import completion
from retro.app.commands.arguments import (
    MINUTES,
    MOST_SAMPLES,
    Checkpoint,
    DryRun,
    EngineOptions,
    Memory,
    Restart,
    RoomOptions,
    remark,
    seconds,
)
from retro.app.commands.conditions import ConditionOptions
from retro.app.commands.shell import Shell, command

MOST_PUZZLES, MOST_LENGTH = 1_000, 99
LARGEST_SEED = 2**63 - 1


@command()
def reach(
    shell: Shell,
    given: RoomOptions,
    who: EngineOptions,
    restart: Restart = False,
    checkpoint: Checkpoint = MINUTES,
    dry_run: DryRun = False,
) -> None:
    """Find how far from the start every position of a solved game is, and count the states by that."""
    from retro.app import output
    from retro.app import reach as searching

    room, interval = given.room(), seconds(checkpoint)
    crew = who.workers(shell.threads, shell.opened)
    threads = crew.threads if crew else shell.threads
    with shell.open() as tablebase:
        if dry_run:
            _, choices = searching.ready(tablebase, threads, interval, room, crew)
            shell.answer(output.planned, output.write_planned, shell.rules, choices)
            return
        found, run = searching.search(tablebase, threads, shell.display, restart, interval, remark, room, crew)
        about = tablebase.database.manifest
    shell.answer(searching.as_json, searching.write, about, found, run)


@command(json="Answer in JSON lines: the samples, then what sums up.")
def puzzles(
    shell: Shell,
    asked: ConditionOptions,
    limit: Annotated[
        int, typer.Option(min=0, max=MOST_SAMPLES, metavar="N", help="Most samples, the longest games first.")
    ] = 10,
    count_only: Annotated[bool, typer.Option("--count-only", help="No samples.")] = False,
    memory: Memory = None,
) -> None:
    """Find states of a solved game by condition: count them and show some. All conditions hold at once."""
    from retro.app import puzzles as showing
    from retro.puzzles import puzzles as finding

    conditions = asked.of(shell.rules)
    table, about = shell.whole(memory, distances=conditions.within is not None)
    most = 0 if count_only else limit
    found = finding.find(table, about, conditions, most, shell.threads, shell.display)
    shell.answer(showing.as_json, showing.write, table, conditions, found)


@command(json="Answer in JSON lines: the puzzles, then what sums up.")
def compose(
    shell: Shell,
    asked: ConditionOptions,
    theme: Annotated[
        Literal["win", "draw", "points"] | None,
        typer.Option(help="What the solver has to reach; by default a win, or points where values are scores."),
    ] = None,
    number: Annotated[int, typer.Option(min=1, max=MOST_PUZZLES, metavar="N", help="Most puzzles.")] = 6,
    length: Annotated[int, typer.Option(min=1, max=MOST_LENGTH, metavar="N", help="Most plies of a solution.")] = 9,
    candidates: Annotated[
        int, typer.Option(min=1, max=MOST_SAMPLES, metavar="N", help="How many states are judged at most.")
    ] = 300,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, metavar="N", help="Draws other candidates.")] = 0,
    weights: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=NUMBER", help="What counts how much: dual_free, quiet, tries, length, economy."),
    ] = None,
    sheet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also a page for A4: diagrams in front, solutions behind.")
    ] = None,
    pdf: Annotated[Path | None, typer.Option(metavar="FILE", help="The same as a PDF.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="DIR", help="Also a directory with the diagrams as SVG.")] = None,
    language: Annotated[Literal["en", "ja"], typer.Option(help="Of what is printed: English or Japanese.")] = "en",
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    memory: Memory = None,
) -> None:
    """Compose puzzles from a solved game: states with an only move, ranked by what composers value."""
    from retro.app import compose as showing
    from retro.app.compose_sheet import Papers
    from retro.puzzles import compose as composing
    from retro.query.puzzle_words import LANGUAGES
    from retro.query.puzzles import as_json

    papers = Papers(sheet, pdf, svg, LANGUAGES[language], force)
    papers.check()
    weighted = composing.weights(weights or [])
    wanted = composing.Brief(theme or "", number, length, candidates, seed, weighted)
    conditions = asked.of(shell.rules)
    composing.candidates(shell.rules, conditions, wanted)
    table, about = shell.whole(memory, distances=conditions.within is not None)
    found = composing.compose(table, about, conditions, wanted, shell.threads, shell.display)
    papers.write(table.rules, found.puzzles)
    shell.answer(as_json, showing.write, table.rules, found)


@command()
def extremes(
    shell: Shell,
    limit: Annotated[int, typer.Option(min=0, max=MOST_SAMPLES, metavar="N", help="Most samples of each.")] = 3,
    memory: Memory = None,
) -> None:
    """Show the longest wins and losses of a solved game, single winning moves, and what a forbidden move changes."""
    from retro.app import extremes as showing
    from retro.puzzles import extremes as finding

    table, about = shell.whole(memory)
    found = finding.find(table, about, limit, shell.threads, shell.display)
    shell.answer(showing.as_json, showing.write, table, found)


@command()
def heuristic(
    shell: Shell,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A heuristic that the game's plugin offers.", autocompletion=completion.heuristics
        ),
    ],
    limit: Annotated[int, typer.Option(min=0, max=MOST_SAMPLES, metavar="N", help="Most examples.")] = 10,
    memory: Memory = None,
) -> None:
    """Show in how many positions of a solved game a heuristic loses points, with examples."""
    from retro.app import heuristic as showing
    from retro.statistics import heuristic as testing

    tested = testing.find(shell.rules, name)
    table, _ = shell.whole(memory)
    losses = testing.measure(table, tested, shell.threads, limit, shell.display)
    shell.answer(showing.as_json, showing.write, table.rules, name, losses)


@command(without=("data",))
def playouts(shell: Shell) -> None:
    """Count the different games from the start, and who wins them; the game need not be solved."""
    from retro.app import layout
    from retro.statistics import playouts as counting

    rules = shell.rules
    found = counting.count(rules, shell.threads, shell.display)
    counts = {"games": found.games, "first": found.first, "second": found.second, "draws": found.draws}
    words = ("games", "  won by the first player", "  won by the second", "  drawn")
    shell.answer(
        lambda: {"game": rules.game.name, "options": rules.options, **counts},
        lambda: layout.facts(list(zip(words, (f"{each:,}" for each in counts.values()), strict=True))),
    )
