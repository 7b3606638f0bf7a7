"""What all commands about a game have in common: options, the game, its database, progress, and how they answer."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from retro.app import completion
from retro.app.commands.arguments import app
from retro.app.errors import guarded
from retro.game import GameError

if TYPE_CHECKING:
    from retro.analysis.table import Table
    from retro.api import Tablebase
    from retro.rules import IndexedRules, Rules
    from retro.storage.manifest import Manifest

MOST_THREADS = 4096
GAME = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of a game; see `retro games`.", autocompletion=completion.games)
]
OPTIONS: dict[str, Any] = {
    "settings": Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="An option of the game; may be repeated.",
            autocompletion=completion.settings,
        ),
    ],
    "threads": Annotated[
        int | None, typer.Option(min=1, max=MOST_THREADS, metavar="N", help="Threads; by default one per core.")
    ],
    "data": Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", envvar="RETRO_DATA", help="Where databases lie; by default the user's data directory."
        ),
    ],
}


class Shell:
    """A command at work on a game.

    path     of the game's database, whether it is there or not
    display  shows progress; it is closed when the command ends
    """

    rules: Rules
    path: Path

    def __init__(
        self,
        game: str,
        settings: list[str] | None = None,
        threads: int | None = None,
        data: Path | None = None,
        json: bool = False,
    ) -> None:
        """GameError if there is no such game, or it has no such options."""
        from retro import loading, machine, plugins
        from retro.app.console import Display
        from retro.storage.location import data_directory, database_path

        found = plugins.load(game)
        options = found.choose(_given(settings or []))
        self.rules = loading.load(found, options)
        self.path = database_path(data_directory(data), found, options)
        self.threads, self.display, self._json = threads or machine.cores(), Display(), json

    def open(self) -> Tablebase:
        """The database, to be asked."""
        from retro import api

        return api.open_at(self.path, self.rules)

    def whole(self, more: Callable[[IndexedRules, int], int] = lambda rules, slots: 0) -> tuple[Table, Manifest]:
        """All of the database in memory, and what is known of it.

        ResourceError if there is no room for it and what ``more`` says for the rules and so many slots.
        """
        from retro.analysis import table

        with self.open() as tablebase:
            database = tablebase.database
            table.check_memory(self.rules, table.needed(self.rules, database, more(tablebase.rules, database.slots)))
            return table.load(self.rules, database, self.display, self.threads), database.manifest

    def answer(self, as_json: Callable[[], Any], write: Callable[[], object]) -> None:
        """Print what ``as_json`` gives, if that is asked for; else have it written for people."""
        from retro.app import show

        self.display.close()
        if self._json:
            show.as_json(as_json())
        else:
            write()


def _given(settings: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise GameError(f"--set wants KEY=VALUE, not {setting[:40]!r}")
        if found.setdefault(key, value) != value:
            raise GameError(f"--set {key[:40]} is given twice, with different values")
    return found


def command(
    *, threads: bool = True, data: bool = True, json: str = "Answer in JSON."
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command of a function whose first parameter is a `Shell`; what makes that are options, and the others are.

    A parameter that is a dataclass stands for its fields. ``threads`` and ``data`` say whether the command has these
    options, ``json`` what is said of that one, if there is one.
    """
    wanted = {"settings": True, "threads": threads, "data": data}
    common = {name: hint for name, hint in OPTIONS.items() if wanted[name]}
    if json:
        common["json"] = Annotated[bool, typer.Option("--json", help=json)]

    def decorated(body: Callable[..., None]) -> Callable[..., None]:
        hints = typing.get_type_hints(body, include_extras=True)
        parameters = [inspect.Parameter("game", inspect.Parameter.KEYWORD_ONLY, annotation=GAME)]
        groups: dict[str, type] = {}
        for name, parameter in list(inspect.signature(body).parameters.items())[1:]:
            if is_dataclass(hints[name]):
                groups[name] = typing.cast(type, hints[name])
                parameters += _parameters(groups[name])
            else:
                parameters.append(parameter.replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY))
        for name, hint in common.items():
            default = False if name == "json" else None
            parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=hint, default=default))

        @guarded
        @functools.wraps(body)
        def run(**given: Any) -> None:
            shell = Shell(**{name: given.pop(name) for name in ("game", *common)})
            for name, group in groups.items():
                given[name] = group(**{each.name: given.pop(each.name) for each in fields(group)})
            try:
                body(shell, **given)
            finally:
                shell.display.close()

        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        app.command()(run)
        return run

    return decorated


def _parameters(group: type) -> list[inspect.Parameter]:
    """The fields of a dataclass."""
    hints = typing.get_type_hints(group, include_extras=True)
    own = inspect.signature(group).parameters
    return [own[name].replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY) for name in own]
