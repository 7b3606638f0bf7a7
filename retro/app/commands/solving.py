"""Commands about games and their databases: what there is, solving, and what is known of a solution.

What a command needs is imported when it runs: listing games takes no compiler.
"""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from retro.app.commands.arguments import (
    MINUTES,
    Checkpoint,
    DryRun,
    EngineOptions,
    Restart,
    RoomOptions,
    app,
    remark,
    seconds,
)
from retro.app.commands.shell import AsJson, Data, Shell, command

Backend = Literal["auto", "reference", "sweep", "queue", "acyclic"]
"""How to solve; all give the same values."""


@app.command()
def games(data: Data = None, json: AsJson = False) -> None:
    """List the installed games, with the variants that are solved and those that older rules solved."""
    from retro.app import output
    from retro.game import plugins
    from retro.query import databases, summaries
    from retro.storage.location import data_directory

    place = data_directory(data)
    listed = [(each, databases.find(place, each.game) if each.game else None) for each in plugins.listing()]
    if json:
        output.as_json({"games": [summaries.listed(*each) for each in listed]})
    else:
        output.write_listed(listed)


@command()
def solve(
    shell: Shell,
    given: RoomOptions,
    who: EngineOptions,
    backend: Annotated[Backend, typer.Option(help="How to solve; auto chooses.")] = "auto",
    restart: Restart = False,
    checkpoint: Checkpoint = MINUTES,
    dry_run: DryRun = False,
) -> None:
    """Solve a game and write its database; a run that was interrupted goes on where it was."""
    from retro.app import layout, output
    from retro.app import solve as solving
    from retro.query import summaries

    rules, path = shell.rules, shell.path
    crew = who.workers(shell.threads, shell.opened)
    threads = crew.threads if crew else shell.threads
    job = solving.Job(rules, path, backend, threads, shell.display, remark, given.room(), crew)
    if dry_run:
        choices = job.choices(seconds(checkpoint), restart)
        shell.answer(output.planned, output.write_planned, rules, choices)
        return
    about, run = job.solve(restart, seconds(checkpoint))
    shell.answer(
        lambda: summaries.solved(about, run, path), lambda: layout.facts(output.solved_facts(about, run, path))
    )


@command(without=("threads", "json"))
def info(shell: Shell) -> None:
    """Show a game's options and what is known of its database."""
    from retro.app import layout, output
    from retro.storage import DatabaseError
    from retro.storage.location import checkpoint_path

    rules, path = shell.rules, shell.path
    chosen, options = rules.game, rules.options
    layout.facts([("game", f"{chosen.name}: {chosen.title}")])
    rows = [
        (option.name, str(options[option.name]), str(option.default), " ".join(map(str, option.choices)), option.help)
        for option in chosen.options
    ]
    if rows:
        layout.table(("option", "chosen", "default", "choices~", "meaning~"), rows)
    else:
        layout.facts([("options", "none")])
    try:
        with shell.open() as tablebase:
            database = tablebase.database
            layout.facts(output.solved_facts(database.manifest, database.run, path))
    except DatabaseError as error:
        layout.facts([("database", str(error))])
    left = checkpoint_path(path)
    if left.exists():
        layout.facts([("interrupted", f"{rules.command('solve')} goes on from {left}")])
    layout.facts([("note", note) for note in chosen.notes])


@command()
def stats(shell: Shell) -> None:
    """Show how many positions and states there are, by value, DTM and part of the game."""
    from retro.app import layout, output
    from retro.query import summaries
    from retro.statistics import outcomes

    with shell.open() as tablebase:
        about, run = tablebase.database.manifest, tablebase.database.run
        sections = outcomes.by_section(tablebase.rules, tablebase.database, shell.threads, shell.display)
    answer = summaries.with_sections(about, sections)

    def write() -> None:
        layout.facts([*output.solved_facts(about, run, shell.path), *output.statistics_facts(about)])
        output.sections(answer["tiers"], about.scores)
        output.histogram("states", answer["histogram"])
        output.histogram("without a move", answer["final"])
        layout.facts([("note", note) for note in about.notes])

    shell.answer(lambda: answer, write)
