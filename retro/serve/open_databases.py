"""The databases that are open: few, those asked lately; each is closed when the last request has done with it."""

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
from retro.serve.requests import Unknown
from retro.storage import NotSolved, manifest
from retro.storage.location import database_path

MOST_OPEN = 2
"""Each keeps up to 80 MiB of frames, keys and distances; nothing else of a server grows."""

Place = tuple[Path, int, int]
"""A database's directory, and which file its manifest is."""


class _Held:
    """A database, its users, and a lock under which it is opened."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.table: Tablebase | None = None
        self.users = 0


class Shelf:
    """Databases in a directory, of these ``games`` or, if none are named, of all; safe to share between threads.

    ``names`` are those of the games. Who is installed is looked up once: it takes longer than most answers.

    Rules are loaded of what is solved only: nobody makes a server import as many variants as there are.
    """

    def __init__(self, data: Path, games: Sequence[str] = ()) -> None:
        """GameError if there is no such game."""
        self._data = data
        self._games = {name: plugins.load(name) for name in games}
        self.names = sorted(self._games) or plugins.names()
        self._lock = threading.Lock()
        self._held: OrderedDict[Place, _Held] = OrderedDict()

    def game(self, name: str) -> Game:
        """A game; Unknown if there is none of that name."""
        if name not in self.names:
            raise Unknown(f"no game {name[:40]!a}; games: {', '.join(self.names) or 'none'}")
        if name not in self._games:
            self._games[name] = plugins.load(name)
        return self._games[name]

    def databases(self, game: Game) -> Databases:
        """The databases of a game, with those that older rules made."""
        return databases.find(self._data, game)

    def command(self, name: str, settings: Mapping[str, str]) -> str:
        """The command that solves a game with options as text; errors as of `open`."""
        game = self.game(name)
        return game.command("solve", game.choose(settings))

    @contextmanager
    def open(self, name: str, settings: Mapping[str, str]) -> Iterator[Tablebase]:
        """The database of a game with options as text, until the end of a request.

        Unknown if there is no such game, GameError for options, NotSolved, with the command, if there is no database.
        """
        game = self.game(name)
        options = game.choose(settings)
        path = database_path(self._data, game, options)
        try:
            found = (manifest.settled(path) / manifest.NAME).stat()
        except FileNotFoundError:
            raise NotSolved(f"not solved yet: {game.command('solve', options)}") from None
        place = path, found.st_ino, found.st_mtime_ns  # solved again, it is another database
        held = self._take(place)
        try:
            with held.lock:
                if held.table is None:
                    held.table = api.open_at(path, loading.load(game, options))
            yield held.table
        finally:
            self._give(place, held)

    def stamp(self, name: str, settings: Mapping[str, str]) -> Stamp | None:
        """Which database answers for a game with options as text; None if there is none, errors as of `open`."""
        game = self.game(name)
        with suppress(OSError):
            return Stamp.of(manifest.settled(database_path(self._data, game, game.choose(settings))))
        return None

    def close(self) -> None:
        """Close what nobody uses."""
        self._drop(0)

    def _take(self, place: Place) -> _Held:
        with self._lock:
            held = self._held.setdefault(place, _Held())
            held.users += 1
            self._held.move_to_end(place)
            return held

    def _give(self, place: Place, held: _Held) -> None:
        with self._lock:
            held.users -= 1
            if held.table is None and not held.users:  # it could not be opened
                self._held.pop(place, None)
        self._drop(MOST_OPEN)

    def _drop(self, most: int) -> None:
        """Close those that were asked longest ago, and that nobody uses, until so many are left."""
        with self._lock:
            idle = [place for place, held in self._held.items() if not held.users]
            dropped = [self._held.pop(place) for place in idle[: max(0, len(self._held) - most)]]
        for held in dropped:
            if held.table is not None:
                held.table.close()
