"""What the commands share: the application, arguments and options that several of them take, and what these mean."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app.usage import Commands
from retro.game import GameError

if TYPE_CHECKING:
    from retro.analysis.table import Table
    from retro.app.console import Display
    from retro.rules import Rules
    from retro.storage.manifest import Manifest

app = typer.Typer(
    cls=Commands,
    help="Strongly solve two-player games by retrograde analysis, and ask the solutions.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; see `retro games`.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the game; may be repeated.")
]
Data = Annotated[
    Path | None,
    typer.Option(metavar="DIR", envvar="RETRO_DATA", help="Where databases lie; by default the user's data directory."),
]
MOST_THREADS = 4096
MOST_SAMPLES = 10**6
Threads = Annotated[
    int | None, typer.Option(min=1, max=MOST_THREADS, metavar="N", help="Threads; by default one per core.")
]
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew and discard what an interrupted run has saved.")]
Checkpoint = Annotated[
    float,
    typer.Option(
        "--checkpoint",
        min=0,
        metavar="MINUTES",
        help="Save what was found so far every so often; with 0 only when interrupted.",
    ),
]
MINUTES = 9.0
"""From one checkpoint to the next: with the writing of it, not more than ten."""
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


def remark(line: str) -> None:
    """Something to know while a command works."""
    typer.echo(line, err=True)


def seconds(checkpoint: float) -> float:
    """From one checkpoint to the next; GameError if that is no time."""
    if math.isnan(checkpoint):
        raise GameError("--checkpoint wants minutes, not nan")
    return 60 * checkpoint or math.inf


def load(name: str, settings: list[str] | None, data: Path | None) -> tuple[Rules, Path]:
    """The rules of a game with its options chosen, and the place of its database."""
    from retro import loading, plugins
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
    return loading.load(game, options), database_path(data_directory(data), game, options)


def whole(rules: Rules, path: Path, threads: int, display: Display) -> tuple[Table, Manifest]:
    """All of a game's database in memory, and what is known of it."""
    from retro import api
    from retro.analysis import table

    try:
        with api.open_at(path, rules) as tablebase:
            return table.load(rules, tablebase.database, display, threads), tablebase.database.manifest
    finally:
        display.close()
