"""Exports: every format's rows once more, state by state, through single look-ups; and what is left if one fails."""

from __future__ import annotations

import csv
import doctest
import gc
import json
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import time
import tracemalloc
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import count, islice
from pathlib import Path

import duckdb
import numpy as np
import pandas
import pyarrow
import pytest
import zarr
from pyarrow import parquet
from scanned_game import Scanned, State, meets, scanned
from tutorial import steps
from typer.testing import CliRunner

from retro.analysis import export, matching, reach, scan
from retro.analysis.conditions import Conditions
from retro.analysis.export import Rows
from retro.analysis.puzzles import find
from retro.app import cli, place
from retro.app import export as writing
from retro.app.exporting import columns, formats
from retro.app.exporting.columns import Content
from retro.game import NONE, GameError
from retro.progress import Silent
from retro.rules import Rules
from retro.text import TAKEN
from retro.values import order

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "export.md"
FORMATS = ("parquet", "zarr", "csv")
NAMES = ("slot", "position", "forbidden", "value", "dtm", "best", "states")
ABOUT = {"game": "walk", "options": {"size": 3}, "conditions": {}}


@pytest.fixture(scope="module")
def known(tmp_path_factory):
    """The games, solved when they are asked for."""
    opened = []

    @cache
    def one(name: str) -> Scanned:
        context = scanned(name, tmp_path_factory.mktemp("data"))
        opened.append(context)
        return context.__enter__()

    yield one
    for context in opened:
        context.__exit__(None, None, None)


@cache
def best_of(state: State) -> int | None:
    """The code of the best move, by single look-ups; of equally good ones the first in the canonical position."""
    rules, table = state.game.rules, state.game.table
    _, g, _ = rules.rank(state.key)
    played = [move for move in rules.moves(state.key) if move.code != state.forbidden]
    placed = [
        (order(rules, state.key, table.worth(state.key, move)), rules.image_code(move.code, g), move.code)
        for move in played
    ]
    return min(placed)[2] if placed else None


def row_of(state: State, keys: bool):
    """A row of the file, by single look-ups."""
    text, key = state.game.rules.text, state.key
    numbers = key, state.code, best_of(state)
    moves = (None if code is None else text.format_move(key, code) for code in numbers[1:])
    position, forbidden, best = numbers if keys else (text.format(key), *moves)
    value = state.game.tablebase.probe(key, state.code)
    return (state.slot, position, forbidden, *value, best, state.game.weight(key))


def rows_of(path: Path, rules: Rules, keys: bool):
    """The rows of a file, read by other programs' means."""
    if path.suffix == ".parquet":
        table = parquet.read_table(path)
        columns = [column.to_pylist() for column in table.columns]
        assert tuple(table.column_names) == NAMES
    elif path.suffix == ".zarr":
        group = zarr.open_group(path, mode="r", zarr_format=3)
        assert set(group.array_keys()) == set(NAMES)
        columns = [group[name][:].tolist() for name in NAMES]
        for place in (2, 4, 5):
            columns[place] = [None if each in (-1, "") else each for each in columns[place]]
    else:
        with path.open(encoding="utf-8", newline="") as file:
            names, *lines = csv.reader(file)
        assert tuple(names) == NAMES
        numbers = {"slot", "dtm", "states"} | ({"position", "forbidden", "best"} if keys else set())
        numbers |= {"value"} if rules.scores else set()
        columns = [
            [None if not each else int(each) if name in numbers else each for each in column]
            for name, column in zip(names, zip(*lines, strict=True) if lines else [()] * len(NAMES), strict=True)
        ]
    return list(zip(*columns, strict=True))


def exported(game: Scanned, asked: Conditions, limit=None, threads=1, distances=None):
    return export.rows(game.table, game.about, asked, limit, threads, Silent(), distances)


def write(game: Scanned, asked: Conditions, out: Path, keys=False, limit=None, threads=1, distances=None):
    """The rows of an export, and what was said of it."""
    target = writing.Target(out, out.suffix[1:], force=False, content=Content(keys))
    described = writing.about(game.about, asked, limit, keys)
    pieces = exported(game, asked, limit, threads, distances)
    written = writing.write(game.rules, pieces, target, described)
    return rows_of(out, game.rules, keys), written


def compare(game: Scanned, asked: Conditions, expected: list[State], place: Path, distances=None):
    """All formats, in text and in numbers, have the expected states in order, with best moves and counts."""
    total = find(game.table, game.about, asked, 0, 1, Silent(), distances).count
    for keys in (False, True):
        rows = [row_of(state, keys) for state in expected]
        for name in FORMATS:
            found, written = write(
                game, asked, place / f"{'keys' if keys else 'text'}.{name}", keys, None, 2, distances
            )
            assert found == rows
            assert written[:2] == (len(rows), total)
            assert sum(row[-1] for row in found) == total


ASKED = {
    "lgame": [Conditions(value="loss"), Conditions(min_dtm=5, only=("neutral",))],
    "ostle": [
        Conditions(),
        Conditions(forbidden="yes", value="loss", min_dtm=3),
        Conditions(forbidden="no", only=("hole",), unique=True),
        Conditions(loses=("captures",), value="draw"),
        Conditions(tiers=("b2 *",), unique_line=True),
        Conditions(unique_line=True),
    ],
    "british_square": [Conditions(), Conditions(min_score=2), Conditions(max_score=-1, value="win")],
}


@pytest.mark.parametrize(
    ("name", "asked"), [(name, asked) for name in ASKED for asked in ASKED[name]], ids=lambda each: str(each)[:40]
)
def test_every_row_is_what_single_look_ups_say(known, name, asked, tmp_path):
    game = known(name)
    patterns = asked.tiers
    expected = [
        state
        for state in game.states
        if meets(state, asked) and (not patterns or game.tier(state).startswith(patterns[0][:3]))
    ]
    assert expected
    compare(game, asked, expected, tmp_path)


@pytest.mark.parametrize(("name", "every"), [("ostle", 1), ("british_square", 1), ("lgame", 200)])
def test_the_best_move_is_the_first_that_is_shown(known, name, every):
    game = known(name)
    for state in game.states[::every]:
        shown = [move.code for move in game.tablebase.moves(state.key, state.code) if not move.forbidden]
        assert best_of(state) == (shown[0] if shown else None)


def test_what_may_be_missing_is_there_and_is_not(known):
    """The tests above would mean less if every row looked alike."""
    lost = [state for state in known("lgame").states if state.value[0] == "loss"]
    rows = [row_of(state, True) for state in (*known("ostle").states, *lost)]
    for column in (2, 4, 5):
        assert {row[column] is None for row in rows} == {True, False}


def test_states_near_the_start(known, tmp_path):
    game = known("british_square")
    distances = reach.search(game.rules, 1, Silent()).distances
    expected = [state for state in game.states if game.distances.get((state.key, state.forbidden), 99) <= 3]
    assert expected
    compare(game, Conditions(within=3), expected, tmp_path, distances)


def test_a_line_is_exported_as_it_may_be_played(known, tmp_path):
    """In the image of the position in which it is best play, whose moves are named."""
    game = known("ostle")
    text, tablebase = game.rules.text, game.tablebase
    state = next(each for each in game.states if each.value[:2] == ("win", 5) and each.code is None)
    line = tuple(move.move for move in tablebase.line(state.key))
    asked = Conditions(value="win", max_dtm=5, line=line[:2])
    rows, written = write(game, asked, tmp_path / "line.parquet")
    found = find(game.table, game.about, asked, 10**6, 1, Silent())
    in_order = sorted(found.samples, key=lambda each: (game.rules.rank(each.key)[0], _canonical(game.rules, each)))
    assert len(in_order) == written.states == written.rows > 0
    for row, each in zip(rows, in_order, strict=True):
        code = None if each.forbidden == NONE else each.forbidden
        assert row == row_of(State(game, game.rules.rank(each.key)[0], each.key, each.forbidden), False)
        moves = {move.move: move for move in tablebase.moves(each.key, code) if not move.forbidden}
        assert moves[line[0]].dtm == moves[row[5]].dtm == row[4]
        assert row[1] == text.format(each.key)


def _canonical(rules, state):
    """The forbidden move of a state as the canonical position calls it."""
    return NONE if state.forbidden == NONE else rules.image_code(state.forbidden, rules.rank(state.key)[1])


@pytest.mark.parametrize("name", FORMATS)
def test_rows_do_not_depend_on_pieces_batches_or_threads(known, name, tmp_path, monkeypatch):
    game, asked = known("ostle"), Conditions(value="win")
    whole, _ = write(game, asked, tmp_path / f"whole.{name}")
    for module, constant, size in ((matching, "ROWS", 100), (export, "TASK_SLOTS", 300), (formats, "BATCH", 500)):
        monkeypatch.setattr(module, constant, size)
    for threads in (1, 2, 7):
        found, _ = write(game, asked, tmp_path / f"{threads}.{name}", threads=threads)
        assert found == whole
    for limit in (1, 499, 500, 501, len(whole) + 1):
        found, written = write(game, asked, tmp_path / f"first {limit}.{name}", limit=limit, threads=2)
        assert found == whole[:limit]
        assert written.rows == min(limit, len(whole))
    if name != "zarr":
        assert (tmp_path / f"1.{name}").read_bytes() == (tmp_path / f"7.{name}").read_bytes()
    if name == "parquet":
        group = parquet.ParquetFile(tmp_path / "1.parquet").metadata.row_group
        assert [group(place).num_rows for place in range(2)] == [500, 500]


def test_a_file_without_rows_is_a_file(known, tmp_path):
    for name in FORMATS:
        found, written = write(known("lgame"), Conditions(forbidden="yes"), tmp_path / f"none.{name}")
        assert found == [] and written[:2] == (0, 0)


def test_what_a_file_is_about(known, tmp_path):
    game, asked = known("ostle"), Conditions(value="win", tiers=("a1 *",), only=("hole",), max_dtm=9)
    about = {
        "game": "ostle",
        "title": "Ostle",
        "options": game.rules.options,
        "digest": game.rules.digest,
        "conditions": {"value": "win", "tiers": ["a1 *"], "only": ["hole"], "max_dtm": 9},
        "limit": 5,
        "keys": False,
    }
    write(game, asked, tmp_path / "some.parquet", limit=5)
    write(game, asked, tmp_path / "some.zarr", limit=5)
    stored = json.loads(parquet.read_schema(tmp_path / "some.parquet").metadata[b"retro"])
    assert stored.items() >= about.items()
    assert dict(zarr.open_group(tmp_path / "some.zarr", mode="r").attrs) == stored


def test_zarr_text_is_of_a_type_that_version_3_specifies(known, tmp_path, recwarn):
    write(known("lgame"), Conditions(value="loss"), tmp_path / "some.zarr")
    kinds = {name: json.loads((tmp_path / "some.zarr" / name / "zarr.json").read_text())["data_type"] for name in NAMES}
    assert kinds == dict(zip(NAMES, ("int64", *("string",) * 3, "int32", "string", "int32"), strict=True))
    assert not [each for each in recwarn if "zarr" in str(each.message).lower()]


def test_other_programs_read_what_is_missing_as_missing(known, tmp_path):
    game = known("ostle")
    write(game, Conditions(), tmp_path / "all.parquet")
    write(game, Conditions(), tmp_path / "all.csv")
    drawn = sum(state.value[0] == "draw" for state in game.states)
    free = sum(state.code is None for state in game.states)
    for name in ("all.parquet", "all.csv"):
        question = f"SELECT count(*) - count(dtm), count(*) - count(forbidden) FROM '{tmp_path / name}'"
        assert duckdb.sql(question).fetchall() == [(drawn, free)]
    for frame in (pandas.read_parquet(tmp_path / "all.parquet"), pandas.read_csv(tmp_path / "all.csv")):
        assert (frame.dtm.isna().sum(), frame.forbidden.isna().sum()) == (drawn, free)


# All best moves, and squares


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


@pytest.mark.parametrize(("name", "asked"), [("ostle", Conditions()), ("british_square", Conditions(max_score=-1))])
def test_all_best_moves_are_there(known, name, asked, tmp_path):
    game = known(name)
    states = [state for state in game.states if meets(state, asked)]
    expected = [tied(state) for state in states]
    assert {min(len(each), 2) for each in expected} >= {1, 2}
    for keys in (False, True):
        for suffix in FORMATS:
            out = tmp_path / f"{keys}.{suffix}"
            pieces = export.rows(game.table, game.about, asked, None, 2, Silent(), optimal=True)
            writing.write(game.rules, pieces, writing.Target(out, suffix, False, Content(keys, optimal=True)), ABOUT)
            rows = told_of(out)
            assert [row["optimal"] for row in rows] == [
                " ".join(str(move.code) if keys else move.move for move in each) for each in expected
            ]
            assert all(row["optimal"].split(" ")[0] == row["best"].replace("-1", "") for row in rows if not keys)


MARKS = {"ostle": "0123", "british_square": "012", "lgame": ".*#x"}


@pytest.mark.parametrize("name", MARKS)
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


def test_a_game_that_says_nothing_of_squares_is_refused(known, tmp_path):
    rules = known("lgame").rules
    mute = replace(rules, text=rules.text._replace(squares=None))
    target = writing.Target(tmp_path / "some.csv", "csv", False, Content(squares=True))
    with pytest.raises(GameError, match=r"its text\.py defines no squares"):
        writing.write(mute, [], target, ABOUT)
    for wrong, told in (({"a1": 128}, "128 is on a1"), ({"best": 1}, "'best'"), ({"a1": 1, "b1": 1}, "elsewhere")):
        answers = iter([{"a1": 1}] * 2)
        odd = replace(rules, text=rules.text._replace(squares=lambda key, a=answers, w=wrong: next(a, w)))
        with pytest.raises(GameError, match=told):
            writing.write(odd, exported(known("lgame"), Conditions(value="loss")), target, ABOUT)
    assert list(tmp_path.iterdir()) == []
    assert {column.name for column in columns.columns(rules, Content(optimal=True))} == set(TAKEN)


# Samples


def sampled(game: Scanned, asked: Conditions, number: int, seed: int, threads: int = 1):
    """Slots and forbidden moves of a sample, in order."""
    pieces = export.sample(game.table, game.about, asked, number, seed, threads, Silent())
    return [row for piece in pieces for row in zip(piece.slots.tolist(), piece.forbidden.tolist(), strict=True)]


def test_a_sample_depends_on_its_seed_alone(known, monkeypatch):
    game, asked = known("ostle"), Conditions(value="win")
    whole = [row for piece in exported(game, asked) for row in zip(piece.slots, piece.forbidden, strict=True)]
    drawn = sampled(game, asked, 50, 1)
    assert len(drawn) == len(set(drawn)) == 50 and drawn == [row for row in whole if row in set(drawn)]
    assert sampled(game, asked, 50, 2) != drawn
    assert sampled(game, asked, len(whole) + 1, 1) == sampled(game, asked, len(whole), 1) == whole
    for module, constant, size in ((matching, "ROWS", 100), (export, "TASK_SLOTS", 30)):
        monkeypatch.setattr(module, constant, size)
    for threads in (1, 3):
        assert sampled(game, asked, 50, 1, threads) == drawn


def test_every_state_is_drawn_as_often_as_others(known):
    """Draws of a third of the states: how often each came, against what chance allows."""
    game, asked, times = known("lgame"), Conditions(value="loss"), 300
    whole = sampled(game, asked, 10**6, 0)
    often = Counter(row for seed in range(times) for row in sampled(game, asked, len(whole) // 3, seed))
    assert set(often) == set(whole)
    share = (len(whole) // 3) / len(whole)
    off = 5 * (times * share * (1 - share)) ** 0.5
    assert all(abs(many - times * share) < off for many in often.values())


# Memory


def some_rows(game: Scanned, many: int) -> Rows:
    """So many states of a game, the first ones again and again."""
    return Rows(*(np.resize(each, many) for each in next(exported(game, Conditions()))))


@pytest.fixture
def garbage_collected():
    """As often as Python does by itself: zarr leaves cycles."""
    often = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*often)


@pytest.mark.usefixtures("garbage_collected")
@pytest.mark.parametrize("name", FORMATS)
def test_memory_does_not_grow_with_rows(known, name, tmp_path, monkeypatch):
    """Ten times as many rows take no more memory, Python's and Arrow's, than the table of contents they need."""
    monkeypatch.setattr(formats, "BATCH", 1 << 10)
    rules, piece, peaks = known("ostle").rules, some_rows(known("ostle"), 1 << 10), []
    for number, pieces in enumerate((3, 3, 30)):
        pool = pyarrow.default_memory_pool()
        before, arrow = pool.bytes_allocated(), 0

        def stream(pieces=pieces, pool=pool, before=before):
            nonlocal arrow
            for _ in range(pieces):
                arrow = max(arrow, pool.bytes_allocated() - before)
                yield piece

        tracemalloc.start()
        target = writing.Target(tmp_path / f"{number}.{name}", name, force=False)
        assert writing.write(rules, stream(), target, ABOUT).rows == pieces << 10
        peaks.append(tracemalloc.get_traced_memory()[1] + arrow)
        tracemalloc.stop()
    assert peaks[2] < 1.25 * max(peaks[:2]) + 50_000


def test_no_more_tasks_are_begun_than_results_are_wanted():
    begun, most = count(), 0
    number = 0

    def one(task):
        nonlocal number
        number = next(begun) + 1
        return task

    tasks = [(start, start + 1) for start in range(500)]
    for taken, (task, result) in enumerate(islice(scan.run(tasks, 3, one, Silent()), 100)):
        assert task == result == tasks[taken]
        time.sleep(0.001)
        most = max(most, number - taken)
    assert most <= scan.AHEAD * 3
    assert number <= 100 + scan.AHEAD * 3


# All or nothing


class Broken(Exception):
    pass


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("error", [KeyboardInterrupt, GameError, Broken])
def test_nothing_is_left_of_what_fails(known, name, error, tmp_path):
    rules, out = known("lgame").rules, tmp_path / f"some.{name}"

    def pieces(fail):
        yield some_rows(known("lgame"), 200_000)
        if fail:
            raise error

    with pytest.raises(error):
        writing.write(rules, pieces(True), writing.Target(out, name, False, Content(True)), ABOUT)
    assert list(tmp_path.iterdir()) == []
    writing.write(rules, pieces(False), writing.Target(out, name, False, Content(True)), ABOUT)
    before = content(out)
    with pytest.raises(error):
        writing.write(rules, pieces(True), writing.Target(out, name, True, Content(True)), ABOUT)
    assert content(out) == before and list(tmp_path.iterdir()) == [out]


def content(path: Path):
    """Every byte of a file or directory."""
    files = [each for each in (path, *sorted(path.rglob("*"))) if each.is_file()]
    return {str(file.relative_to(path)): file.read_bytes() for file in files}


RETRO = f"{sys.executable} -c 'from retro.app.cli import main; main()'"
SMALL_DISK = (
    shutil.which("unshare")
    and not subprocess.run(
        ["unshare", "-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"], capture_output=True, check=False
    ).returncode
)


@pytest.mark.skipif(not SMALL_DISK, reason="no small disk can be mounted here")
@pytest.mark.parametrize("name", FORMATS)
def test_a_full_disk_is_one_line_and_nothing_is_left(known, name, tmp_path):
    game, disk = known("ostle"), tmp_path / "disk"
    disk.mkdir()
    options = f"--data {game.tablebase.database.path.parent} --set size=3 --set men=3 --set left=1"
    command = f"{RETRO} export ostle {options} --format {name} --out {disk}/all.{name}"
    script = f"mount -t tmpfs -o size=16k none {disk} && {{ {command}; echo code $?; ls -A {disk}; }}"
    run = subprocess.run(["unshare", "-rm", "sh", "-c", script], capture_output=True, text=True, check=False)
    told = [line for line in run.stderr.splitlines() if not re.match(r".*: +\d+%", line)]
    assert run.stdout.split() == ["code", "4"], run.stderr
    assert len(told) == 1 and re.match(r"error: the disk is full: [\d,]+ bytes are short", told[0]), run.stderr


ENDLESS = """
    import itertools, sys
    from pathlib import Path
    import numpy as np
    import typer
    from retro import loading, plugins
    from retro.analysis.export import Rows
    from retro.app import errors, export
    from retro.app.exporting.columns import Content

    game = plugins.load("lgame")
    rules = loading.load(game, game.choose({}))
    many = np.ones(100_000, np.int64)
    rows = Rows(many, many * rules.initial, -many, many, -many, np.full(100_000, None), many)

    @errors.guarded
    def run():
        target = export.Target(Path(sys.argv[1]), sys.argv[2], False, Content(True))
        export.write(rules, itertools.repeat(rows), target, {})

    try:
        run()
    except typer.Exit as ended:
        sys.exit(ended.exit_code)
"""


def start_endless(out: Path, name: str):
    """A process that never stops writing, when it has begun to."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(ENDLESS), str(out), name], stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while not any(each.is_file() and each.stat().st_size for each in out.parent.rglob("*")):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    return process


@pytest.mark.parametrize(("name", "number"), [("csv", signal.SIGINT), ("zarr", signal.SIGTERM)])
def test_nothing_is_left_of_what_is_interrupted(name, number, tmp_path):
    process = start_endless(tmp_path / f"some.{name}", name)
    process.send_signal(number)
    _, told = process.communicate(timeout=60)
    assert list(tmp_path.iterdir()) == []
    assert process.returncode == 128 + number
    assert told == f"error: interrupted; nothing was written to {tmp_path / f'some.{name}'}\n"


@pytest.mark.parametrize("name", ["parquet", "zarr"])
def test_what_a_killed_process_left_is_cleared_away(known, name, tmp_path):
    out = tmp_path / f"some.{name}"
    process = start_endless(out, name)
    write(known("lgame"), Conditions(value="loss"), out)  # what is still being written is left alone
    assert len(list(tmp_path.iterdir())) == 2
    process.kill()
    process.communicate(timeout=60)
    (left,) = set(tmp_path.iterdir()) - {out}
    assert left.name.startswith(".")
    target = writing.Target(out, name, force=True)
    writing.write(known("lgame").rules, exported(known("lgame"), Conditions(value="loss")), target, {})
    assert list(tmp_path.iterdir()) == [out]
    assert len(rows_of(out, known("lgame").rules, False)) == 29


def test_an_old_directory_comes_back_after_a_crash_between_two_renames(tmp_path):
    """Where the new one was not renamed any more, the old one is found again; where it was, the old one goes."""
    out = tmp_path / "some.zarr"
    hidden = tmp_path / ".some.zarr.writing.123.old"
    for there in (False, True):
        hidden.mkdir()
        (hidden / "zarr.json").write_text("old")
        if there:
            shutil.rmtree(out)
            out.mkdir()
            (out / "zarr.json").write_text("new")
        with pytest.raises(Broken), place.whole(out, True, "zarr.json"):
            raise Broken
        assert list(tmp_path.iterdir()) == [out]
        assert (out / "zarr.json").read_text() == ("new" if there else "old")


# The command

BOARD = ("--set", "size=3", "--set", "men=3", "--set", "left=1")


def ask(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli.app, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.stderr
    if code:
        assert result.stdout == "" and len(result.stderr.splitlines()) == 1
    return result.stderr if code else result.stdout


@pytest.fixture
def stored(known, monkeypatch, tmp_path):
    game = known("ostle")
    monkeypatch.setenv("RETRO_DATA", str(game.tablebase.database.path.parent))
    monkeypatch.chdir(tmp_path)
    return game


def test_the_command(stored, tmp_path):
    asked = Conditions(value="win", forbidden="yes", max_dtm=5, unique=True)
    options = ("--value", "win", "--forbidden", "yes", "--max-dtm", "5", "--unique")
    told = json.loads(ask("export", "ostle", *BOARD, *options, "--format", "csv", "--json"))
    out = tmp_path / "ostle-size-3-men-3-left-1-pieces-6.csv"
    expected = [row_of(state, False) for state in stored.states if meets(state, asked)]
    assert rows_of(out, stored.rules, False) == expected
    assert told == {
        "game": "ostle",
        "options": stored.rules.options,
        "conditions": {"value": "win", "forbidden": "yes", "max_dtm": 5, "unique": True},
        "sample": None,
        "seed": None,
        "format": "csv",
        "out": out.name,
        "rows": len(expected),
        "states": len(expected),
        "bytes": out.stat().st_size,
    }
    told = ask("export", "ostle", *BOARD, *options, "--format", "csv", "--keys", "--limit", "7", "--force")
    assert re.match(r"rows +7\nstates +7\nfile +" + re.escape(out.name) + r" \(\d+ bytes\)\n", told)
    assert len(rows_of(out, stored.rules, True)) == 7


def test_a_sample_says_its_seed(stored, tmp_path):
    wanted = ("export", "ostle", *BOARD, "--format", "parquet", "--sample", "9")
    told = json.loads(ask(*wanted, "--json"))
    out = tmp_path / told["out"]
    about = json.loads(parquet.read_schema(out).metadata[b"retro"])
    assert (about["sample"], about["seed"]) == (9, told["seed"]) and told["rows"] == 9
    first = content(out)
    again = ask(
        "export", "ostle", *BOARD, "--format", "parquet", "--sample", "9", "--seed", str(told["seed"]), "--force"
    )
    assert content(out) == first and re.match(rf"seed +{told['seed']}\nrows +9\n", again)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--format", "csv", "--only", "blunders"), 2, "have no tag 'blunders'"),
        (("--format", "csv", "--value", "draw", "--unique"), 2, "the value cannot be a draw"),
        (("--format", "csv", "--min-score", "1"), 2, "values of ostle are no scores"),
        (("--format", "zarr", "--within", "3"), 5, "retro reach ostle"),
        (("--format", "parquet", "--tier", "z*"), 2, "no part of ostle is called z*"),
        (("--format", "parquet", "--set", "rule8=exact"), 5, "retro solve ostle"),
        (("--format", "csv", "--out", "there/some.csv"), 2, "there is no directory there"),
        (("--format", "csv", "--out", "file"), 2, "file is there already; --force writes over it"),
        (("--format", "csv", "--out", "folder", "--force"), 2, "nothing that may be written over"),
        (("--format", "zarr", "--out", "folder", "--force"), 2, "nothing that may be written over"),
        (("--format", "zarr", "--out", "file", "--force"), 2, "nothing that may be written over"),
        (("--format", "csv", "--out", "x" * 300), 2, "File name too long"),
        (("--format", "csv", "--seed", "3"), 2, "--seed is for --sample"),
        (("--format", "csv", "--sample", "3", "--limit", "3"), 2, "exclude each other"),
    ],
)
def test_a_refusal_is_one_line_and_leaves_nothing(stored, tmp_path, arguments, code, told):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    assert told in ask("export", "ostle", *BOARD, *arguments, code=code)
    assert {each.name for each in tmp_path.iterdir()} == {"file", "folder"}
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize(("name", "package"), [("parquet", "pyarrow"), ("zarr", "zarr")])
def test_without_the_package_one_line_says_what_to_install(stored, name, package, monkeypatch, tmp_path):
    monkeypatch.delitem(sys.modules, f"retro.app.exporting.as_{name}", raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    told = ask("export", "ostle", *BOARD, "--format", name, code=2)
    assert told == f'error: {name} needs {package}: pip install "retrograde[export]"\n'
    assert list(tmp_path.iterdir()) == []


def test_conditions_are_the_same_options_in_both_commands():
    helps = [CliRunner().invoke(cli.app, [name, "--help"]).stdout for name in ("puzzles", "export")]
    puzzles, exports = (set(re.findall(r"^  (--[a-z-]+)", each, re.MULTILINE)) for each in helps)
    assert puzzles - exports == {"--count-only"}
    own = {"--format", "--out", "--force", "--keys", "--optimal", "--squares", "--sample", "--seed"}
    assert exports - puzzles == own


# The page


def test_the_page_does_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    consoles = re.findall(r"^```console\n.*?^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (tmp_path / "consoles.md").write_text("\n".join(consoles))
    commands = list(steps(tmp_path / "consoles.md"))
    assert [command.line for command in commands] == ["retro solve lgame", "retro export lgame --format parquet"]
    for command in commands:
        printed = ask(*command.line.split()[1:])
        assert command.matches(printed), printed
    examples = "".join(re.findall(r"```pycon\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "export.md", "export.md", 0)
    told = []
    results = doctest.DocTestRunner().run(test, out=told.append)
    assert results.attempted >= 8 and not results.failed, "".join(told)


def test_the_page_has_every_column_and_every_field(known):
    rows = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert set(NAMES) <= rows
    about = writing.about(known("lgame").about, Conditions(), None, False)
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in about)
    assert f"{formats.BATCH:,} rows" in text
