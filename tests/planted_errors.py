"""Databases with planted errors and correct checksums, so that only verification can report the errors."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from noughts_game.plugin import retro_game as noughts
from runs import rules_of
from small_games import lacking
from walking_game.plugin import retro_game as walking

from retro.app.commands.solve import Job
from retro.game.rules import Rules
from retro.lookup.table import RecordTable, load
from retro.query.api import Tablebase
from retro.storage import writer
from retro.storage.database import Database
from retro.storage.location import database_path
from retro.storage.manifest import Manifest
from retro.storage.run import Run
from retro.system.progress import Silent
from retro.verify.verify import Verified, verify
from retro_british_square.plugin import retro_game as british_square
from retro_lgame.plugin import retro_game as lgame
from retro_ostle.plugin import retro_game as ostle

ALL = 10**6
Records = list[tuple[int, int, int]]
BOARD = {"size": "3", "left": "0"}


GAMES = {
    "ostle": lambda: rules_of(ostle(), **BOARD),
    "ostle exact": lambda: rules_of(ostle(), **BOARD, rule8="exact"),
    "ostle minimal": lambda: lacking(rules_of(ostle(), **BOARD), "rank", "unrank", "unmoves"),
    "walking": lambda: rules_of(walking(), seed="54"),
    "walking minimal": lambda: lacking(rules_of(walking(), seed="54"), "rank", "unrank", "unmoves"),
    "walking without unmoves": lambda: lacking(rules_of(walking(), seed="54"), "unmoves"),
    "lgame": lambda: rules_of(lgame()),
    "noughts": lambda: rules_of(noughts()),
    "british_square": lambda: rules_of(british_square(), size="3"),
}
"""With and without a repetition rule, an index, moves taken back, scores."""


def solve(rules: Rules, data: Path, backend: str = "auto") -> Path:
    """Solve a game in the directory ``data``; the path of the database."""
    path = database_path(data, rules.game, rules.options)
    Job(path, 1, Silent(), lambda line: None, rules=rules, backend=backend).solve()
    return path


def opened(rules: Rules, path: Path) -> tuple[RecordTable, Manifest]:
    """Returns the table with all records of a database, and its manifest."""
    with Tablebase(rules, Database(path, rules.digest)) as tablebase:
        return load(rules, tablebase.database, Silent()), tablebase.database.manifest


@dataclass
class DatabaseContent:
    """The content of a database, which tests change; ``records`` are best, second and only move by position."""

    rules: Rules
    about: Manifest
    run: Run
    records: Records
    keys: list[int] | None

    @classmethod
    def of(cls, rules: Rules, path: Path) -> DatabaseContent:
        """Returns the content of the database at ``path``."""
        with Database(path, rules.digest) as database:
            best, second, only_move = database.planes(0, database.slots)
            records = list(zip(best.tolist(), second.tolist(), only_move.tolist(), strict=True))
            keys = None if database.keys is None else database.keys.positions()[:].tolist()
            return cls(rules, database.manifest, database.run, records, keys)

    blocks = None

    def copy(self) -> DatabaseContent:
        """Returns a copy whose records can be changed."""
        return replace(self, records=list(self.records), keys=None if self.keys is None else list(self.keys))

    def planes(self, start: int, stop: int) -> tuple[Any, Any, Any]:
        """Returns the records of slots start..stop-1 as three planes."""
        rows = np.array(self.records[start:stop], np.int64).reshape(stop - start, 3)
        return rows[:, 0].astype(np.int32), rows[:, 1].astype(np.int32), rows[:, 2].astype(np.int16)

    def store(self, path: Path) -> Path:
        """Writes the database at ``path`` with correct checksums."""
        self.statistics = replace(self.about.statistics, slots=len(self.records))
        about = replace(self.about, statistics=self.statistics, files={})
        keys = None if self.keys is None else np.array(self.keys, np.int64)
        path.parent.mkdir(parents=True, exist_ok=True)
        with writer.alone(path):
            writer.write(path, self, about, lambda: self.run, 1, lambda slots: None, keys)
        return path


def table_of(table: RecordTable, records: Records) -> RecordTable:
    """Returns a table with other records."""
    values = sorted({value for best, second, _ in records for value in (best, second)})
    index_of = {value: number for number, value in enumerate(values)}
    rows = [(index_of[best], index_of[second], only_move + 1) for best, second, only_move in records]
    wide = np.array(rows if table.rules.repetition else [row[0] for row in rows], np.uint16).ravel()
    return replace(table, fields=wide, values=np.array(values, np.int32))


@cache
def content_of(name: str) -> DatabaseContent:
    """Returns the content of the sound database of a game of GAMES."""
    rules = GAMES[name]()
    with tempfile.TemporaryDirectory() as folder:
        return DatabaseContent.of(rules, solve(rules, Path(folder)))


def verified(content: DatabaseContent, tmp_path: Path, limit: int = ALL) -> Verified:
    """Returns the result of verifying a database with this content."""
    table, about = opened(content.rules, content.store(tmp_path / "database"))
    return verify(table, about, limit, 2, Silent())
