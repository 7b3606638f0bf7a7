"""Commands that go through a whole game: distances from the start, puzzles, extremes, heuristics, playouts."""

from __future__ import annotations

from typing import Annotated

import typer

from retro.app import completion
from retro.app.commands.arguments import MINUTES, MOST_SAMPLES, Checkpoint, Restart, remark, seconds
from retro.app.commands.conditions import ConditionOptions, solved
from retro.app.commands.shell import Shell, command


@command()
def reach(shell: Shell, restart: Restart = False, checkpoint: Checkpoint = MINUTES) -> None:
    """Find how far from the start every position of a solved game is, and count the states by that."""
    from retro.app import reach as searching

    with shell.open() as tablebase:
        interval = seconds(checkpoint)
        found, run = searching.search(tablebase, shell.threads, shell.display, restart, interval, remark)
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
) -> None:
    """Find states of a solved game by condition: count them and show some. All conditions hold at once."""
    from retro.analysis import puzzles as finding
    from retro.app import puzzles as showing

    conditions = asked.of(shell.rules)
    table, about, near = solved(shell, conditions)
    most = 0 if count_only else limit
    found = finding.find(table, about, conditions, most, shell.threads, shell.display, near)
    shell.answer(showing.as_json, showing.write, table, conditions, found)


@command()
def extremes(
    shell: Shell,
    limit: Annotated[int, typer.Option(min=0, max=MOST_SAMPLES, metavar="N", help="Most samples of each.")] = 3,
) -> None:
    """Show the longest wins and losses of a solved game, single winning moves, and what a forbidden move changes."""
    from retro.analysis import extremes as finding
    from retro.app import extremes as showing

    table, about = shell.whole()
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
) -> None:
    """Show in how many positions of a solved game a heuristic loses points, with examples."""
    from retro.analysis import heuristic as testing
    from retro.app import heuristic as showing

    tested = testing.find(shell.rules, name)
    table, _ = shell.whole()
    losses = testing.measure(table, tested, shell.threads, limit, shell.display)
    shell.answer(showing.as_json, showing.write, table.rules, name, losses)


@command(without=("data",))
def playouts(shell: Shell) -> None:
    """Count the different games from the start, and who wins them; the game need not be solved."""
    from retro.analysis import playouts as counting
    from retro.app import layout

    rules = shell.rules
    found = counting.count(rules, shell.threads, shell.display)
    counts = {"games": found.games, "first": found.first, "second": found.second, "draws": found.draws}
    words = ("games", "  won by the first player", "  won by the second", "  drawn")
    shell.answer(
        lambda: {"game": rules.game.name, "options": rules.options, **counts},
        lambda: layout.facts(list(zip(words, (f"{each:,}" for each in counts.values()), strict=True))),
    )
