"""The commands of `retro`. Results on stdout, everything else on stderr.

What a command needs is imported when it runs: listing games takes no compiler.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from retro.app.errors import guarded
from retro.game import NONE, Game, GameError

app = typer.Typer(
    help="Strongly solve two-player games by retrograde analysis, and ask the solutions.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class Backend(StrEnum):
    """How to solve; all give the same values."""

    AUTO = "auto"
    REFERENCE = "reference"
    SWEEP = "sweep"
    QUEUE = "queue"
    ACYCLIC = "acyclic"


GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; see `retro games`.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the game; may be repeated.")
]
Data = Annotated[
    Path | None,
    typer.Option(metavar="DIR", envvar="RETRO_DATA", help="Where databases lie; by default the user's data directory."),
]
Threads = Annotated[int | None, typer.Option(min=1, metavar="N", help="Threads; by default one per core.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


def main() -> None:
    """Entry point of the command `retro`."""
    app(prog_name="retro")


@app.command()
@guarded
def games() -> None:
    """List the installed games."""
    from retro import plugins
    from retro.app import show

    rows = [
        (each.name, each.game.title if each.game else f"cannot be used: {each.reason}") for each in plugins.listing()
    ]
    show.table(("name", "title"), rows)


@app.command()
@guarded
def solve(
    game: GameName,
    settings: Settings = None,
    backend: Annotated[Backend, typer.Option(help="How to solve; auto chooses.")] = Backend.AUTO,
    threads: Threads = None,
    data: Data = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell the memory, disk and time needed.")] = False,
    json: AsJson = False,
) -> None:
    """Solve a game and write its database."""
    from retro import machine, rules
    from retro.app import show
    from retro.app import solve as solving
    from retro.app.console import Display

    chosen, options, path = _choose(game, settings, data)
    job = solving.Job(rules.load(chosen, options), path, backend, threads or machine.cores(), Display(), _remark)
    if dry_run:
        needed = job.needs()
        if json:
            show.as_json(show.planned(chosen, options, needed))
        else:
            show.facts(show.planned_facts(needed))
        return
    about = job.solve()
    if json:
        show.as_json(show.solved(about, path))
    else:
        show.facts(show.solved_facts(about, path))


@app.command()
@guarded
def info(game: GameName, settings: Settings = None, data: Data = None) -> None:
    """Show a game's options and what is known of its database."""
    from retro import api, rules
    from retro.app import show
    from retro.storage import DatabaseError

    chosen, options, path = _choose(game, settings, data)
    show.facts([("game", f"{chosen.name}: {chosen.title}")])
    rows = [
        (option.name, str(options[option.name]), str(option.default), " ".join(map(str, option.choices)), option.help)
        for option in chosen.options
    ]
    if rows:
        show.table(("option", "chosen", "default", "choices", "meaning"), rows)
    else:
        show.facts([("options", "none")])
    try:
        with api.open_at(path, rules.load(chosen, options)) as tablebase:
            show.facts(show.solved_facts(tablebase.database.manifest, path))
    except DatabaseError as error:
        show.facts([("database", str(error))])
    show.facts([("note", note) for note in chosen.notes])


@app.command()
@guarded
def stats(game: GameName, settings: Settings = None, data: Data = None, json: AsJson = False) -> None:
    """Show how many positions and states there are, by value and DTM."""
    from retro import api, rules
    from retro.app import show

    chosen, options, path = _choose(game, settings, data)
    with api.open_at(path, rules.load(chosen, options)) as tablebase:
        about = tablebase.database.manifest
    answer = show.statistics(about)
    if json:
        show.as_json(answer)
        return
    show.facts(show.solved_facts(about, path))
    show.facts([(name, f"{answer[name]:,}") for name in ("checkmates", "forbidding", "unentered")])
    show.table(("tier", "positions>"), [(tier["name"], f"{tier['positions']:,}") for tier in answer["tiers"]])
    show.histogram("states", answer["histogram"])
    if answer["final"]:
        show.histogram("without a move", answer["final"])
    show.facts([("note", note) for note in about.notes])


@app.command()
@guarded
def query(
    game: GameName,
    position: Annotated[str, typer.Argument(metavar="POSITION", help="A position, seen by the player to move.")],
    previous: Annotated[
        str | None,
        typer.Option(
            metavar="POSITION",
            help="The position one ply ago, seen by the player who moved then; forbids what takes that move back.",
        ),
    ] = None,
    forbid: Annotated[str | None, typer.Option(metavar="MOVE", help="A move that is forbidden.")] = None,
    settings: Settings = None,
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Show the value of a position and of all its moves, best first."""
    from retro import api, states
    from retro import rules as loading
    from retro.app import show

    if previous is not None and forbid is not None:
        raise GameError("--previous and --forbid exclude each other: the previous position says what is forbidden")
    chosen, options, path = _choose(game, settings, data)
    rules = loading.load(chosen, options)
    text = rules.text
    key = states.position_key(rules, position)
    code = NONE if forbid is None else states.move_code(rules, key, forbid)
    if previous is not None:
        code = states.forbidden_after(rules, states.position_key(rules, previous), key)
    forbidden = None if code == NONE else str(text.format_move(key, code))
    with api.open_at(path, rules) as tablebase:
        value, moves = tablebase.probe(key, forbidden), tablebase.moves(key, forbidden)
    if json:
        show.as_json(show.query(str(text.format(key)), value, forbidden, moves))
        return
    sys.stdout.write(f"{str(text.draw(key)).rstrip()}\n\n")
    show.facts([("position", str(text.format(key))), ("value", str(value))])
    show.table(
        ("move", "value", "DTM>", "", "position after"),
        [
            (
                each.move,
                show.word(each.value),
                "" if each.dtm is None else str(each.dtm),
                "forbidden" if each.forbidden else "",
                each.after or "the game ends",
            )
            for each in moves
        ],
    )


@app.command()
@guarded
def check(
    game: GameName,
    settings: Settings = None,
    seconds: Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="Longest time for each rule.")] = 4.0,
    json: AsJson = False,
) -> None:
    """Check a plugin, rule by rule, and tell what it lacks; exit code 1 if a rule is broken."""
    from retro import rules
    from retro.analysis import conformance
    from retro.app import check as checking
    from retro.app import show
    from retro.app.console import Display

    chosen, options, _ = _choose(game, settings, None)
    report = conformance.check(rules.load(chosen, options), seconds, Display())
    if json:
        show.as_json(checking.as_json(report))
    else:
        checking.write(report)
    if not report.passed:
        raise typer.Exit(checking.FAILED)


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
    from retro import api, machine, rules
    from retro.analysis import heuristic as testing
    from retro.analysis import table
    from retro.app import heuristic as showing
    from retro.app import show
    from retro.app.console import Display

    chosen, options, path = _choose(game, settings, data)
    loaded = rules.load(chosen, options)
    tested, display = testing.find(loaded, name), Display()
    try:
        with api.open_at(path, loaded) as tablebase:
            whole = table.load(loaded, tablebase.database, display)
        losses = testing.measure(whole, tested, threads or machine.cores(), limit, display)
    finally:
        display.close()
    if json:
        show.as_json(showing.as_json(whole.rules, name, losses))
    else:
        showing.write(whole.rules, name, losses)


@app.command()
@guarded
def playouts(game: GameName, settings: Settings = None, threads: Threads = None, json: AsJson = False) -> None:
    """Count the different games from the start, and who wins them; the game need not be solved."""
    from retro import machine, rules
    from retro.analysis import playouts as counting
    from retro.app import show
    from retro.app.console import Display

    chosen, options, _ = _choose(game, settings, None)
    found = counting.count(rules.load(chosen, options), threads or machine.cores(), Display())
    counts = {"games": found.games, "first": found.first, "second": found.second, "draws": found.draws}
    if json:
        show.as_json({"game": chosen.name, "options": options, **counts})
        return
    words = ("games", "  won by the first player", "  won by the second", "  drawn")
    show.facts(list(zip(words, (f"{each:,}" for each in counts.values()), strict=True)))


@app.command()
@guarded
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the game, also of its directory and package.")],
) -> None:
    """Write a plugin to start from: a small game that installs, solves and passes `retro check`."""
    from retro.app import new as writing

    place = writing.create(name, Path.cwd())
    sys.stdout.write(writing.next_steps(place.name))


def _remark(line: str) -> None:
    """Something to know while a command works."""
    typer.echo(line, err=True)


def _choose(name: str, settings: list[str] | None, data: Path | None) -> tuple[Game, dict[str, int | str], Path]:
    """The game, all its options and the place of its database."""
    from retro import plugins
    from retro.storage.location import data_directory, database_path

    given: dict[str, str] = {}
    for setting in settings or []:
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise GameError(f"--set wants KEY=VALUE, not {setting[:40]!r}")
        if given.setdefault(key, value) != value:
            raise GameError(f"--set {key[:40]} is given twice, with different values")
    game = plugins.load(name)
    options = game.choose(given)
    return game, options, database_path(data_directory(data), game, options)
