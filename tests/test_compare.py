"""The comparison of two solutions: every number is also counted from boards and moves alone."""

from __future__ import annotations

import dataclasses
from collections import Counter

import naive_ostle as naive
import numpy as np
import pytest
from comparing_solutions import Comparison, Solution, compare
from runs import KIND, rules_of
from two_readings import READINGS, SMALL, ReadingsTwin, made_up

from retro.game import NONE
from retro.system.errors import GameError
from retro.system.progress import Silent


def check(comparison: Comparison, listed):
    """Asserts that a comparison has exactly the counts of ``listed``."""
    counts = Counter((kind, values) for kind, _, _, values in listed)
    shown = Counter({("differing", ()): comparison.differing})
    for kind in ("states", "positions", "moves"):
        pairs = getattr(comparison, kind)
        for before, after in np.argwhere(pairs.counts).tolist():
            shown[kind, (pairs.values[before], pairs.values[after])] += int(pairs.counts[before, after])
    for kind, alone in zip(("first", "second"), comparison.alone, strict=True):
        shown.update({(kind, (value,)): states for value, states in alone.items()})
    assert +shown == counts


def striking(before, after):
    """Returns how striking a change is, by definition."""
    plies = [KIND.dtm(value) or 0 for value in (before, after)]
    return abs(plies[0] - plies[1]) if KIND.outcome(before) == KIND.outcome(after) else -sum(plies)


@pytest.fixture(scope="module")
def twin():
    return ReadingsTwin(rules_of("ostle", **SMALL))


@pytest.fixture(scope="module")
def planted(twin):
    """Random solutions of both readings, and a function that returns the value of a state."""
    return made_up(twin)


def test_values_of_any_kind(twin, planted):
    solutions, value = planted
    comparison = compare(*solutions, 1, Silent())
    check(comparison.whole, twin.listed(value))
    for name, start, stop in twin.rules.sections:
        check(comparison.sections[name], twin.listed(value, [slot for slot in twin.boards if start <= slot < stop]))


def test_changes_by_outcome_and_by_plies(twin, planted):
    solutions, value = planted
    states = compare(*solutions, 1, Silent()).whole.states
    pairs = [values for kind, _, _, values in twin.listed(value) if kind == "states"]
    by_outcome, delays = Counter(), {"win": Counter(), "loss": Counter()}
    for before, after in pairs:
        outcomes = KIND.outcome(before), KIND.outcome(after)
        by_outcome[outcomes] += 1
        if before != after and outcomes[0] == outcomes[1]:
            delays[outcomes[0]][KIND.dtm(after) - KIND.dtm(before)] += 1
    assert states.changed == sum(before != after for before, after in pairs)
    assert states.by_outcome() == by_outcome and len(by_outcome) == 9
    assert states.delays() == delays and min(delays["win"]) < 0 < max(delays["win"])


def test_the_most_striking_changes(twin, planted):
    solutions, value = planted
    changes = compare(*solutions, 1, Silent()).changes
    slots = {key: slot for slot, key in twin.keys.items()}
    text = twin.rules.text
    for kind in ("states", "positions", "moves"):
        listed = {}
        for each, slot, moves, values in twin.listed(value):
            if each == kind and values[0] != values[1]:
                outcomes = KIND.outcome(values[0]), KIND.outcome(values[1])
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


def test_variants_that_cannot_be_compared(planted):
    first, second = planted[0]
    fewer = rules_of("ostle", size=3, men=1)
    with pytest.raises(GameError, match="cannot compare solutions of ostle that have other positions"):
        compare(first, Solution(fewer, second.database), 1, Silent())
    one = Solution(rules_of("lgame"), first.database)
    with pytest.raises(GameError, match="cannot compare solutions of lgame: its unmoves does not list"):
        compare(one, one, 1, Silent())


# What these functions call, and are compiled with.
unmoves = rules_of("ostle", **SMALL).functions["unmoves"]


def elsewhere(key, out):
    count = unmoves(key, out)
    out[0, 1] ^= 1
    return count


def fewer(key, out):
    return max(0, unmoves(key, out) - 1)


@pytest.mark.parametrize("function", [elsewhere, fewer])
def test_other_moves_cannot_be_compared(planted, function, monkeypatch):
    """Edges that forbid something else, or that are left out. In plain Python: it ends at the first such slot."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    first, second = planted[0]
    functions = second.rules.functions | {"unmoves": function}
    rules = dataclasses.replace(second.rules, functions=functions, digest=function.__name__.ljust(64, "0"))
    with pytest.raises(GameError, match=r"cannot compare solutions of ostle that have other moves \(slot \d+\)"):
        compare(first, Solution(rules, second.database), 1, Silent())
