"""The search from the start tier by tier: distances of every position, compared with a plain search over positions.

Most games are random graphs whose kernels run in plain Python, so that every cut into tiers takes a moment.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from chain_game.plugin import retro_game as chain
from cuts import SEEDS
from random_graphs import Graph
from runs import rules_of
from small_games import lgame_rules

from retro.game import goes_on
from retro.game.rules import Tier
from retro.reach import plan as reach_plan
from retro.reach import reach
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage.distances import converted, type_of, unreached
from retro.system.checkpointing import Checkpoint
from retro.system.errors import GameError
from retro.system.progress import Silent
from retro.system.sizes import PRODUCTION, TINY

LONG = 70_000
TEXT = lgame_rules().text._replace(format_move=lambda key, code: f"{key} {code}")
BASE = replace(lgame_rules(), text=TEXT)


def by_tier(rules, memory=1, threads=1, sizes=TINY):
    """Returns the result of a search tier by tier, with so many bytes for distances in tiers to come."""
    return reach.search(rules, threads, Silent(), tiles=Tiles(dtype=reach.BYTE, finished=memory, sizes=sizes))


def plies_of(graph, starts):
    """Returns the plies to every position that can be reached, images of a position having the same."""
    plies = {image: 0 for start in starts for image in (start, graph.image(start))}
    waiting = deque(plies)
    while waiting:
        position = waiting.popleft()
        for _, successor, outcome in graph.moves[position]:
            for image in (successor, graph.image(successor)) if goes_on(outcome) else ():
                if image not in plies:
                    plies[image] = plies[position] + 1
                    waiting.append(image)
    return plies


def check(result, graph, rules, starts):
    plies = plies_of(graph, starts)
    far = unreached(result.distances.dtype)
    expected = [plies.get(key, far) if key >= 0 else far for key in map(rules.unrank, range(rules.slots))]
    assert result.distances.tolist() == expected
    counted = plies if rules.counts_images else {key for key in plies if key <= graph.image(key)}
    by_distance = Counter(plies[key] for key in counted)
    assert result.states == [rules.players * by_distance[level] for level in range(max(plies.values()) + 1)]
    assert result.positions == len(counted)


@pytest.mark.parametrize("paired", [0, 8])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_cut_into_tiers_has_the_distances_of_a_plain_search(seed, paired):
    graph, chance = Graph.random(seed, 30 + seed, (0.15, 0.4, 0.05)[seed % 3], paired=paired), random.Random(seed)
    counted = ("sides", "positions", "classes")[seed % 3] if paired else "positions"
    starts = tuple(chance.sample(range(20, 30 + seed), 3))
    for number, tier in enumerate(graph.cuts(seed, 3)):
        rules = replace(graph.rules(tier, BASE, counted=counted), starts=starts)
        for memory in (1, 1 << 20):
            check(by_tier(rules, memory), graph, rules, starts)
        if number % 2:
            check(reach.search(rules, 1, Silent()), graph, rules, starts)


def line(plies, tiers):
    """Returns a graph of one move after the other, and the tier of each position, of which there are so many."""
    graph = Graph([[]], {}, [2]).with_line(plies - 1)
    graph.moves[1].append((0, 0, 0))
    return graph, [position * tiers // (plies + 1) for position in range(plies + 1)]


@pytest.mark.parametrize("tiers", [1, 3, 400])
@pytest.mark.parametrize("plies", [253, 254, 255, 300])
def test_distances_widen_at_255_plies(plies, tiers):
    graph, tier = line(plies, tiers)
    rules = replace(graph.rules(tier, BASE), starts=(plies,))
    results = by_tier(rules), by_tier(rules, 1 << 20), reach.search(rules, 1, Silent())
    for result in results:
        check(result, graph, rules, (plies,))
        assert result.distance_bytes == (1 if plies < 255 else 2)


@pytest.mark.compiled
@pytest.mark.parametrize("tiers", [7, *(pytest.param(tiers, marks=pytest.mark.soak) for tiers in (0, 1, LONG + 1))])
def test_the_positions_of_a_chain_are_as_far_as_they_are(tiers):
    """Also in a search of one piece, 0, which widens twice."""
    rules = rules_of(chain(), length=LONG)
    if tiers:
        bounds = [number * rules.slots // tiers for number in range(tiers + 1)]
        cut = tuple(Tier(number, *ends) for number, ends in enumerate(pairwise(bounds)))
        result = by_tier(replace(rules, tiers=cut), memory=1 << 20, sizes=PRODUCTION)
    else:
        result = reach.search(rules, 1, Silent())
    assert result.distances.tolist() == list(range(LONG, -1, -1)) and result.distance_bytes == 4
    assert result.states == [rules.players] * (LONG + 1)


def test_a_move_to_a_finished_tier_is_an_error():
    graph, _ = line(20, 1)
    wrong = [position > 10 for position in range(21)]
    graph.moves[3].append((1, 15, 0))
    rules = replace(graph.rules([2 * each for each in wrong], BASE), starts=(20,))
    with pytest.raises(GameError, match="tier rises from 0 to 2 by the move 3 1"):
        by_tier(rules)


def test_of_several_such_moves_one_is_named():
    """They are of one level, in pieces of their own."""
    graph, _ = line(2_199, 1)
    for code, position in enumerate((100, 1_500), 1):
        graph.moves[2_199].append((code, position, 0))
        graph.moves[position].append((1, 2_199, 0))
    rules = replace(graph.rules([0] * 2_199 + [2], BASE), starts=(2_199,))
    with pytest.raises(GameError, match=r"tier rises from 0 to 2 by the move (100|1500) 1"):
        by_tier(rules)


@pytest.mark.compiled
def test_all_of_squadro_is_planned_within_three_gibibytes(examples, reported):
    """104 x 10^9 slots in 59,049 tiers."""
    reported(held_memory=110 << 20)  # as in a new process
    rules = rules_of("squadro", speeds=13231)
    first, *others = reach_plan.plans(rules, 2, 3 << 30)
    assert first.tiles.kind == PLAIN and first.tiles.finished > 1 << 30
    assert first.memory_bytes <= 3 << 30 and first.seconds < min(plan.seconds for plan in others)
    assert 14e9 < first.database_bytes == first.finished_bytes < 30e9 and first.checkpoint_bytes < 1 << 30
    (whole,) = reach_plan.plans(rules, 2, 200 << 30, PLAIN)
    assert whole.tiles.finished is None and whole.memory_bytes > rules.slots


class Saved(Checkpoint):
    """A checkpoint of a search of all tiers at the same time, or of one tier by tier."""

    def __init__(self, **states):
        self.states = states

    def state(self, name):
        return self.states.get(name.replace(" ", "_"), {})


WHOLE, BY_TIER = Saved(search={"phase": "search"}), Saved(search_by_tier={"tier": 1})


@pytest.mark.parametrize(
    ("kind", "saved", "store"),
    [(PLAIN, WHOLE, "files"), (PACKED, BY_TIER, "plain without workers"), (FILES, BY_TIER, "plain without workers")],
)
def test_a_search_does_not_go_on_in_another_order_of_tiers(tmp_path, kind, saved, store):
    graph, tier = line(20, 4)
    rules = replace(graph.rules(tier, BASE), starts=(20,))
    tiles = Tiles(kind, scratch=tmp_path, dtype=reach.BYTE, finished=1 if kind == PLAIN else None)
    with pytest.raises(GameError, match=f"--store {store} goes on with it, --restart begins anew"):
        reach.search(rules, 1, Silent(), saved, tiles)


@pytest.mark.parametrize("width", [1, 2])
def test_converted_distances_are_the_same(width):
    dtype = type_of(width)
    distances = np.array([0, 7, unreached(dtype) - 1, unreached(dtype)], dtype)
    wide = converted(distances, type_of(2 * width))
    assert wide.tolist() == [0, 7, unreached(dtype) - 1, unreached(type_of(2 * width))]
    assert np.array_equal(converted(wide, dtype), distances)
