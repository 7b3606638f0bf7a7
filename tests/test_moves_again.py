"""Moves after which the same player moves again, and moves that gain points: random graphs against definitions."""

from __future__ import annotations

import naive_graphs
import pytest
from cuts import SEEDS, check_cuts, in_slot_order
from random_graphs import OUTCOMES, Graph, scored
from small_games import lgame_rules

from retro.game import AGAIN, DRAW, LOSS, ONGOING, UNKNOWN, WIN, gain, loss, points, score, win
from retro.solving import queue, reference
from retro.system.progress import Silent

ENDED = {WIN: (True, 1), LOSS: (False, 1), DRAW: None}
ENDS = {2: (False, 0), 3: (True, 0), 1: None}
TURNS = {ONGOING: (0, False), AGAIN: (0, True)}
GAINS = {gain(points): (points, False) for points in (-2, 0, 1, 3)}
GAINS_AND_TURNS = GAINS | {outcome | AGAIN: (points, True) for outcome, (points, _) in GAINS.items()}


@pytest.mark.parametrize("paired", [0, 8])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_cut_into_tiers_gives_the_values_of_the_definition(seed, paired, tmp_path):
    """With `unmoves` and without, in memory, packed and in files; half of the graphs have a symmetry."""
    ends = (2, 1, 3) if seed % 3 else (2, 1)
    graph = Graph.random(seed, 14 + seed, (0.15, 0.4, 0.05)[seed % 3], paired=paired, ends=ends, ongoing=tuple(TURNS))
    check_cuts(graph, tmp_path, seed, moves_again=True, with_wins=bool(seed % 2))
    rules = graph.rules([0] * len(graph.moves), lgame_rules(), moves_again=True)
    values = naive_graphs.outcomes(graph.moves, [ENDS[end] for end in graph.ends], ENDED, TURNS)
    packed = [UNKNOWN if value is None else (win if value[0] else loss)(value[1]) for value in values]
    records = in_slot_order(reference.solve(rules, Silent()), rules)
    assert {key: best for key, (best, _, _) in records.items()} == {key: packed[key] for key in records}


@pytest.mark.parametrize("scores", ["mover", "first", "mover without turns"])
@pytest.mark.parametrize("seed", SEEDS)
def test_scores_with_gains_are_those_of_the_definition(seed, scores):
    kind, _, without = scores.partition(" ")
    ongoing = GAINS_AND_TURNS if kind == "mover" and not without else GAINS
    graph = Graph.random(seed, 20, 0, paired=8 * (seed % 2), outcomes=scored(), ends=scored(5), ongoing=tuple(ongoing))
    _, tier = graph.cuts(seed, 0)
    rules = graph.rules(tier, lgame_rules(), scores=kind, moves_again=ongoing is GAINS_AND_TURNS)
    solution = queue.solve(rules, 1, Silent())
    records = in_slot_order(solution, rules)
    ends = [points(end) for end in graph.ends]
    ended = {outcome: points(outcome) for outcome in scored()}
    first = rules.first_to_move if kind == "first" else None
    values = naive_graphs.scores(graph.moves, ends, ended, ongoing, first)
    assert {key: points(best) for key, (best, _, _) in records.items()} == {key: values[key] for key in records}
    expected = reference.solve(rules, Silent())
    assert in_slot_order(expected, rules) == records
    assert solution.statistics == expected.statistics


def test_outcomes_that_go_on_have_no_value_bits():
    going_on = [gain(points) | flag for points in (-16383, -1, 0, 1, 16383) for flag in (0, AGAIN)]
    assert gain(0) == ONGOING and len(set(going_on)) == 10
    assert not {outcome & 0x7FFF for outcome in going_on} - {0}
    assert all(outcome & 0x7FFF for outcome in (*OUTCOMES, score(-16383), score(0), score(16383)))
