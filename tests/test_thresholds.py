"""Values that depend on what play without end is worth: random graphs, in every cut into tiers, against definitions."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import naive_graphs
import pytest
from cuts import SEEDS, check_cuts, in_slot_order
from naive_graphs import DRAWN, LOST, WON
from random_graphs import Graph, scored
from small_games import lgame_rules

from retro.game import AGAIN, DRAW, LOSS, ONGOING, WIN, gain, points, score
from retro.game.values import MAX_SCORE
from retro.solving import reference, solve
from retro.system.errors import GameError
from retro.system.progress import Silent

ENDED = {WIN: WON, LOSS: LOST, DRAW: DRAWN}
ENDS = {2: LOST, 3: WON, 1: DRAWN}
TURNS = {ONGOING: (0, False), AGAIN: (0, True)}
GAINS = {gain(points): (points, False) for points in (-2, 0, 1, 3)}
GAINS_AND_TURNS = GAINS | {outcome | AGAIN: (points, True) for outcome, (points, _) in GAINS.items()}
WORTH = {WIN: 1, LOSS: -1, DRAW: 0}
LARGE = {-3: -MAX_SCORE, -2: 1 - MAX_SCORE, -1: -1, 0: 0, 1: 1, 2: MAX_SCORE - 1, 3: MAX_SCORE}
SHARES = 0.3, 0.6, 0.15


def check_outcomes(graph, tmp_path, seed, endless, ongoing):
    """Compares every cut with the reference, and the reference with the definitions."""
    check_cuts(graph, tmp_path, seed, moves_again=AGAIN in ongoing, endless=endless)
    expected = naive_words(graph, ongoing, lambda key: WORTH[endless(key)])
    rules = graph.rules([0] * len(graph.moves), lgame_rules(), moves_again=AGAIN in ongoing, endless=endless)
    check_words(rules, reference.solve(rules, Silent()), expected)


def naive_words(graph, ongoing, endless=lambda key: 0):
    """Outcome and plies of all positions by definition, where values are wins and losses."""
    values = naive_graphs.values_of(graph.moves, None, [ENDS[end] for end in graph.ends], ENDED, ongoing, endless)
    return [naive_graphs.in_words(*value) for value in values]


def check_words(rules, solution, expected):
    """Compares all values of a solution with those in words, by key."""
    records = in_slot_order(solution, rules)
    assert {key: rules.words(key, best) for key, (best, _, _) in records.items()} == {
        key: expected[key] for key in records
    }


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_play_without_end_may_be_a_win_for_the_first_player(seed, again, tmp_path):
    ongoing = TURNS if again else {ONGOING: (0, False)}
    graph = Graph.random(
        seed, 9 + seed // 2, SHARES[seed % 3], ongoing=tuple(ongoing), outcomes=(WIN, DRAW, LOSS, DRAW)
    )
    check_outcomes(graph.sided(), tmp_path, seed, lambda key: LOSS if key & 1 else WIN, ongoing)


@pytest.mark.parametrize("paired", [0, 8])
@pytest.mark.parametrize("seed", SEEDS)
def test_play_without_end_may_be_a_draw_like_those_by_rule(seed, paired, tmp_path):
    graph = Graph.random(seed, 14 + seed, SHARES[seed % 3], paired=paired, ongoing=tuple(TURNS))
    check_outcomes(graph, tmp_path, seed, lambda key: DRAW, TURNS)


def turns_of(kind):
    return TURNS if kind == "mover" else {ONGOING: (0, False)}


def scored_graph(seed, positions, kind, share=None, **more):
    ends = {"outcomes": scored(), "ends": scored(1), "ongoing": tuple(turns_of(kind))}
    return Graph.random(seed, positions, SHARES[seed % 3] if share is None else share, **ends, **more)


def check_scores(graph, tmp_path, seed, kind, ongoing, endless=None, cut=True, replaced=None):
    """Compares every cut with the reference, and both backends with the definitions; distances are for ``endless``.

    Results have ``replaced`` points, in the same order.
    """
    small, graph = graph, graph.with_scores(replaced) if replaced else graph
    moves_again = any(outcome & AGAIN for outcome in ongoing)
    rules_options = {"scores": kind, "moves_again": moves_again, "endless": endless}
    if cut:
        check_cuts(graph, tmp_path, seed, **rules_options)
    components = graph.components()
    tier = {each: number for number, listed in enumerate(components) for each in listed}
    rules = graph.rules([tier[key] for key in range(len(tier))], lgame_rules(), **rules_options)
    first = rules.first_to_move if kind == "first" else None
    worth = (lambda key: points(endless(key))) if endless else (lambda key: 0)
    ends, ended = [points(end) for end in small.ends], {outcome: points(outcome) for outcome in scored()}
    naive = naive_graphs.values_of(small.moves, components, ends, ended, ongoing, worth, first)
    expected = [(replaced[value] if replaced else value, plies if endless else None) for value, plies in naive]
    for solution in (reference.solve(rules, Silent()), solve(rules, "queue", 1, Silent())):
        check_words(rules, solution, expected)


@pytest.mark.parametrize("paired", [0, 8])
@pytest.mark.parametrize("kind", ["mover", "first"])
@pytest.mark.parametrize("seed", SEEDS)
def test_scores_with_cycles(seed, kind, paired, tmp_path):
    graph = scored_graph(seed, 14 + seed, kind, paired=paired)
    check_scores(graph, tmp_path, seed, kind, turns_of(kind), lambda key: score(0))


@pytest.mark.parametrize("kind", ["mover", "first"])
@pytest.mark.parametrize("seed", SEEDS)
def test_play_without_end_may_be_worth_points(seed, kind, tmp_path):
    graph, worth = scored_graph(seed, 9 + seed // 2, kind), lambda key: 1
    if kind == "mover":
        graph, worth = graph.sided(), lambda key: -1 if key & 1 else 1
    check_scores(graph, tmp_path, seed, kind, turns_of(kind), lambda key: score(worth(key)))


@pytest.mark.parametrize("kind", ["mover", "first"])
@pytest.mark.parametrize("seed", SEEDS)
def test_moves_that_leave_a_tier_gain_points(seed, kind, tmp_path):
    graph = scored_graph(seed, 14 + seed, kind).with_gains(seed, (-2, 0, 1, 3))
    ongoing = GAINS_AND_TURNS if kind == "mover" else GAINS
    check_scores(graph, tmp_path, seed, kind, ongoing, lambda key: score(0), cut=False)


@pytest.mark.parametrize("cycles", [False, True])
@pytest.mark.parametrize("kind", ["mover", "first"])
@pytest.mark.parametrize("seed", SEEDS)
def test_points_may_be_as_many_as_a_score_holds(seed, kind, cycles, tmp_path):
    graph = scored_graph(seed, 14 + seed, kind, *() if cycles else (0,))
    endless = (lambda key: score(0)) if cycles else None
    check_scores(graph, tmp_path, seed, kind, turns_of(kind), endless, cut=cycles, replaced=LARGE)


@pytest.mark.parametrize("scores", ["mover", "first", "mover without turns"])
@pytest.mark.parametrize("seed", SEEDS)
def test_scores_with_gains_and_without_cycles_are_those_of_the_definition(seed, scores, tmp_path):
    ongoing = GAINS_AND_TURNS if scores == "mover" else GAINS
    graph = Graph.random(seed, 20, 0, paired=8 * (seed % 2), outcomes=scored(), ends=scored(5), ongoing=tuple(ongoing))
    check_scores(graph, tmp_path, seed, scores.partition(" ")[0], ongoing, cut=False)


@pytest.mark.parametrize("seed", SEEDS)
def test_scores_need_no_tier(seed):
    """Without `tier`, `endless` is no points by default."""
    graph = scored_graph(seed, 14 + seed, "mover")
    tier, options = [0] * len(graph.moves), {"scores": "mover", "moves_again": True}
    without = graph.rules(tier, lgame_rules(), with_tier=False, **options)
    defining = graph.rules(tier, lgame_rules(), endless=lambda key: score(0), **options)
    records = in_slot_order(solve(without, "queue", 1, Silent()), without)
    assert records == in_slot_order(reference.solve(defining, Silent()), defining)


# Games that need no thresholds, in which the same player may move again


@pytest.mark.parametrize("paired", [0, 8])
@pytest.mark.parametrize("seed", SEEDS)
def test_moves_again_give_the_values_of_the_definition(seed, paired, tmp_path):
    """With `unmoves` and without, in memory, packed and in files; half of the graphs have a symmetry."""
    ends = (2, 1, 3) if seed % 3 else (2, 1)
    graph = Graph.random(seed, 14 + seed, (0.15, 0.4, 0.05)[seed % 3], paired=paired, ends=ends, ongoing=tuple(TURNS))
    check_cuts(graph, tmp_path, seed, moves_again=True, with_wins=bool(seed % 2))
    rules = graph.rules([0] * len(graph.moves), lgame_rules(), moves_again=True)
    check_words(rules, reference.solve(rules, Silent()), naive_words(graph, TURNS))


def test_outcomes_that_go_on_have_no_value_bits():
    going_on = [gain(points) | flag for points in (-16383, -1, 0, 1, 16383) for flag in (0, AGAIN)]
    assert gain(0) == ONGOING and len(set(going_on)) == 10
    assert not {outcome & 0x7FFF for outcome in going_on} - {0}
    assert all(outcome & 0x7FFF for outcome in (WIN, LOSS, DRAW, score(-16383), score(0), score(16383)))


def test_a_gain_inside_a_tier_is_named():
    graph = Graph([[(0, 1, gain(2))], [(0, 0, ONGOING)]], {}, [score(0)] * 2)
    rules = graph.rules([3, 3], lgame_rules(), scores="mover", endless=lambda key: score(0))
    rules = replace(rules, text=SimpleNamespace(format=str, format_move=lambda key, code: str(code)))
    with pytest.raises(GameError, match="gains 2 points by the move"):
        solve(rules, "queue", 1, Silent())
