"""The databases that the server has open: the most recently used ones, each closed once no request uses it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from retro.game import Game, loading, plugins
from retro.query import api, databases
from retro.query.api import Tablebase
from retro.query.databases import Databases
from retro.serve.answer_cache import Stamp
from retro.serve.puzzle_collections import Collections
from retro.serve.requests import NotFound
from retro.storage import NotSolved, manifest
from retro.storage.location import database_path
from retro.storage.manifest import Manifest
from retro.system.errors import RetroError

MAX_OPEN = 2
"""Each holds up to 80 MiB of frames, keys and distances, and 30 MiB of recent results (`retro.game.recent`)."""


class _Entry:
    """A database, the number of requests that use it, and the lock under which it is opened.

    It is found by the stamp of its manifest: solved again, it is another database.
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.table: Tablebase | None = None
        self.users = 0


class OpenDatabases:
    """Databases in a directory, of these ``games`` or, without names, of all; safe to share between threads.

    ``data`` is the directory, ``names`` are those of the games, ``collections`` has the puzzles of the databases.
    Installed plugins are listed once, as that takes longer than most answers. Rules are loaded only of variants that
    are solved: a client cannot make the server import all others.
    """

    def __init__(self, data: Path, games: Sequence[str] = (), most: int = MAX_OPEN) -> None:
        """``most`` databases stay open while no request uses them. GameError if a name is that of no game."""
        self.data, self.collections, self._most = data, Collections(), most
        self._games = {name: plugins.load(name) for name in games}
        self.names = sorted(self._games) or plugins.names()
        self._lock = threading.Lock()
        self._open: OrderedDict[Stamp, _Entry] = OrderedDict()

    def game(self, name: str) -> Game:
        """The game of that name; NotFound if there is none."""
        if name not in self.names:
            raise NotFound(f"no game {name[:40]!a}; games: {', '.join(self.names) or 'none'}")
        if name not in self._games:
            self._games[name] = plugins.load(name)
        return self._games[name]

    def databases(self, game: Game) -> Databases:
        """The databases of a game, with those that older rules made."""
        return databases.find(self.data, game)

    def solved(self, name: str) -> list[Manifest]:
        """The databases of a game that can be opened; none if the plugin cannot be used."""
        with suppress(RetroError):
            return self.databases(self.game(name)).solved
        return []

    def command(self, name: str, settings: Mapping[str, str]) -> str:
        """The command that solves a game with options as text; errors as of `open`."""
        game = self.game(name)
        return game.command("solve", game.choose(settings))

    @contextmanager
    def open(self, name: str, settings: Mapping[str, str]) -> Iterator[Tablebase]:
        """The database of a game with options as text, for the duration of a request.

        NotFound if there is no such game, GameError for options, NotSolved, with the command, if there is no database.
        """
        game = self.game(name)
        options = game.choose(settings)
        path = database_path(self.data, game, options)
        try:
            solved = Stamp.of(manifest.present_path(path) / manifest.MANIFEST_FILE)
        except FileNotFoundError:
            raise NotSolved(f"not solved yet: {game.command('solve', options)}") from None
        with self._lock:
            entry = self._open.setdefault(solved, _Entry())
            entry.users += 1
            self._open.move_to_end(solved)
        try:
            with entry.lock:
                if entry.table is None:
                    entry.table = api.open_at(path, loading.load(game, options))
            yield entry.table
        finally:
            with self._lock:
                entry.users -= 1
                if entry.table is None and not entry.users:  # it could not be opened
                    self._open.pop(solved, None)
            self._close_idle(self._most)

    def stamp(self, name: str, settings: Mapping[str, str]) -> Stamp | None:
        """The stamp of the database of a game with options as text; None without one, errors as of `open`."""
        game = self.game(name)
        with suppress(OSError):
            return Stamp.of(manifest.present_path(database_path(self.data, game, game.choose(settings))))
        return None

    def close(self) -> None:
        """Close all databases that no request uses."""
        self._close_idle(0)

    def _close_idle(self, count: int) -> None:
        """Close databases that no request uses, the least recently used first, until ``count`` are left."""
        with self._lock:
            idle = [solved for solved, entry in self._open.items() if not entry.users]
            closed = [self._open.pop(solved) for solved in idle[: max(0, len(self._open) - count)]]
        for entry in closed:
            if entry.table is not None:
                entry.table.close()
