"""Grades of draws compared with their definition, on random graphs with every kind of cut into tiers."""

from __future__ import annotations

import numpy as np
import pytest
from naive_grades import Grades
from random_graphs import Graph
from small_games import lgame_rules, state_values

from retro.game import AGAIN, DRAW, NONE, ONGOING, graded
from retro.grading import grading
from retro.lookup.table import RecordTable
from retro.solving import reference
from retro.system.progress import Silent


def table_of(rules, solution):
    best, second, only_move = solution.planes(0, rules.slots)
    values = np.unique(np.concatenate([best, second, [0]])).astype(np.uint32)
    columns = [np.searchsorted(values, best), np.searchsorted(values, second), only_move.astype(np.int64) + 1]
    fields = np.stack(columns if rules.repetition else columns[:1], axis=1).astype(np.uint16).ravel()
    return RecordTable(rules, fields, values)


def check_graph(graph, tier, repetition=False, moves_again=False, with_unmoves=True):
    """Compares every drawn state, and returns the kinds of states that there were."""
    rules = graph.rules(tier, lgame_rules(), repetition, with_unmoves, moves_again=moves_again)
    solution = reference.solve(rules, Silent())
    value = state_values(rules, solution)

    occurring = {
        (to, graph.undo[key, code]) for key, code in graph.undo for each, to, _ in graph.moves[key] if each == code
    }

    def possible(state):
        return state[1] == NONE or state in occurring

    naive = Grades(
        graph, tier, lambda state: possible(state) and value(*state) <= DRAW, lambda key: sign(value(key, NONE))
    )
    table = table_of(rules, solution)
    found = grading.grade(table, 1, Silent())
    assert grading.wrong(table, found.rows, 1, Silent()) == 0
    for slot in np.flatnonzero(found.rows[:, 0] != grading.NOT_DRAWN)[:3]:
        rows = found.rows.copy()
        rows[slot, 0] += 1
        assert grading.wrong(table, rows, 1, Silent()) > 0
    kinds = set()
    for state, grade in naive.grades.items():
        key, forbidden = state
        mine = graded.of_state(rules, found.row, key, forbidden)
        stays = naive.staying[key]
        wanted = naive.plies[state] * (-1 if grade < stays else 1)
        assert mine == (grade, wanted), (state, stays)
        kinds.add((grade > stays) - (grade < stays))
    return kinds


def sign(value):
    return 0 if value <= DRAW else 1 if value & 1 else -1


@pytest.fixture
def seeds(apart):
    """Numbers of random graphs."""
    return range(0, 60, apart(4))


@pytest.fixture
def plain(monkeypatch):
    """Kernels run in plain Python."""
    monkeypatch.setenv("RETRO_PLAIN", "1")


@pytest.mark.parametrize("paired", [0, 6])
@pytest.mark.parametrize("repetition", [False, True])
def test_grades_are_those_of_the_definition(plain, seeds, repetition, paired):
    """States in which play stays in the tier, and such in which either player can leave it, all occur."""
    kinds = set()
    for seed in seeds:
        graph = Graph.random(seed, 14 + seed % 9, (0.3, 0.5, 0.7)[seed % 3], repetition, paired)
        for tier in graph.cuts(seed, 2):
            kinds |= check_graph(graph, tier, repetition, with_unmoves=seed % 3 > 0)
    assert kinds == {-1, 0, 1}


@pytest.mark.parametrize("paired", [0, 6])
def test_the_same_player_may_move_again(plain, seeds, paired):
    for seed in seeds:
        graph = Graph.random(seed, 14 + seed % 9, 0.5, paired=paired, ongoing=(ONGOING, ONGOING | AGAIN))
        for tier in graph.cuts(seed, 2):
            check_graph(graph, tier, moves_again=True)
