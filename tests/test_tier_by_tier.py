"""Tier by tier against the reference: every record of small games, with every cut into tiers that moves allow.

The games are random graphs, and the kernels run in plain Python, so each cut is solved in a moment.
"""

from __future__ import annotations

import pytest
from cuts import SEEDS, check_cuts
from random_graphs import Graph, scored
from runs import OSTLE, ostle_in_tiers, rules_of
from small_games import assert_same, lgame_rules

from retro.indexing.tiers import tiers_of
from retro.solving import reference, solve
from retro.solving.tiles import Tiles
from retro.system.progress import Silent
from retro.system.sizes import TINY


@pytest.mark.parametrize("wins", [False, True])
@pytest.mark.parametrize("paired", [0, 8])
@pytest.mark.parametrize("repetition", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_cut_into_tiers_gives_the_records_of_the_reference(seed, repetition, paired, wins, tmp_path):
    """Half of the graphs have a symmetry; a few of them have positions whose players win without a move."""
    share = (0.15, 0.4, 0.05)[(seed + 2 * wins) % 3]
    graph = Graph.random(seed, 14 + seed, share, repetition, paired, ends=(2, 1, 3) if seed % 3 else (2, 1))
    counted = ("sides", "positions", "classes")[(seed + wins) % 3] if paired else "positions"
    check_cuts(graph, tmp_path, seed, repetition=repetition, with_wins=wins, counted=counted)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 10))])
def test_records_widen_in_any_tier(seed, tmp_path):
    """So many codes leave values of the narrowest records nine bits: wins in 254 plies at most."""
    graph = Graph.random(seed, 10 + seed, 0.15, repetition=True).with_line(256)
    assert check_cuts(graph, tmp_path, seed, repetition=True, codes=127) > 254


@pytest.mark.parametrize("scores", ["", "mover", "first"])
@pytest.mark.parametrize("seed", SEEDS)
def test_values_without_cycles_are_those_of_the_reference(seed, scores):
    results = {"outcomes": scored(), "ends": scored(5)} if scores else {}
    graph = Graph.random(seed, 20, 0, paired=8 * (seed % 2), **results)
    _, tier = graph.cuts(seed, 0)
    rules = graph.rules(tier, lgame_rules(), scores=scores)
    solution = solve(rules, "queue", 1, Silent(), tiles=Tiles(finished=1 if seed % 2 else None, sizes=TINY))
    assert_same(rules, reference.solve(rules, Silent()), solution)


def test_a_game_with_cycles_in_each_tier_is_the_same_in_one_piece():
    """Men that are pushed off the board lower the tier."""
    whole, rules = rules_of("ostle", **OSTLE), ostle_in_tiers()
    assert len(tiers_of(rules)) > len(tiers_of(whole)) == 1
    assert_same(rules, solve(whole, "queue", 1, Silent()), solve(rules, "queue", 2, Silent()))
