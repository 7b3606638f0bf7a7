"""Helpers of tests of exports: files written and read again, and their rows by single look-ups."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import numpy as np
from pyarrow import parquet
from scanned_game import Scanned, ScannedState

from retro.app.commands import export as writing
from retro.app.exporting.columns import BATCH_ROWS, Content
from retro.game.rules import Rules
from retro.puzzles import export
from retro.puzzles.conditions import Conditions
from retro.puzzles.export import StateRows
from retro.system.progress import Silent

FORMATS = ("parquet", "csv")
NAMES = ("slot", "position", "forbidden", "value", "dtm", "best", "states")
ABOUT = {"game": "walk", "options": {"size": 3}, "conditions": {}}


@cache
def best_of(state: ScannedState) -> int | None:
    """The code of the first move that is shown and may be played."""
    shown = state.game.tablebase.moves(state.key, state.code)
    return next((move.code for move in shown if not move.forbidden), None)


@cache
def row_of(state: ScannedState, keys: bool):
    """A row of the file, by single look-ups."""
    text, key = state.game.rules.text, state.key
    numbers = key, state.code, best_of(state)
    moves = (None if code is None else text.format_move(key, code) for code in numbers[1:])
    position, forbidden, best = numbers if keys else (text.format(key), *moves)
    value = state.game.tablebase.probe(key, state.code)
    return (state.slot, position, forbidden, *value, best, state.game.weight(key))


def columns_of(path: Path):
    """The columns of a file by name, read by other programs; in CSV missing cells are empty."""
    if path.suffix == ".parquet":
        return parquet.read_table(path).to_pydict()
    with path.open(encoding="utf-8", newline="") as file:
        names, *lines = csv.reader(file)
    return dict(zip(names, zip(*lines, strict=True) if lines else [()] * len(names), strict=True))


def rows_of(path: Path, rules: Rules, keys: bool):
    """The rows of a file as tuples; numbers are integers, missing cells None."""
    columns = columns_of(path)
    assert tuple(columns) == NAMES
    if path.suffix == ".csv":
        numbers = {"slot", "dtm", "states"} | ({"position", "forbidden", "best"} if keys else set())
        numbers |= {"value"} if rules.scores else set()
        for name, column in columns.items():
            columns[name] = [None if not each else int(each) if name in numbers else each for each in column]
    return list(zip(*(columns[name] for name in NAMES), strict=True))


def exported(game: Scanned, conditions: Conditions, limit=None, threads=1):
    return export.rows(game.table, conditions, limit, threads, Silent())


def write(game: Scanned, conditions: Conditions, out: Path, keys=False, limit=None, threads=1, size=BATCH_ROWS):
    """Writes an export; its rows, and the numbers of rows, states and bytes."""
    target = writing.Target(out, out.suffix[1:], force=False, content=Content(keys))
    described = writing.about(game.about, conditions, limit, keys)
    pieces = exported(game, conditions, limit, threads)
    written = writing.write(game.rules, pieces, target, described, size)
    return rows_of(out, game.rules, keys), written


def some_rows(game: Scanned, count: int) -> StateRows:
    """``count`` states of a game, the first ones repeatedly."""
    return StateRows(*(np.resize(each, count) for each in next(exported(game, Conditions()))))


def content(path: Path):
    """Every byte of a file or directory."""
    files = [each for each in (path, *sorted(path.rglob("*"))) if each.is_file()]
    return {str(file.relative_to(path)): file.read_bytes() for file in files}
