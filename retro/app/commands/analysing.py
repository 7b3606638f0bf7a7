"""Commands that go through a whole game: distances from the start, puzzles, extremes, heuristics, playouts."""

from __future__ import annotations

from typing import Annotated

import typer

from retro.app.commands.arguments import (
    MINUTES,
    MOST_SAMPLES,
    AsJson,
    Checkpoint,
    Data,
    GameName,
    Restart,
    Settings,
    Threads,
    app,
    load,
    remark,
    seconds,
    whole,
)
from retro.app.commands.conditions import Asked, solved, with_conditions
from retro.app.errors import guarded


@app.command()
@guarded
def reach(
    game: GameName,
    settings: Settings = None,
    threads: Threads = None,
    data: Data = None,
    restart: Restart = False,
    checkpoint: Checkpoint = MINUTES,
    json: AsJson = False,
) -> None:
    """Find how far from the start every position of a solved game is, and count the states by that."""
    from retro import api, machine
    from retro.app import reach as searching
    from retro.app import show
    from retro.app.console import Display

    rules, path = load(game, settings, data)
    with api.open_at(path, rules) as tablebase:
        workers = threads or machine.cores()
        found, run = searching.search(tablebase, workers, Display(), restart, seconds(checkpoint), remark)
        about = tablebase.database.manifest
    if json:
        show.as_json(searching.as_json(about, found, run))
    else:
        searching.write(about, found, run)


@app.command()
@with_conditions
@guarded
def puzzles(
    game: GameName,
    asked: Asked,
    limit: Annotated[
        int, typer.Option(min=0, max=MOST_SAMPLES, metavar="N", help="Most samples, the longest games first.")
    ] = 10,
    count_only: Annotated[bool, typer.Option("--count-only", help="No samples.")] = False,
    settings: Settings = None,
    threads: Threads = None,
    data: Data = None,
    json: Annotated[bool, typer.Option("--json", help="Answer in JSON lines: the samples, then what sums up.")] = False,
) -> None:
    """Find states of a solved game by condition: count them and show some. All conditions hold at once."""
    from retro import machine
    from retro.analysis import puzzles as finding
    from retro.app import puzzles as showing
    from retro.app.console import Display

    rules, path = load(game, settings, data)
    conditions = asked.of(rules)
    display, workers = Display(), threads or machine.cores()
    try:
        table, about, near = solved(rules, path, conditions, workers, display)
        found = finding.find(table, about, conditions, 0 if count_only else limit, workers, display, near)
    finally:
        display.close()
    if json:
        showing.as_json(table, conditions, found)
    else:
        showing.write(table, conditions, found)


@app.command()
@guarded
def extremes(
    game: GameName,
    limit: Annotated[int, typer.Option(min=0, max=MOST_SAMPLES, metavar="N", help="Most samples of each.")] = 3,
    settings: Settings = None,
    threads: Threads = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Show the longest wins and losses of a solved game, single winning moves, and what a forbidden move changes."""
    from retro import machine
    from retro.analysis import extremes as finding
    from retro.app import extremes as showing
    from retro.app import show
    from retro.app.console import Display

    rules, path = load(game, settings, data)
    display, workers = Display(), threads or machine.cores()
    try:
        table, about = whole(rules, path, workers, display)
        found = finding.find(table, about, limit, workers, display)
    finally:
        display.close()
    if json:
        show.as_json(showing.as_json(table, found))
    else:
        showing.write(table, found)


@app.command()
@guarded
def heuristic(
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A heuristic that the game's plugin offers.")],
    limit: Annotated[int, typer.Option(min=0, max=MOST_SAMPLES, metavar="N", help="Most examples.")] = 10,
    settings: Settings = None,
    threads: Threads = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Show in how many positions of a solved game a heuristic loses points, with examples."""
    from retro import machine
    from retro.analysis import heuristic as testing
    from retro.app import heuristic as showing
    from retro.app import show
    from retro.app.console import Display

    rules, path = load(game, settings, data)
    tested, display, workers = testing.find(rules, name), Display(), threads or machine.cores()
    try:
        table, _ = whole(rules, path, workers, display)
        losses = testing.measure(table, tested, workers, limit, display)
    finally:
        display.close()
    if json:
        show.as_json(showing.as_json(table.rules, name, losses))
    else:
        showing.write(table.rules, name, losses)


@app.command()
@guarded
def playouts(game: GameName, settings: Settings = None, threads: Threads = None, json: AsJson = False) -> None:
    """Count the different games from the start, and who wins them; the game need not be solved."""
    from retro import machine
    from retro.analysis import playouts as counting
    from retro.app import show
    from retro.app.console import Display

    rules, _ = load(game, settings, None)
    found = counting.count(rules, threads or machine.cores(), Display())
    counts = {"games": found.games, "first": found.first, "second": found.second, "draws": found.draws}
    if json:
        show.as_json({"game": rules.game.name, "options": rules.options, **counts})
        return
    words = ("games", "  won by the first player", "  won by the second", "  drawn")
    show.facts(list(zip(words, (f"{each:,}" for each in counts.values()), strict=True)))
