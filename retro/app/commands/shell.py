"""What all commands about a game have in common: options, the game, its database, progress, and how they answer."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from copy import copy
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec

import typer

from retro.app import completion
from retro.app.commands.arguments import allowed, app, remark
from retro.system.errors import GameError

if TYPE_CHECKING:
    from retro.game.rules import IndexedRules, Rules
    from retro.lookup.table import RecordTable
    from retro.query.api import Tablebase
    from retro.storage.manifest import Manifest

MOST_THREADS = 4096
Said = ParamSpec("Said")


Data = Annotated[
    Path | None,
    typer.Option(metavar="DIR", envvar="RETRO_DATA", help="Where databases lie; by default the user's data directory."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


class Shell:
    """A command at work on a game; what makes it are options of the command line.

    display  shows progress; it is closed when the command ends
    opened   what else is closed then
    """

    rules: Rules

    def __init__(
        self,
        game: Annotated[
            str,
            typer.Argument(metavar="GAME", help="Name of a game; see `retro games`.", autocompletion=completion.games),
        ],
        settings: Annotated[
            list[str] | None,
            typer.Option(
                "--set",
                metavar="KEY=VALUE",
                help="An option of the game; may be repeated.",
                autocompletion=completion.settings,
            ),
        ] = None,
        threads: Annotated[
            int | None, typer.Option(min=1, max=MOST_THREADS, metavar="N", help="Threads; by default one per core.")
        ] = None,
        data: Data = None,
        json: AsJson = False,
    ) -> None:
        """GameError if there is no such game, or it has no such options."""
        from retro.app.console import Display
        from retro.system import machine

        self._game, self._given, self._data = game, _given(settings or []), data
        self._choose()
        self.threads, self.display, self._json = threads or machine.cores(), Display(), json
        self.opened = ExitStack()

    def _choose(self) -> None:
        from retro.game import loading, plugins

        found = plugins.load(self._game)
        options = found.choose(self._given)
        self.rules = loading.load(found, options)

    @property
    def path(self) -> Path:
        """The place of the game's database, whether it is there or not; GameError if there is no such place."""
        from retro.storage.location import data_directory, database_path

        return database_path(data_directory(self._data), self.rules.game, self.rules.options)

    def variant(self, changes: str) -> Shell:
        """The same of the game with some options changed: each as KEY=VALUE, divided by commas or spaces."""
        other = copy(self)
        other._given = self._given | _given(changes.replace(",", " ").split(), "--against")
        other._choose()
        return other

    def open(self) -> Tablebase:
        """The database, to be asked."""
        from retro.query import api

        return api.open_at(self.path, self.rules)

    def whole(
        self,
        memory: str | None,
        more: Callable[[IndexedRules, int], int] = lambda rules, slots: 0,
        distances: bool = False,
    ) -> tuple[RecordTable, Manifest]:
        """All of the database, in no more than ``memory``, and what is known of it; open until the command ends.

        With ``distances`` from the start, NotSolved if nobody searched. ResourceError if there is no room for what
        ``more`` says for the rules and so many slots.
        """
        from retro.app import puzzles
        from retro.lookup import table

        tablebase = self.opened.enter_context(self.open())
        database = tablebase.database
        besides = more(tablebase.rules, database.slots)
        near = self.opened.enter_context(closing(puzzles.distances(self.rules, database))) if distances else None
        loaded = table.load(self.rules, database, self.display, self.threads, allowed(memory), besides, near)
        if loaded.pages:
            self.display.close()
            remark(f"{self.rules.game.name}: {loaded.pages.describe()}")
        return loaded, database.manifest

    def answer(
        self, as_json: Callable[Said, Any], write: Callable[Said, object], *said: Said.args, **more: Said.kwargs
    ) -> None:
        """Print what ``as_json`` gives, if that is asked for; else have what is ``said`` written for people."""
        from retro.app import output

        self.display.close()
        if self._json:
            output.as_json(as_json(*said, **more))
        else:
            write(*said, **more)


def _given(settings: list[str], option: str = "--set") -> dict[str, str]:
    found: dict[str, str] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise GameError(f"{option} wants KEY=VALUE, not {setting[:40]!r}")
        if found.setdefault(key, value) != value:
            raise GameError(f"{option} {key[:40]} is given twice, with different values")
    return found


def command(*, without: Sequence[str] = (), json: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command of a function whose first parameter is a `Shell`; what makes that are options, and the others are.

    A parameter that is a dataclass stands for its fields. ``without`` are those of the shell's options that the command
    does not have; ``json`` is what it says of that one, if it is something else than usually.
    """

    def decorated(body: Callable[..., None]) -> Callable[..., None]:
        _, *asked = _parameters(body)
        groups: dict[str, Any] = {each.name: each.annotation for each in asked if is_dataclass(each.annotation)}
        own: list[inspect.Parameter] = []
        for each in asked:
            own += _parameters(groups[each.name]) if each.name in groups else [each]
        game, *common = [each for each in _parameters(Shell) if each.name not in without]
        if json:  # the last one
            common[-1] = common[-1].replace(annotation=Annotated[bool, typer.Option("--json", help=json)])
        parameters = [game, *own, *common]

        @functools.wraps(body)
        def run(**given: Any) -> None:
            shell = Shell(**{each.name: given.pop(each.name) for each in (game, *common)})
            for name, group in groups.items():
                given[name] = group(**{each.name: given.pop(each.name) for each in fields(group)})
            try:
                body(shell, **given)
            finally:
                shell.display.close()
                shell.opened.close()

        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        app.command()(run)
        return run

    return decorated


def _parameters(of: Callable[..., Any]) -> list[inspect.Parameter]:
    """What a function takes, or what a class is made of."""
    hints = typing.get_type_hints(vars(of)["__init__"] if isinstance(of, type) else of, include_extras=True)
    own = inspect.signature(of).parameters
    return [own[name].replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY) for name in own]
