"""Exports: the rows of every format equal single look-ups, state by state."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from exporting import FORMATS, best_of, row_of, write
from pyarrow import parquet
from scanned_game import Scanned, State, meets

from retro.app.exporting import columns as formats
from retro.game import NONE
from retro.puzzles import export, matching
from retro.puzzles.conditions import Conditions
from retro.puzzles.search import find
from retro.reach import reach
from retro.system.progress import Silent


def compare(game: Scanned, conditions: Conditions, expected: list[State], place: Path, distances=None):
    """All formats, in text and in numbers, have the expected states in order, with best moves and counts."""
    total = find(replace(game.table, distances=distances), game.about, conditions, 0, 1, Silent()).count
    for keys in (False, True):
        rows = [row_of(state, keys) for state in expected]
        for name in FORMATS:
            found, written = write(
                game, conditions, place / f"{'keys' if keys else 'text'}.{name}", keys, None, 2, distances
            )
            assert found == rows
            assert written[:2] == (len(rows), total)
            assert sum(row[-1] for row in found) == total


CONDITIONS = {
    "lgame": [Conditions(min_dtm=5, only=("neutral",))],
    "ostle": [
        Conditions(),
        Conditions(forbidden="yes", value="loss", min_dtm=3),
        Conditions(forbidden="no", only=("hole",), unique=True),
        Conditions(loses=("captures",), value="draw"),
        Conditions(tiers=("a1 *",), unique_line=True),
        Conditions(unique_line=True),
    ],
    "british_square": [Conditions(), Conditions(min_score=2), Conditions(max_score=-1, value="win")],
}


SOAKED = [pytest.param("lgame", Conditions(value="loss"), marks=pytest.mark.soak(only=True))]


@pytest.mark.parametrize(
    ("name", "conditions"),
    [*((name, conditions) for name in CONDITIONS for conditions in CONDITIONS[name]), *SOAKED],
    ids=lambda each: str(each)[:40],
)
def test_every_row_equals_single_lookups(known, name, conditions, tmp_path):
    game = known(name)
    patterns = conditions.tiers
    expected = [
        state
        for state in game.states
        if meets(state, conditions) and (not patterns or game.tier(state).startswith(patterns[0][:3]))
    ]
    assert expected
    compare(game, conditions, expected, tmp_path)


@pytest.mark.parametrize(("name", "every"), [("ostle", 1), ("british_square", 1), ("lgame", 1001)])
def test_the_best_move_is_the_first_that_is_shown(known, name, every):
    game = known(name)
    for state in game.states[::every]:
        shown = [move.code for move in game.tablebase.moves(state.key, state.code) if not move.forbidden]
        assert best_of(state) == (shown[0] if shown else None)


def test_optional_columns_have_values_and_gaps(known):
    """Otherwise the tests above would not cover both cases."""
    lost = [state for state in known("lgame").states if state.value[0] == "loss"]
    rows = [row_of(state, True) for state in (*known("ostle").states, *lost)]
    for column in (2, 4, 5):
        assert {row[column] is None for row in rows} == {True, False}


def test_states_near_the_start(known, tmp_path):
    game = known("british_square")
    distances = reach.search(game.rules, 1, Silent()).distances
    near = game.near(3)
    expected = [state for state in game.states if (state.key, state.forbidden) in near]
    assert expected
    compare(game, Conditions(within=3), expected, tmp_path, distances)


def test_an_exported_line_can_be_played(known, tmp_path):
    """The row has the image of the position in which the line is best play, with the moves of that image."""
    game = known("ostle")
    text, tablebase = game.rules.text, game.tablebase
    state = next(each for each in game.states if each.value[:2] == ("win", 5) and each.code is None)
    line = tuple(move.move for move in tablebase.line(state.key))
    conditions = Conditions(value="win", max_dtm=5, line=line[:2])
    rows, written = write(game, conditions, tmp_path / "line.parquet")
    found = find(game.table, game.about, conditions, 10**6, 1, Silent())
    in_order = sorted(found.samples, key=lambda each: (game.rules.rank(each.key)[0], _canonical(game.rules, each)))
    assert len(in_order) == written.states == written.rows > 0
    for row, each in zip(rows, in_order, strict=True):
        code = None if each.forbidden == NONE else each.forbidden
        assert row == row_of(State(game, game.rules.rank(each.key)[0], each.key, each.forbidden), False)
        moves = {move.move: move for move in tablebase.moves(each.key, code) if not move.forbidden}
        assert moves[line[0]].dtm == moves[row[5]].dtm == row[4]
        assert row[1] == text.format(each.key)


def _canonical(rules, state):
    """The code of a state's forbidden move in the canonical position."""
    return NONE if state.forbidden == NONE else rules.image_code(state.forbidden, rules.rank(state.key)[1])


@pytest.mark.parametrize("name", FORMATS)
def test_rows_do_not_depend_on_pieces_batches_or_threads(known, name, tmp_path, monkeypatch):
    game, conditions = known("ostle"), Conditions(value="win")
    whole, _ = write(game, conditions, tmp_path / f"whole.{name}")
    for module, constant, size in (
        (matching, "ROWS_AT_ONCE", 100),
        (export, "EXPORT_TASK", 300),
        (formats, "BATCH", 500),
    ):
        monkeypatch.setattr(module, constant, size)
    for threads in (1, 2, 7):
        found, _ = write(game, conditions, tmp_path / f"{threads}.{name}", threads=threads)
        assert found == whole
    for limit in (1, 499, 500, 501, len(whole) + 1):
        found, written = write(game, conditions, tmp_path / f"first {limit}.{name}", limit=limit, threads=2)
        assert found == whole[:limit]
        assert written.rows == min(limit, len(whole))
    if name != "zarr":
        assert (tmp_path / f"1.{name}").read_bytes() == (tmp_path / f"7.{name}").read_bytes()
    if name == "parquet":
        group = parquet.ParquetFile(tmp_path / "1.parquet").metadata.row_group
        assert [group(place).num_rows for place in range(2)] == [500, 500]
