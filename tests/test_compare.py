"""The comparison of two solutions: every number is also counted from boards and moves alone."""

from __future__ import annotations

import dataclasses
from collections import Counter

import naive_ostle as naive
import numpy as np
import pytest
from comparing_solutions import Comparison, Solution, compare
from runs import rules_of
from two_readings import READINGS, SMALL, ReadingsTwin, compared, made_up, solved

from retro.game import NONE, dtm, outcome_name
from retro.system.errors import GameError
from retro.system.progress import Silent

pytestmark = pytest.mark.compiled

FEW = {"size": "4", "men": "2", "left": "0", "pieces": "3"}


def check(comparison: Comparison, listed):
    """Asserts that a comparison has exactly the counts of ``listed``."""
    counts = Counter((kind, values) for kind, _, _, values in listed)
    shown = Counter({("differing", ()): comparison.differing})
    for kind in ("states", "positions", "moves"):
        table = getattr(comparison, kind).counts
        shown.update({(kind, (a, b)): int(table[a, b]) for a, b in np.argwhere(table).tolist()})
    for kind, alone in zip(("first", "second"), comparison.alone, strict=True):
        shown.update({(kind, (value,)): states for value, states in alone.items()})
    assert +shown == counts


def striking(before, after):
    """Returns how striking a change is, by definition."""
    if outcome_name(before) == outcome_name(after):
        return abs(dtm(before) - dtm(after))
    return -sum(dtm(value) for value in (before, after) if value)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    with solved(tmp_path_factory.mktemp("data"), SMALL, "reference") as opened:
        yield opened


@pytest.fixture(scope="module")
def twin(small):
    return ReadingsTwin(small[0].rules)


@pytest.fixture(scope="module")
def planted(twin):
    """Random solutions of both readings, and a function that returns the value of a state."""
    return made_up(twin)


def test_the_readings_of_a_small_board(small, twin):
    comparison = compared(small)
    check(comparison.whole, twin.listed(twin.solved))
    assert comparison.whole.alone[0] and comparison.whole.moves.total
    for which, tablebase in enumerate(small):
        assert comparison.whole.counted(which) == tablebase.database.manifest.statistics.states


def test_values_of_any_kind(twin, planted):
    solutions, value = planted
    comparison = compare(*solutions, 1, Silent())
    check(comparison.whole, twin.listed(value))
    for name, start, stop in twin.rules.sections:
        check(comparison.sections[name], twin.listed(value, [slot for slot in twin.boards if start <= slot < stop]))


@pytest.mark.soak
def test_states_of_one_reading_only():
    names = ("b2 2 1", "b2 1 2")
    twin = ReadingsTwin(rules_of("ostle", **FEW), names)
    solutions, value = made_up(twin)
    comparison = compare(*solutions, 1, Silent())
    for name, start, stop in twin.rules.sections:
        if name in names:
            section = comparison.sections[name]
            assert section.alone[0] and section.alone[1] and section.moves.changed
            check(section, twin.listed(value, [slot for slot in twin.boards if start <= slot < stop]))


def test_the_text_of_values(twin, planted):
    solutions, value = planted
    comparison = compare(*solutions, 1, Silent()).whole
    pairs = [values for kind, _, _, values in twin.listed(value) if kind == "states"]
    assert comparison.states.total == len(pairs)
    assert comparison.states.changed == sum(before != after for before, after in pairs)
    by_outcome = Counter((outcome_name(before), outcome_name(after)) for before, after in pairs)
    assert comparison.states.by_outcome() == by_outcome and len(by_outcome) == 9
    delays = {"win": Counter(), "loss": Counter()}
    for before, after in pairs:
        if before != after and outcome_name(before) == outcome_name(after):
            delays[outcome_name(before)][dtm(after) - dtm(before)] += 1
    assert comparison.states.delays() == delays
    assert min(delays["win"]) < 0 < max(delays["win"])


def test_the_most_striking_changes(twin, planted):
    solutions, value = planted
    changes = compare(*solutions, 1, Silent()).changes
    slots = {key: slot for slot, key in twin.keys.items()}
    text = twin.rules.text
    for kind in ("states", "positions", "moves"):
        listed = {}
        for each, slot, moves, values in twin.listed(value):
            if each == kind and values[0] != values[1]:
                outcomes = outcome_name(values[0]), outcome_name(values[1])
                codes = tuple(twin.code(slot, move) for move in moves)
                listed.setdefault(outcomes, []).append((-striking(*values), slot, codes))
        assert changes[kind].keys() == listed.keys()
        for outcomes, change in changes[kind].items():
            slot = slots[change.key]
            moves = [None if code == NONE else text.format_move(change.key, code) for code in change.codes]
            rank, first, _ = min(listed[outcomes])
            assert slot == first
            assert (rank, slot, tuple(twin.code(slot, move) for move in moves)) in listed[outcomes]
            assert (change.edge is not None) == (kind == "moves")
            if change.edge is not None:
                board, move = naive.board(text.format(change.edge[0])), text.format_move(*change.edge)
                assert naive.apply(board, move) == twin.boards[slot]
                assert [naive.forbidden(board, move, reading) for reading in READINGS] == moves


def test_threads_and_tasks_make_no_difference(planted):
    solutions, _ = planted
    comparison = compare(*solutions, 1, Silent())
    again = compare(*solutions, 3, Silent(), slots=7)
    assert again.changes == comparison.changes
    for kind in ("states", "positions", "moves"):
        assert (getattr(again.whole, kind).counts == getattr(comparison.whole, kind).counts).all()
    assert (again.whole.alone, again.whole.differing) == (comparison.whole.alone, comparison.whole.differing)


def test_variants_that_cannot_be_compared(small, planted):
    first, second = planted[0]
    fewer = rules_of("ostle", size=3, men=1)
    with pytest.raises(GameError, match="cannot compare solutions of ostle that have other positions"):
        compare(first, Solution(fewer, second.database), 1, Silent())
    one = Solution(rules_of("lgame"), first.database)
    with pytest.raises(GameError, match="cannot compare solutions of lgame: its unmoves does not list"):
        compare(one, one, 1, Silent())


# Edges that forbid something else: what these functions call, and are compiled with.
unmoves = rules_of("ostle", **SMALL).functions["unmoves"]


def elsewhere(key, out):
    count = unmoves(key, out)
    out[0, 1] ^= 1
    return count


def fewer(key, out):
    return max(0, unmoves(key, out) - 1)


def with_unmoves(solved, function):
    functions = solved.rules.functions | {"unmoves": function}
    digest = function.__name__.ljust(64, "0")
    return Solution(dataclasses.replace(solved.rules, functions=functions, digest=digest), solved.database)


@pytest.mark.parametrize("function", [elsewhere, fewer])
def test_other_moves_cannot_be_compared(planted, function, monkeypatch):
    """In plain Python: it ends at the first such slot, and compiling takes longer."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    first, second = planted[0]
    with pytest.raises(GameError, match=r"cannot compare solutions of ostle that have other moves \(slot \d+\)"):
        compare(first, with_unmoves(second, function), 1, Silent())
