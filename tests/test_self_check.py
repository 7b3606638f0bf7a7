"""`retro solve` verifies records before it writes them: all in small games, as many as time allows in others."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, islice, pairwise
from types import SimpleNamespace

import pytest
from commanding import ask, run
from installing import install
from planted_errors import ALL, content_of, opened

from retro.app import self_check
from retro.app.self_check import MIN_BYTES
from retro.lookup import scan
from retro.lookup.solved import table_of
from retro.storage.solution import Solution
from retro.system.errors import WentWrong
from retro.system.exit_codes import WRONG
from retro.system.progress import Progress, Silent
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
SOAKED = [pytest.param(name, marks=[pytest.mark.compiled, pytest.mark.soak]) for name in OTHERS]


@pytest.fixture
def halving(site, data):
    """A function that installs the game with other expressions."""

    def written(**expressions: str) -> None:
        rules = RULES
        for name, expression in (SOUND | expressions).items():
            rules = rules.replace(name, expression)
        install(site, "halving", rules)

    return written


def test_a_game_without_a_mistake_is_solved(self_examination, halving):
    halving(**SMALL)
    ask("solve", "halving")
    assert "is verified" in ask("verify", "halving")


@pytest.mark.parametrize("name", [FIRST, pytest.param(SECOND, marks=pytest.mark.compiled), *SOAKED])
def test_a_mistake_in_one_position_is_found_before_anything_is_written(self_examination, halving, data, name):
    expressions, message = MISTAKES[name]
    halving(**expressions)
    code, output, errors = run("solve", "halving")
    assert (code, output) == (WRONG, "")
    line = errors.splitlines()[-1]
    assert line.startswith("error: halving was solved wrong: ") and message in line
    assert line.endswith("; nothing was written; see retro check halving")
    assert not list(data.glob("[!.]*")) and not list(data.glob("*.checkpoint"))


@pytest.mark.parametrize("name", [FIRST, *SOAKED])
def test_the_same_mistakes_give_a_wrong_database_otherwise(halving, name):
    """So the tests above can fail."""
    halving(**MISTAKES[name][0])
    ask("solve", "halving")
    assert run("verify", "halving").code == WRONG


# All kinds of games

KINDS = ("ostle", "ostle minimal", "walking without unmoves", "noughts", "british_square")
LONG = 1e9
"""Seconds."""
SILENT = Silent()


def solution_of(content) -> Solution:
    """Returns the content of a database as a solution that is not written yet."""
    return Solution(content.planes, content.about.statistics)


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


def examine(content, statistics=None, seconds=0.0, progress=SILENT, advance=int) -> float:
    about = replace(content.about, statistics=statistics or content.about.statistics)
    return self_check.examine(content.rules, solution_of(content), about, seconds, 0, 1, progress, advance)


@pytest.fixture
def examined(self_examination, tmp_path):
    """The content of a database of noughts and crosses."""
    content = content_of("noughts").copy()
    content.rules = opened(content.rules, content.store(tmp_path / "database"))[0].rules
    return content


def test_all_records_of_a_small_game_are_verified(examined):
    assert examine(examined) == 1.0


def test_a_wrong_number_is_named(examined):
    statistics = replace(examined.about.statistics, positions=7)
    counted = f"{examined.about.statistics.positions:,}"
    with pytest.raises(WentWrong, match=f"solved wrong: positions is 7, by its records {counted}; nothing was written"):
        examine(examined, statistics)


def test_what_is_not_verified_in_time_is_not_claimed(examined, monkeypatch, halving, data):
    monkeypatch.setattr(self_check, "_limit", lambda solving: 1e-9)
    monkeypatch.setattr(self_check, "TASK_SLOTS", 30)
    assert 0 < examine(examined) < 0.1
    halving(**SMALL)
    _, _, errors = run("solve", "halving")
    assert errors.splitlines()[-1] == "halving: 1.00% of the records were verified; retro verify halving verifies all"


def test_a_run_that_is_interrupted_while_it_verifies_writes_nothing(examined):
    def interrupted(slots):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        examine(examined, advance=interrupted)


class Shares(Progress):
    """The shares of the phase that were shown, 0 to 1."""

    def phase(self, name, total, level, results="", of=0):
        assert (name, level) == (self_check.PHASE, None)
        self.total, self.shown = total, [0.0]

    def advance(self, done, decided):
        self.shown.append(self.shown[-1] + done / self.total)


@pytest.mark.parametrize(("limit", "seconds"), [(1000, 50), (LONG, 1)])
def test_the_share_shown_is_that_of_the_time_if_time_is_short_and_otherwise_that_of_the_slots(
    examined, monkeypatch, limit, seconds
):
    """Records are in pages, and each look at the clock takes some seconds."""
    now, shares = count(0.0, seconds), Shares()
    monkeypatch.setattr(self_check, "_limit", lambda solving: limit)
    monkeypatch.setattr(self_check.time, "monotonic", lambda: next(now))
    monkeypatch.setattr(self_check, "TASK_SLOTS", 30)
    monkeypatch.setattr(self_check, "table_of", lambda rules, solution, memory: table_of(rules, solution, 1))
    examine(examined, seconds=100.0, progress=shares, advance=lambda part: shares.advance(part, 0))
    shown = shares.shown
    assert shown[-1] == pytest.approx(1) and shown == sorted(shown) and len(shown) > 10
    if limit < LONG:
        assert shown[1] == pytest.approx(0.1, abs=0.06)
        assert all(after - before <= 0.2 for before, after in pairwise(shown))


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
    assert list(tasks[1:4]) == list(tasks)[1:4] and len(tasks) == len(list(tasks))


def test_tasks_of_billions_of_slots_are_not_stored():
    tasks = islice(scan.in_random_order([(0, 1 << 40)], 1), 1000)
    assert len({start for start, _ in tasks}) == 1000
    assert list(islice(scan.tasks_of([(7, 1 << 40)], 3), 2)) == [(7, 10), (10, 13)]


def test_all_batches_of_tasks_are_verified(examined, monkeypatch):
    monkeypatch.setattr("retro.verify.verify.MAX_TASKS", 3)
    monkeypatch.setattr(self_check, "TASK_SLOTS", 100)
    assert examine(examined) == 1.0


@pytest.mark.parametrize(("seconds", "slots"), [(1e-6, self_check.TASK_SLOTS), (0.5, 1)])
def test_records_that_are_slow_to_read_are_verified_in_small_tiles(seconds, slots):
    pages = SimpleNamespace(frames=100, frame_seconds=lambda: seconds)
    assert self_check._task_slots(SimpleNamespace(pages=pages, rules=SimpleNamespace(max_moves=9)), 1.0, 1) == slots
