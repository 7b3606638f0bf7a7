"""Rows of exports: every format equals single look-ups, state by state; optional columns; samples."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from exporting import ABOUT, FORMATS, NAMES, columns_of, exported, row_of, write
from pyarrow import parquet
from scanned_game import Scanned, ScannedState, meets

from retro.app.commands import export as writing
from retro.app.exporting import columns
from retro.app.exporting.columns import Content
from retro.game.text import RESERVED
from retro.puzzles import export, matching
from retro.puzzles.conditions import Conditions
from retro.puzzles.search import find
from retro.system.errors import GameError
from retro.system.progress import Silent


def compare(game: Scanned, conditions: Conditions, expected: list[ScannedState], folder: Path):
    """All formats, in text and in numbers, have the expected states in order, with best moves and counts."""
    total = find(game.table, conditions, 0, 1, Silent()).count
    for keys in (False, True):
        rows = [row_of(state, keys) for state in expected]
        for name in FORMATS:
            out = folder / f"{'keys' if keys else 'text'}.{name}"
            rows_read, written = write(game, conditions, out, keys, threads=2)
            assert rows_read == rows
            assert written[:2] == (len(rows), total)
            assert sum(row[-1] for row in rows_read) == total


CONDITIONS = {
    "ostle": [
        Conditions(),
        Conditions(forbidden="yes", value="loss", min_dtm=3),
        Conditions(tiers=("a1 *",), unique_line=True),
    ],
    "british_square": [Conditions(), Conditions(min_score=2), Conditions(max_score=-1, value="win")],
}


OTHERS = [Conditions(min_dtm=5, only=("neutral",)), Conditions(value="loss")]


@pytest.mark.parametrize(
    ("name", "conditions"),
    [
        *((name, conditions) for name in CONDITIONS for conditions in CONDITIONS[name]),
        *(pytest.param("lgame", conditions, marks=pytest.mark.compiled) for conditions in OTHERS),
    ],
    ids=lambda each: str(each)[:40],
)
def test_every_row_equals_single_lookups(small_game, name, conditions, tmp_path):
    game = small_game(name)
    patterns = conditions.tiers
    expected = [
        state
        for state in game.states
        if meets(state, conditions) and (not patterns or game.tier(state).startswith(patterns[0][:3]))
    ]
    assert expected
    compare(game, conditions, expected, tmp_path)


def test_positions_with_a_line_are_exported_as_they_are_found(small_game, tmp_path):
    """A row has the image of the position in which the line is best play."""
    game = small_game("ostle")
    state = next(each for each in game.states if each.value[:2] == ("win", 5) and each.code is None)
    line = tuple(move.move for move in game.tablebase.line(state.key))
    conditions = Conditions(value="win", max_dtm=5, line=line[:2])
    rows, written = write(game, conditions, tmp_path / "line.parquet")
    found = find(game.table, conditions, 10**6, 1, Silent()).samples
    states = [ScannedState(game, game.rules.rank(each.key)[0], each.key, each.forbidden) for each in found]
    assert sorted(rows, key=str) == sorted((row_of(each, False) for each in states), key=str)
    assert len(rows) == written.states == written.rows > 0


def in_small_pieces(monkeypatch):
    """Lets a small game have several pieces; it would have one, and a large one takes minutes."""
    for module, constant, size in ((matching, "ROWS_AT_ONCE", 100), (export, "EXPORT_TASK", 30)):
        monkeypatch.setattr(module, constant, size)


@pytest.mark.parametrize("name", FORMATS)
def test_rows_do_not_depend_on_pieces_batches_or_threads(small_game, name, tmp_path, monkeypatch):
    game, conditions = small_game("ostle"), Conditions(value="win")
    whole, _ = write(game, conditions, tmp_path / f"whole.{name}")
    in_small_pieces(monkeypatch)
    for threads in (1, 2, 7):
        rows, _ = write(game, conditions, tmp_path / f"{threads}.{name}", threads=threads, size=500)
        assert rows == whole
    for limit in (1, 499, 500, 501, len(whole) + 1):
        rows, written = write(game, conditions, tmp_path / f"first {limit}.{name}", limit=limit, threads=2, size=500)
        assert rows == whole[:limit]
        assert written.rows == min(limit, len(whole))
    assert (tmp_path / f"1.{name}").read_bytes() == (tmp_path / f"7.{name}").read_bytes()
    if name == "parquet":
        group = parquet.ParquetFile(tmp_path / "1.parquet").metadata.row_group
        assert [group(index).num_rows for index in range(2)] == [500, 500]


# Optional columns


def texts_of(path: Path):
    """The rows of a file as dictionaries of texts; missing cells are empty."""
    cells = columns_of(path)
    rows = (dict(zip(cells, row, strict=True)) for row in zip(*cells.values(), strict=True))
    return [{name: "" if each is None else str(each) for name, each in row.items()} for row in rows]


def tied(state: ScannedState):
    """All best moves, by single look-ups, in the order in which `moves` lists them."""
    moves = [move for move in state.game.tablebase.moves(state.key, state.code) if not move.forbidden]
    return [move for move in moves if (move.value, move.dtm) == (moves[0].value, moves[0].dtm)]


@pytest.mark.parametrize(
    ("name", "conditions"), [("ostle", Conditions(value="loss")), ("british_square", Conditions(max_score=-1))]
)
def test_all_best_moves_are_exported(small_game, name, conditions, tmp_path):
    game = small_game(name)
    states = [state for state in game.states if meets(state, conditions)]
    expected = [tied(state) for state in states]
    assert {min(len(each), 2) for each in expected} >= {1, 2}
    for keys in (False, True):
        for suffix in FORMATS:
            out = tmp_path / f"{keys}.{suffix}"
            pieces = export.rows(game.table, conditions, None, 2, Silent(), optimal=True)
            writing.write(game.rules, pieces, writing.Target(out, suffix, False, Content(keys, optimal=True)), ABOUT)
            rows = texts_of(out)
            assert [row["optimal"] for row in rows] == [
                " ".join(str(move.code) if keys else move.move for move in each) for each in expected
            ]
            assert all(row["optimal"].split(" ")[0] == row["best"] for row in rows if not keys)


MARKS = {"ostle": "0123", "british_square": "012", "lgame": ".*#x"}


@pytest.mark.parametrize("name", ["ostle", "british_square", pytest.param("lgame", marks=pytest.mark.compiled)])
def test_squares_are_those_of_the_text(small_game, name, tmp_path):
    """The texts have a character for each square, row by row from the top, as the columns have."""
    game = small_game(name)
    for suffix in FORMATS:
        out = tmp_path / f"some.{suffix}"
        pieces = exported(game, Conditions(), limit=500)
        writing.write(game.rules, pieces, writing.Target(out, suffix, False, Content(squares=True)), ABOUT)
        size = 4 if name == "lgame" else 3
        names = [f"{file}{rank}" for rank in range(size, 0, -1) for file in "abcd"[:size]]
        rows = texts_of(out)
        assert len(rows) > 50 and set(rows[0]) == {*NAMES, *names} | ({"turn"} if name == "british_square" else set())
        for row in rows:
            board, _, turn = row["position"].partition(" turn ")
            marks = board.replace("/", "").replace("-", "")
            assert [int(row[square]) for square in names] == [MARKS[name].index(mark) for mark in marks]
            assert row.get("turn", "") == turn


def test_a_game_without_squares_is_refused(small_game, tmp_path):
    rules = small_game("ostle").rules
    mute = replace(rules, text=rules.text._replace(squares=None))
    target = writing.Target(tmp_path / "some.csv", "csv", False, Content(squares=True))
    with pytest.raises(GameError, match=r"its text\.py defines no squares"):
        writing.write(mute, [], target, ABOUT)
    assert list(tmp_path.iterdir()) == []
    assert {column.name for column in columns.columns(rules, Content(optimal=True))} == set(RESERVED)


# Samples


def sampled(game: Scanned, conditions: Conditions, number: int, seed: int, threads: int = 1):
    """Slots and forbidden moves of a sample, in order."""
    pieces = export.sample(game.table, conditions, number, seed, threads, Silent())
    return [row for piece in pieces for row in zip(piece.slots.tolist(), piece.forbidden.tolist(), strict=True)]


def test_a_sample_depends_on_its_seed_alone(small_game, monkeypatch):
    game, conditions = small_game("ostle"), Conditions(value="win")
    whole = [row for piece in exported(game, conditions) for row in zip(piece.slots, piece.forbidden, strict=True)]
    drawn = sampled(game, conditions, 50, 1)
    assert len(drawn) == len(set(drawn)) == 50 and drawn == [row for row in whole if row in set(drawn)]
    assert sampled(game, conditions, 50, 2) != drawn
    assert sampled(game, conditions, len(whole) + 1, 1) == sampled(game, conditions, len(whole), 1) == whole
    in_small_pieces(monkeypatch)
    for threads in (1, 3):
        assert sampled(game, conditions, 50, 1, threads) == drawn


@pytest.mark.compiled
def test_every_state_is_drawn_as_often_as_others(small_game):
    """Draws of a third of the states: how often each came, against what chance allows."""
    game, conditions, times = small_game("lgame"), Conditions(value="loss"), 100
    whole = sampled(game, conditions, 10**6, 0)
    often = Counter(row for seed in range(times) for row in sampled(game, conditions, len(whole) // 3, seed))
    assert set(often) == set(whole)
    share = (len(whole) // 3) / len(whole)
    off = 5 * (times * share * (1 - share)) ** 0.5
    assert all(abs(count - times * share) < off for count in often.values())
