"""Tier by tier against the reference: every record of small games, with every cut into tiers that moves allow.

The games are random graphs, and the kernels run in plain Python, so each cut is solved in a moment.
"""

from __future__ import annotations

import numpy as np
import pytest
from cuts import SEEDS, check_cuts, in_slot_order
from random_graphs import Graph, scored
from runs import OSTLE, ostle_in_tiers, rules_of
from small_games import assert_same, lgame_rules

from retro.solving import paged_values, queue, record, reference
from retro.solving.below import solved_tiers
from retro.solving.tiles import Tiles
from retro.system.progress import Silent

pytestmark = pytest.mark.compiled


@pytest.fixture
def plain(monkeypatch):
    """Kernels in plain Python, and pages of one value or two of finished tiers, of which memory holds a few."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    monkeypatch.setattr(paged_values, "MIN_PAGES", 1)
    monkeypatch.setattr(paged_values, "MIN_SHIFT", 0)


@pytest.mark.parametrize("wins", [False, True])
@pytest.mark.parametrize("paired", [0, 8])
@pytest.mark.parametrize("repetition", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_cut_into_tiers_gives_the_records_of_the_reference(plain, seed, repetition, paired, wins, tmp_path):
    """Half of the graphs have a symmetry; a few of them have positions whose players win without a move."""
    share = (0.15, 0.4, 0.05)[(seed + 2 * wins) % 3]
    graph = Graph.random(seed, 14 + seed, share, repetition, paired, ends=(2, 1, 3) if seed % 3 else (2, 1))
    counted = ("sides", "positions", "classes")[(seed + wins) % 3] if paired else "positions"
    check_cuts(graph, tmp_path, seed, repetition=repetition, with_wins=wins, counted=counted)


@pytest.mark.parametrize("repetition", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_records_widen_in_any_tier(plain, monkeypatch, seed, repetition, tmp_path):
    """The narrowest records hold values of three bits: wins in two plies at most."""
    monkeypatch.setattr(record, "MIN_VALUE_BITS", 3)
    widths = record.Layout.of(Graph.random(seed, 4, 0).rules([0] * 4, lgame_rules(), repetition)).second_shift
    monkeypatch.setattr(record, "WORDS", {np.uint32: widths + (6 if repetition else 3), np.uint64: 63})
    graph = Graph.random(seed, 10 + seed, 0.15, repetition).with_line(6)
    assert check_cuts(graph, tmp_path, seed, repetition=repetition) > 5


@pytest.mark.parametrize("scores", ["mover", "first"])
@pytest.mark.parametrize("seed", SEEDS)
def test_scores_are_those_of_the_reference(plain, seed, scores, tmp_path):
    paired = 8 * (seed % 2)
    graph = Graph.random(seed, 20, 0, paired=paired, outcomes=scored(), ends=scored(5))
    _, tier = graph.cuts(seed, 0)
    rules = graph.rules(tier, lgame_rules(), scores=scores)
    expected = reference.solve(rules, Silent())
    solution = queue.solve(rules, 1, Silent(), tiles=Tiles(finished=1 if seed % 2 else None))
    assert in_slot_order(solution, rules) == in_slot_order(expected, rules)
    assert solution.statistics == expected.statistics


def test_a_game_with_cycles_in_each_tier_is_the_same_in_one_piece():
    """Men that are pushed off the board lower the tier. Compiled."""
    whole, rules = rules_of("ostle", **OSTLE), ostle_in_tiers()
    assert len(solved_tiers(rules)) > len(solved_tiers(whole)) == 1
    assert_same(rules, queue.solve(whole, 1, Silent()), queue.solve(rules, 2, Silent()))
