"""Commands that go through a whole game: distances from the start, puzzles, extremes, heuristics, playouts."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from retro.app.commands.arguments import AsJson, Data, GameName, Settings, Threads, app, load, whole
from retro.app.errors import guarded

TagNames = list[str] | None


class Outcome(StrEnum):
    """For the player to move."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"


class Forbidden(StrEnum):
    """States with a forbidden move, without one, or both."""

    YES = "yes"
    NO = "no"
    ANY = "any"


@app.command()
@guarded
def reach(
    game: GameName, settings: Settings = None, threads: Threads = None, data: Data = None, json: AsJson = False
) -> None:
    """Find how far from the start every position of a solved game is, and count the states by that."""
    from retro import api, machine
    from retro.app import reach as searching
    from retro.app import show
    from retro.app.console import Display

    rules, path = load(game, settings, data)
    with api.open_at(path, rules) as tablebase:
        found = searching.search(tablebase, threads or machine.cores(), Display())
        about = tablebase.database.manifest
    if json:
        show.as_json(searching.as_json(about, found))
    else:
        searching.write(about, found)


@app.command()
@guarded
def puzzles(
    game: GameName,
    value: Annotated[Outcome | None, typer.Option(help="Value for the player to move.")] = None,
    min_dtm: Annotated[int | None, typer.Option(min=0, metavar="N", help="Plies to the end at least.")] = None,
    max_dtm: Annotated[int | None, typer.Option(min=0, metavar="N", help="Plies to the end at most.")] = None,
    min_score: Annotated[
        int | None, typer.Option(metavar="N", help="Points at least, where values are scores.")
    ] = None,
    max_score: Annotated[int | None, typer.Option(metavar="N", help="Points at most.")] = None,
    only: Annotated[
        TagNames, typer.Option(metavar="TAG", help="There is a winning move, and every winning move has the tag.")
    ] = None,
    none: Annotated[
        TagNames, typer.Option(metavar="TAG", help="There is a winning move, and no winning move has the tag.")
    ] = None,
    losing: Annotated[
        TagNames, typer.Option(metavar="TAG", help="There is a move with the tag, and every such move loses.")
    ] = None,
    unique: Annotated[bool, typer.Option("--unique", help="Exactly one move wins.")] = False,
    unique_line: Annotated[
        bool, typer.Option("--unique-line", help="Exactly one move wins, at every move of the winner in best play.")
    ] = False,
    forbidden: Annotated[Forbidden, typer.Option(help="Whether a move is forbidden.")] = Forbidden.ANY,
    tier: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Part of the game, as in `retro stats`; * and ? stand for anything."),
    ] = None,
    within: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Plies from the start at most, as `retro reach` counts.")
    ] = None,
    line: Annotated[
        str | None,
        typer.Option(metavar="MOVES", help="Best play may begin with these moves, in one of the position's images."),
    ] = None,
    limit: Annotated[int, typer.Option(min=0, metavar="N", help="Most samples, the longest games first.")] = 10,
    count_only: Annotated[bool, typer.Option("--count-only", help="No samples.")] = False,
    settings: Settings = None,
    threads: Threads = None,
    data: Data = None,
    json: Annotated[bool, typer.Option("--json", help="Answer in JSON lines: the samples, then what sums up.")] = False,
) -> None:
    """Find states of a solved game by condition: count them and show some. All conditions hold at once."""
    from retro import machine
    from retro.analysis import puzzles as finding
    from retro.analysis import tags
    from retro.app import puzzles as showing
    from retro.app.console import Display

    rules, path = load(game, settings, data)
    conditions = finding.Conditions(
        value=value or "",
        min_dtm=min_dtm,
        max_dtm=max_dtm,
        min_score=min_score,
        max_score=max_score,
        only=tuple(only or ()),
        none=tuple(none or ()),
        loses=tuple(losing or ()),
        unique=unique,
        unique_line=unique_line,
        forbidden=forbidden,
        tiers=tuple(tier or ()),
        within=within,
        line=showing.words(line),
    )
    finding.check(rules, conditions, tags.load(rules))
    display, workers = Display(), threads or machine.cores()
    try:
        near = None if within is None else showing.distances(rules, path)
        table, about = whole(rules, path, workers, display)
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
    limit: Annotated[int, typer.Option(min=0, metavar="N", help="Most samples of each.")] = 3,
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
    limit: Annotated[int, typer.Option(min=0, metavar="N", help="Most examples.")] = 10,
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
