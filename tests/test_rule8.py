"""Boards with two forbidden moves that lead back to one class of positions, which a count of states must not merge."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from runs import rules_of

from retro.game import NONE, SLACK
from retro.game.rules import Rules

BOARDS = [
    row["position"]
    for row in csv.DictReader((Path(__file__).parent / "data" / "ostle_two_moves_one_class.csv").open(encoding="utf-8"))
]


def four_against_four(rule8: str) -> Rules:
    return rules_of("ostle", pieces=8, rule8=rule8)


def forbidden_by_class(rules: Rules, position: str) -> list[set[int]]:
    """For every class of positions from which a move leads here and forbids one: the forbidden moves."""
    edges = np.zeros((rules.max_unmoves + SLACK, 3), np.int64)
    classes = defaultdict(set)
    for predecessor, _, forbidden in edges[: rules.functions["unmoves"](rules.text.parse(position), edges)].tolist():
        if forbidden != NONE:
            classes[rules.rank(predecessor)[0]].add(forbidden)
    return list(classes.values())


@pytest.mark.parametrize("position", BOARDS)
def test_two_moves_lead_back_to_one_class(position):
    exact, paper = four_against_four("exact"), four_against_four("paper")
    assert sorted(map(len, forbidden_by_class(exact, position)))[-1] == 2
    assert {len(moves) for moves in forbidden_by_class(paper, position)} == {1}
    _, _, fixed = exact.rank(exact.text.parse(position))
    assert not fixed


def test_the_boards_are_of_different_classes():
    rules = four_against_four("exact")
    assert len({rules.rank(rules.text.parse(position))[0] for position in BOARDS}) == len(BOARDS) == 14
