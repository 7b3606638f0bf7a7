"""Verification reports every wrong record that a test plants in a database, and no other.

Planted records have right checksums. `retro.verify.record_check` checks the same records in plain Python, one by one.
"""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import settings as searching
from hypothesis import strategies as st
from planted_errors import ALL, GAMES, content_of, opened, table_of, verified
from runs import loss_in, win_in

from retro.game import NONE, ONGOING
from retro.game.rules import Rules
from retro.system.progress import Silent
from retro.verify import record_check
from retro.verify.record_check import examine
from retro.verify.verify import Verified, verify

OSTLE = pytest.param("ostle", marks=pytest.mark.compiled)
SMALL = ["walking", "walking minimal", "walking without unmoves", "british_square"]
MARKS = [pytest.mark.soak, pytest.mark.compiled]
SOAK = [pytest.param(name, marks=MARKS) for name in GAMES if name not in [*SMALL, "ostle"]]


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    """The small board of Ostle: its content, table and manifest."""
    content = content_of("ostle")
    return content, *opened(content.rules, content.copy().store(tmp_path_factory.mktemp("board") / "ostle"))


def slots_of(result: Verified) -> set[int]:
    assert not result.sound
    assert result.wrong == len(result.faults)
    assert [each.slot for each in result.faults] == sorted({each.slot for each in result.faults})
    return {each.slot for each in result.faults}


# Sound databases


@pytest.mark.parametrize("name", [OSTLE, *SMALL, *SOAK])
def test_solutions_of_all_backends_are_verified(tmp_path, name):
    content = content_of(name)
    result = verified(content.copy(), tmp_path)
    assert result.sound and not result.faults and not result.differences
    assert result.records == len(content.records)
    assert result.positions == content.about.statistics.stored
    unrank = opened(content.rules, tmp_path / "database")[0].rules.unrank
    keys = map(unrank, range(result.records))
    moves = [move for key in keys if key >= 0 for move in content.rules.moves(key)]
    assert result.edges == sum(move.outcome == ONGOING for move in moves)
    statistics = content.about.statistics
    assert result.numbers == len(statistics.states) + len(statistics.final) + len(statistics.sections) + 6 + (
        content.about.start is not None
    )


# Records


@pytest.mark.parametrize("name", [OSTLE, *SMALL, *SOAK])
@pytest.mark.parametrize("change", [1, 2, 4])
def test_one_changed_value_is_found(tmp_path, name, change):
    content = content_of(name).copy()
    for slot in random.Random(change).sample(range(len(content.records)), 2):
        if content.rules.enumerated or content.rules.unrank(slot) >= 0:
            best, second, only = content.records[slot]
            planted = content.copy()
            planted.records[slot] = best + change, second if only != NONE else best + change, only
            assert slot in slots_of(verified(planted, tmp_path))


@pytest.mark.parametrize("name", [OSTLE, *SMALL[:3]])
def test_second_values_are_verified(tmp_path, name):
    content = content_of(name)
    with_only_move = [index for index, record in enumerate(content.records) if record[2] != NONE]
    for index in with_only_move[:: max(1, len(with_only_move) // 3)]:
        best, second, only = content.records[index]
        # another value, another move, dropped
        for other in [(best, second + 1, only), (best, second, only - 1 if only else only + 1), (best, best, NONE)]:
            planted = content.copy()
            planted.records[index] = other
            result = verified(planted, tmp_path)
            assert index in slots_of(result)
            if other[2] == NONE:
                (fault,) = [each for each in result.faults if each.slot == index]
                assert fault.kind == record_check.FORBIDDEN and fault.follows == content.records[index]


@pytest.mark.compiled
def test_a_move_that_no_move_forbids_is_found(tmp_path):
    content = content_of("ostle")
    table, _ = opened(content.rules, content.copy().store(tmp_path / "sound"))
    planted = 0
    for index, record in enumerate(content.records):
        key = table.rules.unrank(index)
        follows = record if key < 0 or record[2] != NONE else record_check.recomputed(table.rules, table.record, key)
        if follows != record and planted < 4:
            # the only best move is never forbidden there: otherwise the record would have it
            wrong = content.copy()
            wrong.records[index] = follows
            (fault,) = verified(wrong, tmp_path).faults
            assert (fault.slot, fault.kind, fault.stored) == (index, record_check.NEVER_FORBIDDEN, follows)
            planted += 1
    assert planted


@pytest.mark.compiled
def test_a_record_without_a_position_is_found(tmp_path):
    content = content_of("ostle").copy()
    index = next(index for index in range(len(content.records)) if content.rules.unrank(index) < 0)
    content.records[index] = win_in(3), win_in(3), NONE
    (fault,) = verified(content, tmp_path).faults
    assert (fault.slot, fault.key, fault.kind) == (index, -1, record_check.EMPTY)


@pytest.mark.compiled
def test_draws_made_wins_and_losses_in_agreement_are_found(tmp_path):
    """All records agree with each other, except the one with which the circle begins."""
    sound = content_of("ostle")
    rules = sound.rules
    keys = {index: key for index in range(rules.slots) if (key := rules.unrank(index)) >= 0}
    forbids = forbidden_codes(rules, keys)
    draws = [index for index in keys if sound.records[index] == (0, 0, NONE)]
    begin, content, before = random.Random(0).sample(draws, 1)[0], sound.copy(), None
    content.records[begin] = loss_in(20), loss_in(20), NONE
    while before != content.records:
        before = list(content.records)
        for index in keys.keys() - {begin}:
            best, second, only = record_check.recomputed(rules, content.records.__getitem__, keys[index])
            content.records[index] = (best, second, only) if only in forbids[index] else (best, best, NONE)
    (fault,) = verified(content, tmp_path).faults
    assert fault.slot == begin and fault.kind == record_check.RECORD
    assert sum(one != other for one, other in zip(content.records, sound.records, strict=True)) > 50


def forbidden_codes(rules: Rules, keys: dict[int, int]) -> dict[int, set[int]]:
    """The moves that are forbidden in canonical positions, by slot, from the moves of every image."""
    codes: dict[int, set[int]] = defaultdict(set)
    for key in {rules.image(key, g) for key in keys.values() for g in range(rules.group)}:
        for move in rules.moves(key):
            index = rules.rank(move.successor)[0]
            if move.outcome == ONGOING and keys[index] == move.successor:
                codes[index].add(rules.undo(key, move.code, move.successor))
    return codes


def changes(records):
    """A strategy for changed records, by slot."""
    slots = st.integers(0, len(records) - 1)
    values = st.just(0) | st.builds(win_in, st.integers(0, 30)) | st.builds(loss_in, st.integers(0, 30))
    record = st.tuples(values, values, st.integers(NONE, 35)).map(
        lambda each: (each[0], each[each[2] != NONE], each[2])
    )
    return st.dictionaries(slots, record, min_size=1, max_size=3)


@pytest.mark.compiled
@searching(max_examples=3)
@given(data=st.data())
def test_kernels_and_plain_python_find_the_same(board, data):
    content, table, about = board
    records = list(content.records)
    for index, record in data.draw(changes(content.records)).items():
        records[index] = record
    result = verify(table_of(table, records), about, ALL, 1, Silent())
    assert result.sound == (records == content.records)
    every = [examine(content.rules, records.__getitem__, index) for index in range(len(records))]
    assert result.faults == [fault for fault, _ in every if fault is not None]
    assert result.edges == sum(edges for _, edges in every)
