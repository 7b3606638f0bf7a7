"""Analyses of a database that does not fit into memory give the same results with any amount of memory."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from commanding import ask, run
from planted_errors import ALL, content_of
from scanned_game import BOARD, Scanned

from retro.lookup import table as tables
from retro.lookup.pages import PagedRecords
from retro.lookup.table import RecordTable, load
from retro.puzzles import compose, export, extremes, search
from retro.puzzles.conditions import Conditions
from retro.reach import reach
from retro.statistics import heuristic, report
from retro.storage.database import Database
from retro.system.exit_codes import OUT_OF_RESOURCES
from retro.system.progress import Progress, Silent
from retro.system.sizes import TINY
from retro.verify.verify import verify

CAPACITIES = (1, 2_000)
"""Bytes: enough for one page, and for some."""
HOW = 2, Silent()
"""Threads and progress."""


@dataclass
class Distances:
    """Distances in memory, with the interface of a file of distances."""

    array: np.ndarray

    @property
    def dtype(self):
        return self.array.dtype

    def distances(self, start, stop):
        return self.array[start:stop]


def paged(table: RecordTable, database: Database, capacity: int) -> RecordTable:
    """The same table with its records in pages that take at most ``capacity`` bytes."""
    distances = None if table.distances is None else Distances(table.distances)
    width, none = 3 if table.rules.repetition else 1, np.empty(0, table.fields.dtype)
    pages = PagedRecords(database, width, table.fields.dtype, capacity, distances)
    return replace(table, fields=none, pages=pages, distances=None)


SOAK = [pytest.mark.soak, pytest.mark.compiled]


@pytest.mark.parametrize(
    "name", ["ostle", *(pytest.param(name, marks=SOAK) for name in ("british_square", "lgame", "ostle minimal"))]
)
def test_verification_gives_the_same_result_in_pages(tmp_path, name):
    content = content_of(name).copy()
    wrong = content.records[7][0] + 2
    content.records[7] = wrong, wrong, -1
    with Database(content.store(tmp_path / "database"), content.rules.digest) as database:
        table = load(content.rules, database, Silent())
        expected = verify(table, database.manifest, ALL, *HOW)
        assert not expected.sound
        for capacity in CAPACITIES:
            assert verify(paged(table, database, capacity), database.manifest, ALL, *HOW) == expected


def results(table: RecordTable, game: Scanned, step: int):
    """The results of every ``step``-th analysis; rows of arrays are text."""
    about, rules = game.about, table.rules
    scored = {"min_score": 1} if rules.scores else {"min_dtm": 3}
    conditions = [Conditions(unique=True, **scored), Conditions(unique_line=True), Conditions(within=3)]
    wanted = compose.Brief("points" if rules.scores else "win", 3, 9, 20, 0, compose.weights([]))

    def exported():
        pieces = export.rows(table, conditions[0], None, *HOW, optimal=True)
        return [list(map(str, row)) for piece in pieces for row in zip(*piece, strict=True)]

    analyses = [
        *(lambda each=each: search.find(table, each, 9, *HOW) for each in conditions),
        exported,
        lambda: str(report.find(table, about, 300, 1, [0.5], *HOW)),
        lambda: extremes.find(table, 2, *HOW),
        lambda: [puzzle.key for puzzle in compose.compose(table, Conditions(), wanted, *HOW).puzzles],
        *(
            lambda each=each: heuristic.measure(table, heuristic.find(rules, each), 2, 3, Silent())
            for each in rules.game.heuristics[:1]
        ),
    ]
    return [each() for each in analyses[::step]]


@pytest.mark.parametrize(
    ("name", "step"),
    [("ostle", 3), *(pytest.param(name, 1, marks=SOAK) for name in ("ostle", "walking", "british_square"))],
)
def test_analyses_give_the_same_results_in_pages(small_game, name, step):
    game = small_game(name)
    table = replace(game.table, distances=reach.search(game.rules, 1, Silent()).distances)
    expected = results(table, game, step)
    for capacity in CAPACITIES:
        assert results(paged(table, game.tablebase.database, capacity), game, step) == expected


def test_progress_is_reported_while_pages_are_loaded(small_game):
    """So that the time left is updated, and an interruption is noticed, before the first task is complete."""
    game, reports = small_game("ostle"), []

    class Reports(Progress):
        def advance(self, done, decided):
            reports.append(done)

    table = paged(game.table, game.tablebase.database, 1 << 20)
    search.find(table, Conditions(unique=True), 0, 1, Reports())
    assert reports[: table.pages.frames] == [0] * table.pages.frames and sum(reports) == game.rules.slots


def test_a_command_with_little_memory_prints_a_remark(stored):
    command = ("puzzles", "ostle", *BOARD, "--unique", "--json")
    expected, little = ask(*command), ("--memory", f"{tables.PROCESS_BYTES + 1200}B")
    assert "missing" in ask(*command, *little, code=OUT_OF_RESOURCES)
    code, output, remarks = run(*command, *little, sizes=TINY)
    assert (code, output) == (0, expected)
    assert remarks.startswith("ostle: ") and "times as long" in remarks
