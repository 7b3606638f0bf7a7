"""Columns of exports that are written on request: all best moves, and the content of each square."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
import zarr
from exporting import ABOUT, FORMATS, NAMES, exported
from pyarrow import parquet
from scanned_game import State, meets

from retro.app.commands import export as writing
from retro.app.exporting import columns
from retro.app.exporting.columns import Content
from retro.game.text import RESERVED
from retro.puzzles import export
from retro.puzzles.conditions import Conditions
from retro.system.errors import GameError
from retro.system.progress import Silent


def told_of(path: Path):
    """The rows of a file in text as dictionaries, integers as text."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    if path.suffix == ".parquet":
        rows = parquet.read_table(path).to_pylist()
    else:
        group = zarr.open_group(path, mode="r", zarr_format=3)
        names = sorted(group.array_keys())
        rows = [dict(zip(names, row, strict=True)) for row in zip(*(group[name][:] for name in names), strict=True)]
    return [{name: "" if each is None else str(each) for name, each in row.items()} for row in rows]


def tied(state: State):
    """Codes of the moves that are worth as much as the best one, by single look-ups, in the order that is shown."""
    moves = [move for move in state.game.tablebase.moves(state.key, state.code) if not move.forbidden]
    return [move for move in moves if (move.value, move.dtm) == (moves[0].value, moves[0].dtm)]


@pytest.mark.parametrize(
    ("name", "conditions"), [("ostle", Conditions(value="loss")), ("british_square", Conditions(max_score=-1))]
)
def test_all_best_moves_are_exported(known, name, conditions, tmp_path):
    game = known(name)
    states = [state for state in game.states if meets(state, conditions)]
    expected = [tied(state) for state in states]
    assert {min(len(each), 2) for each in expected} >= {1, 2}
    for keys in (False, True):
        for suffix in FORMATS:
            out = tmp_path / f"{keys}.{suffix}"
            pieces = export.rows(game.table, game.about, conditions, None, 2, Silent(), optimal=True)
            writing.write(game.rules, pieces, writing.Target(out, suffix, False, Content(keys, optimal=True)), ABOUT)
            rows = told_of(out)
            assert [row["optimal"] for row in rows] == [
                " ".join(str(move.code) if keys else move.move for move in each) for each in expected
            ]
            assert all(row["optimal"].split(" ")[0] == row["best"].replace("-1", "") for row in rows if not keys)


MARKS = {"ostle": "0123", "british_square": "012", "lgame": ".*#x"}


@pytest.mark.parametrize("name", ["ostle", "british_square", pytest.param("lgame", marks=pytest.mark.soak)])
def test_squares_are_those_of_the_text(known, name, tmp_path):
    """The texts have a character for each square, row by row from the top, as the columns have."""
    game = known(name)
    for suffix in FORMATS:
        out = tmp_path / f"some.{suffix}"
        pieces = exported(game, Conditions(), limit=500)
        writing.write(game.rules, pieces, writing.Target(out, suffix, False, Content(squares=True)), ABOUT)
        size = 4 if name == "lgame" else 3
        names = [f"{file}{rank}" for rank in range(size, 0, -1) for file in "abcd"[:size]]
        rows = told_of(out)
        assert len(rows) > 50 and set(rows[0]) == {*NAMES, *names} | ({"turn"} if name == "british_square" else set())
        for row in rows:
            board, _, turn = row["position"].partition(" turn ")
            marks = board.replace("/", "").replace("-", "")
            assert [int(row[square]) for square in names] == [MARKS[name].index(mark) for mark in marks]
            assert row.get("turn", "") == turn


def test_a_game_without_squares_is_refused(known, tmp_path):
    rules = known("ostle").rules
    mute = replace(rules, text=rules.text._replace(squares=None))
    target = writing.Target(tmp_path / "some.csv", "csv", False, Content(squares=True))
    with pytest.raises(GameError, match=r"its text\.py defines no squares"):
        writing.write(mute, [], target, ABOUT)
    for wrong, message in (({"a1": 128}, "puts 128 on a1"), ({"best": 1}, "'best'"), ({"a1": 1, "b1": 1}, "elsewhere")):
        answers = iter([{"a1": 1}] * 2)
        odd = replace(rules, text=rules.text._replace(squares=lambda key, a=answers, w=wrong: next(a, w)))
        with pytest.raises(GameError, match=message):
            writing.write(odd, exported(known("ostle"), Conditions(value="loss")), target, ABOUT)
    assert list(tmp_path.iterdir()) == []
    assert {column.name for column in columns.columns(rules, Content(optimal=True))} == set(RESERVED)
