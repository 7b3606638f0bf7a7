"""Files of exports: what they are about, how other programs read them, and how little memory they take."""

import time
import tracemalloc
from itertools import count, islice

import duckdb
import pandas
import pyarrow
import pytest
from exporting import ABOUT, FORMATS, some_rows, write

from retro.app.commands import export as writing
from retro.lookup import scan
from retro.puzzles.conditions import Conditions
from retro.system.progress import Silent


def test_a_file_without_rows_is_a_file(small_game, tmp_path):
    for name in FORMATS:
        rows, written = write(small_game("ostle"), Conditions(min_dtm=1000), tmp_path / f"none.{name}")
        assert rows == [] and written[:2] == (0, 0)


def test_other_programs_read_what_is_missing_as_missing(small_game, tmp_path):
    game = small_game("ostle")
    write(game, Conditions(), tmp_path / "all.parquet")
    write(game, Conditions(), tmp_path / "all.csv")
    drawn = sum(state.value[0] == "draw" for state in game.states)
    free = sum(state.code is None for state in game.states)
    for name in ("all.parquet", "all.csv"):
        question = f"SELECT count(*) - count(dtm), count(*) - count(forbidden) FROM '{tmp_path / name}'"
        assert duckdb.sql(question).fetchall() == [(drawn, free)]
    for frame in (pandas.read_parquet(tmp_path / "all.parquet"), pandas.read_csv(tmp_path / "all.csv")):
        assert (frame.dtm.isna().sum(), frame.forbidden.isna().sum()) == (drawn, free)


@pytest.mark.parametrize("name", FORMATS)
def test_memory_does_not_grow_with_rows(small_game, name, tmp_path):
    """With seven times as many rows, memory of Python and Arrow grows only by the file's table of contents."""
    rules, piece, peaks = small_game("ostle").rules, some_rows(small_game("ostle"), 1 << 10), []
    for number, pieces in enumerate((3, 3, 20)):
        pool = pyarrow.default_memory_pool()
        before, arrow = pool.bytes_allocated(), 0

        def stream(pieces=pieces, pool=pool, before=before):
            nonlocal arrow
            for _ in range(pieces):
                arrow = max(arrow, pool.bytes_allocated() - before)
                yield piece

        tracemalloc.start()
        target = writing.Target(tmp_path / f"{number}.{name}", name, force=False)
        assert writing.write(rules, stream(), target, ABOUT, size=1 << 10).rows == pieces << 10
        peaks.append(tracemalloc.get_traced_memory()[1] + arrow)
        tracemalloc.stop()
    assert peaks[2] < 1.25 * max(peaks[:2]) + 50_000


def test_tasks_are_begun_only_as_results_are_consumed():
    begun, max_ahead = count(), 0
    number = 0

    def one(task):
        nonlocal number
        number = next(begun) + 1
        return task

    tasks = [(start, start + 1) for start in range(500)]
    for taken, (task, result) in enumerate(islice(scan.run(tasks, 3, one, Silent()), 100)):
        assert task == result == tasks[taken]
        time.sleep(0.001)
        max_ahead = max(max_ahead, number - taken)
    assert max_ahead <= scan.TASKS_AHEAD * 3
    assert number <= 100 + scan.TASKS_AHEAD * 3
