"""`retro solve` verifies records before it writes them: all in small games, as many as time allows in others."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, islice, pairwise
from types import SimpleNamespace

import pytest
from commanding import ask, run
from installing import install
from planted_errors import ALL, content_of, opened

from retro.app import self_check
from retro.app.self_check import MIN_BYTES
from retro.game.values import NO_VALUE
from retro.lookup import scan
from retro.lookup.solved import table_of
from retro.storage.solution import Solution
from retro.system.errors import WentWrong
from retro.system.exit_codes import WRONG
from retro.system.progress import Silent
from retro.system.sizes import PRODUCTION, TINY
from retro.verify.verify import Bounded, verify

RULES = """
from retro.game import ONGOING, WIN
INITIAL = POSITIONS - 1
SLOTS = POSITIONS
MAX_MOVES = CODES = 2
# A key is a number above 0. A move divides it by two or by three; the player who reaches 0 has won.
def moves(key, out):
    for code in range(2):
        after = key // (code + 2)
        out[code, 0], out[code, 1], out[code, 2] = after, code, ONGOING if after else WIN
    return 2
def no_moves(key):
    return 0
def wins(key):
    return WINS
def rank(key):
    return RANK, 0, False
def unrank(index):
    return index if index else -1
"""
SOUND = {"WINS": "key < 3", "RANK": "key", "POSITIONS": "300_000"}
SMALL = {"POSITIONS": "3_000"}
MISTAKES = {
    "a rank of two of 3,000 positions": (SMALL | {"RANK": "1_000 if key == 1_001 else key"}, "the index confuses it"),
    "a rank of two positions": ({"RANK": "100_000 if key == 100_001 else key"}, "the index confuses it"),
    "a wins that lies": ({"WINS": "key < 3 or key == 100_001"}, "its record does not follow from its moves"),
    "a wins that is silent": ({"WINS": "1 < key < 3"}, "its record does not follow from its moves"),
}
"""Mistakes in one position: what the rules then say, and a part of the message."""
FIRST, SECOND, *OTHERS = MISTAKES


@pytest.fixture
def halving(site, data):
    """A function that installs the game with other expressions."""

    def written(**expressions: str) -> None:
        rules = RULES
        for name, expression in (SOUND | expressions).items():
            rules = rules.replace(name, expression)
        install(site, "halving", rules)

    return written


@pytest.mark.parametrize(
    "name",
    [
        FIRST,
        *(pytest.param(name, marks=[pytest.mark.compiled, pytest.mark.soak]) for name in (SECOND, *OTHERS)),
    ],
)
def test_a_mistake_in_one_position_is_found_before_anything_is_written(request, halving, data, name):
    """Otherwise it gives a wrong database."""
    expressions, message = MISTAKES[name]
    halving(**expressions)
    if name != SECOND:
        ask("solve", "halving", "--data", data.parent / "wrong")
        assert run("verify", "halving", "--data", data.parent / "wrong").code == WRONG
    request.getfixturevalue("self_examination")
    code, output, errors = run("solve", "halving")
    assert (code, output) == (WRONG, "")
    line = errors.splitlines()[-1]
    assert line.startswith("error: halving was solved wrong: ") and message in line
    assert line.endswith("; nothing was written; see retro check halving")
    assert not list(data.glob("[!.]*")) and not list(data.glob("*.checkpoint"))


# All kinds of games

KINDS = ("walking", "walking minimal", "walking without unmoves", "british_square")
KINDS += tuple(pytest.param(each, marks=pytest.mark.soak) for each in ("ostle", "ostle minimal", "noughts"))
LONG = 1e9
"""Seconds."""
SILENT = Silent()


def solution_of(content) -> Solution:
    """Returns the content of a database as a solution that is not written yet."""
    values = {NO_VALUE, *(value for record in content.records for value in record[:2])}
    return Solution(content.planes, content.about.statistics, sorted(values))


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("memory", [1, MIN_BYTES])
def test_a_solution_is_verified_as_its_database_is(tmp_path, name, memory):
    """With all records in memory, and in pages."""
    content = content_of(name).copy()
    for wrong in (False, True):
        if wrong:
            content.records[7] = (content.records[7][0] + 2,) * 2 + (-1,)
        table, about = opened(content.rules, content.store(tmp_path / f"database{wrong}"))
        expected = verify(table, about, ALL, 1, Silent())
        found = table_of(table.rules, solution_of(content), memory)
        assert (found.pages is None) == (memory > 1)
        result = verify(found, about, ALL, 1, Silent(), Bounded(LONG, 100))
        assert result.sound != wrong
        assert replace(result, faults=sorted(result.faults, key=lambda fault: fault.slot)) == expected


@pytest.mark.parametrize("name", KINDS)
def test_without_time_a_part_of_the_records_is_verified(tmp_path, name):
    content = content_of(name).copy()
    table, about = opened(content.rules, content.store(tmp_path / "database"))
    result = verify(table, about, ALL, 1, Silent(), Bounded(0, 5))
    assert result.sound and not result.complete and 0 < result.records <= 5
    content.records = [(3 + slot % 3, 3 + slot % 3, -1) for slot in range(len(content.records))]
    wrong = verify(table_of(table.rules, solution_of(content), MIN_BYTES), about, ALL, 1, Silent(), Bounded(0, 5))
    assert wrong.wrong and not wrong.sound


def test_without_moves_into_positions_records_are_verified(tmp_path):
    """As in a game whose edges take long to transpose; its states are not counted."""
    content = content_of("walking without unmoves").copy()
    table, about = opened(content.rules, content.store(tmp_path / "database"))
    bounded = Bounded(LONG, 100, entered=False)
    result = verify(table, about, ALL, 1, Silent(), bounded)
    assert result.sound and result.records == len(content.records) and not result.complete
    position = next(slot for slot, (best, _, _) in enumerate(content.records) if best)
    content.records[position] = (content.records[position][0] + 2,) * 2 + (-1,)
    found = table_of(table.rules, solution_of(content), MIN_BYTES)
    assert position in {fault.slot for fault in verify(found, about, ALL, 1, Silent(), bounded).faults}


# The message

OUT_OF_TIME = replace(TINY, verifying_seconds=1e-9, verifying_share=0.0)


def examine(content, statistics=None, seconds=0.0, sizes=TINY, advance=int) -> float:
    about = replace(content.about, statistics=statistics or content.about.statistics)
    return self_check.examine(content.rules, solution_of(content), about, seconds, 0, 1, SILENT, advance, sizes)


@pytest.fixture
def examined(self_examination, tmp_path):
    """The content of a database of British Square."""
    content = content_of("british_square").copy()
    content.rules = opened(content.rules, content.store(tmp_path / "database"))[0].rules
    return content


def test_all_records_of_a_small_game_are_verified(examined):
    assert examine(examined, sizes=PRODUCTION) == 1.0


def test_the_time_is_a_share_of_that_of_solving_if_that_is_more(examined):
    assert examine(examined, seconds=LONG, sizes=replace(TINY, verifying_seconds=1e-9)) == 1.0


def test_a_wrong_number_is_named(examined):
    statistics = replace(examined.about.statistics, positions=7)
    counted = f"{examined.about.statistics.positions:,}"
    with pytest.raises(WentWrong, match=f"solved wrong: positions is 7, by its records {counted}; nothing was written"):
        examine(examined, statistics)


def test_what_is_not_verified_in_time_is_not_claimed(examined, halving, data):
    assert 0 < examine(examined, sizes=OUT_OF_TIME) < 0.1
    halving(**SMALL)
    _, _, errors = run("solve", "halving", sizes=OUT_OF_TIME)
    assert errors.splitlines()[-1] == "halving: 1.00% of the records were verified; retro verify halving verifies all"


def test_a_run_that_is_interrupted_while_it_verifies_writes_nothing(examined):
    def interrupted(slots):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        examine(examined, advance=interrupted)


@pytest.mark.parametrize(("limit", "expected"), [(LONG, [*range(0, 1001, 100)]), (1e-9, [1000] * 11)])
def test_the_share_shown_is_that_of_the_slots_or_that_of_the_time_if_it_is_larger(limit, expected):
    parts = []
    shown = self_check._Verifying(SILENT, limit, parts.append)
    shown.phase("records", 70, None)
    for slots in (0, *[7] * 10):
        shown.advance(slots, 0)
    assert [*accumulate(parts)] == expected


@pytest.mark.parametrize("slots", [1, 3, 64, 1000])
@pytest.mark.parametrize("ends", [[0], [0, 1], [0, 0, 5, 5, 6], [0, 100, 229, 230]])
def test_tasks_in_random_order_are_all_tasks(ends, slots):
    wanted = list(pairwise(ends))
    tasks = list(scan.in_random_order(wanted, slots))
    expected = [(first, min(first + slots, stop)) for start, stop in wanted for first in range(start, stop, slots)]
    assert sorted(tasks) == expected
    if len(tasks) > 50:
        assert tasks != sorted(tasks)


@pytest.mark.parametrize("slots", [1, 3, 64])
def test_tasks_are_the_union_of_the_sections_in_order(slots):
    wanted = [(90, 120), (3, 3), (0, 7), (5, 40), (40, 41)]
    tasks = scan.tasks_of(wanted, slots)
    assert [slot for task in tasks for slot in range(*task)] == [*range(41), *range(90, 120)]
    assert all(0 < stop - start <= slots for start, stop in tasks) and scan.total_of(tasks) == 71
    assert [tasks[number] for number in range(1, 4)] == list(tasks)[1:4] and len(tasks) == len(list(tasks))


def test_tasks_of_billions_of_slots_are_not_stored():
    assert len({*islice(scan.in_random_order([(0, 1 << 40)], 1), 1000)}) == 1000
    assert list(islice(scan.tasks_of([(7, 1 << 40)], 3), 2)) == [(7, 10), (10, 13)]


def test_all_batches_of_tasks_are_verified(tmp_path):
    content = content_of("british_square")
    table, about = opened(content.rules, content.store(tmp_path / "database"))
    result = verify(table, about, ALL, 1, SILENT, Bounded(LONG, 30, tasks=3))
    assert result.sound and result.complete


@pytest.mark.parametrize(("seconds", "slots"), [(1e-6, 30), (0.5, 1)])
def test_records_that_are_slow_to_read_are_verified_in_small_tiles(seconds, slots):
    pages = SimpleNamespace(frames=100, frame_seconds=lambda: seconds)
    table = SimpleNamespace(pages=pages, rules=SimpleNamespace(max_moves=9))
    assert self_check._task_slots(table, 1.0, 1, 30) == slots
