"""The comparison of two solutions: every number is also counted from boards and moves alone."""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest
from comparing_solutions import Comparison, Solution, compare
from runs import KIND, rules_of
from two_readings import SMALL, ReadingsTwin, made_up

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


def test_variants_that_cannot_be_compared(planted):
    first, second = planted[0]
    fewer = rules_of("ostle", size=3, men=1)
    with pytest.raises(GameError, match="cannot compare solutions of ostle that have other positions"):
        compare(first, Solution(fewer, second.database), 1, Silent())
    one = Solution(rules_of("lgame"), first.database)
    with pytest.raises(GameError, match="cannot compare solutions of lgame: its unmoves does not list"):
        compare(one, one, 1, Silent())


def test_other_moves_cannot_be_compared(planted):
    """Edges are left out."""
    first, second = planted[0]
    unmoves = second.rules.functions["unmoves"]
    functions = second.rules.functions | {"unmoves": lambda key, out: max(0, unmoves(key, out) - 1)}
    rules = dataclasses.replace(second.rules, functions=functions, digest="0" * 64)
    with pytest.raises(GameError, match=r"cannot compare solutions of ostle that have other moves \(slot \d+\)"):
        compare(first, Solution(rules, second.database), 1, Silent())
