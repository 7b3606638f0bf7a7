"""What all commands about a game share: their options, the game, its database, progress, and the form of answers."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from copy import copy
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from retro.app import completion, output
from retro.app.arguments import AsJson, Data, allowed_memory, flag, option
from retro.app.console import Display, remark
from retro.game import loading, plugins
from retro.storage.location import data_directory, database_path
from retro.system import machine
from retro.system.settings import settings
from retro.system.sizes import PRODUCTION, Sizes

if TYPE_CHECKING:
    from retro.game.rules import IndexedRules, Rules
    from retro.lookup.table import RecordTable
    from retro.query.api import Tablebase
    from retro.storage.distances import DistanceFile
    from retro.storage.manifest import Manifest

MAX_THREADS = 4096


class Shell:
    """A command that runs on a game. The parameters of the constructor are options of the command line.

    display  prints progress; closed when the command ends
    opened   other resources that are closed when the command ends
    sizes    of tasks, tiles and messages
    """

    rules: Rules

    def __init__(
        self,
        game: Annotated[
            str,
            typer.Argument(metavar="GAME", help="Name of a game; see `retro games`.", autocompletion=completion.games),
        ],
        context: typer.Context,
        options: Annotated[
            list[str] | None,
            option("KEY=VALUE", "An option of the game; may be repeated.", "--set", autocompletion=completion.settings),
        ] = None,
        threads: Annotated[int | None, option("N", "Threads; by default one per core.", min=1, max=MAX_THREADS)] = None,
        data: Data = None,
        json: AsJson = False,
    ) -> None:
        """The object of the ``context`` is what `retro.app.cli.main` was given.

        Raises GameError if there is no such game, or it has no such options.
        """
        self._game, self._options, self._data = game, settings(options or []), data
        self._load()
        self.threads, self.display, self._json = threads or machine.cores(), Display(), json
        self.opened, self._unfinished = ExitStack(), ""
        self.sizes: Sizes = context.obj or PRODUCTION

    def _load(self) -> None:
        game = plugins.load(self._game)
        self.rules = loading.load(game, game.choose(self._options))

    @property
    def header(self) -> dict[str, Any]:
        """The fields of an answer that name the game and its options."""
        return {"game": self.rules.game.name, "options": self.rules.options}

    @property
    def path(self) -> Path:
        """The path of the variant's database, which need not exist; raises GameError if no path can have its name."""
        return database_path(data_directory(self._data), self.rules.game, self.rules.options)

    def variant(self, changes: str) -> Shell:
        """Returns a shell for the game with other options: KEY=VALUE, separated by commas or spaces."""
        other = copy(self)
        other._options = self._options | settings(changes.replace(",", " ").split(), "--against")
        other._load()
        return other

    def open(self, unfinished: bool = False) -> Tablebase:
        """Returns the database, opened for queries; ``unfinished`` is as for `retro.query.api.open_at`."""
        from retro.query import api

        table = api.open_at(self.path, self.rules, unfinished)
        self._unfinished = table.unfinished
        return table

    def load(
        self,
        memory: str | None,
        more: Callable[[IndexedRules, int], int] = lambda rules, slots: 0,
        distances: bool = False,
    ) -> tuple[RecordTable, Manifest]:
        """Returns all records of the database, in at most ``memory``, and its manifest; open until the command ends.

        ``more(rules, slots)`` returns the bytes that the caller requires besides; ResourceError if they are not
        available. With ``distances`` the table has the distances from the start; NotSolved if `retro reach` has not
        computed them.
        """
        from retro.lookup import table

        tablebase = self.opened.enter_context(self.open())
        database = tablebase.database
        more_bytes = more(tablebase.rules, database.slots)
        near = self.opened.enter_context(self._distances(database.slots)) if distances else None
        allowed = allowed_memory(memory, machine.available_memory())
        records = table.load(self.rules, database, self.display, self.threads, allowed, more_bytes, near, self.sizes)
        if records.pages:
            self.display.close()
            remark(f"{self.rules.game.name}: {records.pages.describe()}")
        return records, database.manifest

    def _distances(self, slots: int) -> DistanceFile:
        from retro.storage import naming
        from retro.storage.distances import DistanceFile

        with naming(self.rules.command("reach")):
            return DistanceFile(self.path, slots, self.rules.digest)

    def answer(self, answer: output.Answer, show: Callable[[], object]) -> None:
        """Prints ``answer`` with ``--json``; otherwise calls ``show``, which prints for people."""
        if self._unfinished:
            remark(f"{self.rules.game.name} is not solved yet: {self._unfinished}")
        self.display.close()
        if self._json:
            output.print_json(answer)
        else:
            show()


def command(*, without: Sequence[str] = (), json: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a command of a function whose first parameter is a `Shell`.

    The command takes the shell's options and the function's other parameters. A parameter that is a dataclass stands
    for its fields. ``without`` names options of the shell that the command does not take; ``json`` replaces the help
    text of that option.
    """

    def decorated(body: Callable[..., None]) -> Callable[..., None]:
        _, *declared = _parameters(body)
        groups: dict[str, Any] = {each.name: each.annotation for each in declared if is_dataclass(each.annotation)}
        own: list[inspect.Parameter] = []
        for each in declared:
            own += _parameters(groups[each.name]) if each.name in groups else [each]
        game, *common = [each for each in _parameters(Shell) if each.name not in without]
        if json:  # the last one
            common[-1] = common[-1].replace(annotation=Annotated[bool, flag("--json", json)])
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
        return run

    return decorated


def _parameters(of: Callable[..., Any]) -> list[inspect.Parameter]:
    """Returns the parameters of a function, or of a class's constructor, as keywords with resolved annotations."""
    hints = typing.get_type_hints(vars(of)["__init__"] if isinstance(of, type) else of, include_extras=True)
    own = inspect.signature(of).parameters
    return [own[name].replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY) for name in own]
