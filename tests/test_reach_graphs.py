"""The search from the start on graphs: distances of every position, compared with a plain search over positions.

Most are random graphs, in one tier or several, whose kernels run in plain Python.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from dataclasses import replace

import numpy as np
import pytest
from chain_game.plugin import retro_game as chain
from cuts import SEEDS
from random_graphs import Graph
from runs import rules_of
from small_games import lgame_rules

from retro.game import ONGOING, goes_on
from retro.game.rules import Tier
from retro.reach import plan as reach_plan
from retro.reach import reach
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage.distances import converted, type_of, unreached
from retro.system.errors import GameError
from retro.system.progress import Silent
from retro.system.sizes import TINY

LONG = 70_000
TEXT = lgame_rules().text._replace(format_move=lambda key, code: f"{key} {code}")
BASE = replace(lgame_rules(), text=TEXT)


TWO_TILES = 2 << TINY.min_tile_bits
"""Bytes that are left unpacked at both ends of a tier."""


def searched(rules, kind=PLAIN, budget=0, together=None, shards=1):
    """Returns the result of a search with small tiles in a store of this kind, with so many bytes for updates.

    Tiers are searched ``together`` up to so many slots, by default all.
    """
    unpacked = 0 if together is None else TWO_TILES + together
    tiles = Tiles(kind, budget + unpacked, dtype=reach.BYTE, unpacked=unpacked, shards=shards, sizes=TINY)
    return reach.search(rules, 1, Silent(), tiles=tiles)


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
    for kind, tier in zip((PLAIN, PACKED, PLAIN, PACKED), graph.cuts(seed, 3), strict=False):
        rules = replace(graph.rules(tier, BASE, counted=counted), starts=starts)
        for budget in (0, 1 << 20):
            for together in (None, 1, 20):
                check(searched(rules, kind, budget, together), graph, rules, starts)


def winding(seed, sizes):
    """Returns a graph with tiers of these sizes, in which moves lead to near positions, up and down; and the tiers."""
    chance, tier = random.Random(seed), [number for number, size in enumerate(sizes) for _ in range(size)]
    graph = Graph([[] for _ in tier], {}, [2] * len(tier))
    for position, number in enumerate(tier):
        end = sum(sizes[: number + 1])
        for code in range(chance.choice((1, 1, 2))):
            graph.add(position, (code, min(end - 1, max(0, position - chance.randint(-120, 200))), ONGOING))
    return graph, tier


def reversed_slots(rules):
    """Returns the same game with its slots in the other order: the highest tier has the first ones."""
    rank, unrank, last = rules.functions["rank"], rules.functions["unrank"], rules.slots - 1
    functions = {"rank": lambda key: (last - rank(key)[0], *rank(key)[1:]), "unrank": lambda slot: unrank(last - slot)}
    tiers = tuple(Tier(number, rules.slots - stop, rules.slots - start) for number, start, stop in rules.tiers)
    return replace(rules, functions=rules.functions | functions, tiers=tiers)


@pytest.mark.parametrize("seed", SEEDS)
def test_tiers_begin_anywhere_in_chunks_and_tiles(seed):
    """Tiles have 1,024 slots, updates for several tiers wait for the same tile, and cycles lead from one to another."""
    graph, tier = winding(seed, (700, 1500, 40, 3, 900, 1100))
    starts = (len(tier) - 1, 2000)
    rules = replace(graph.rules(tier, BASE), starts=starts)
    for ordered in (rules, reversed_slots(rules)):
        for way in ((PLAIN, 0, 1, 1), (PACKED, 0, 1000, 1), (PACKED, 1 << 22, 1, 3), (PACKED, 1 << 22, 3000, 1)):
            check(searched(ordered, *way), graph, ordered, starts)


def test_a_move_that_raises_the_tier_is_an_error():
    graph, tier = winding(0, (300, 300))
    graph.moves[299].append((4, 350, ONGOING))
    rules = replace(graph.rules(tier, BASE), starts=(599, 299))
    with pytest.raises(GameError, match="tier rises from 0 to 1 by the move 299 4"):
        searched(rules, together=1)


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
    for result in (searched(rules), *(searched(rules, PACKED, together=slots) for slots in (None, 1, 20))):
        check(result, graph, rules, (plies,))
        assert result.distance_bytes == (1 if plies < 255 else 2)


def test_pages_that_nothing_reaches_widen():
    graph, tier = line(300, 1)
    graph = replace(graph, moves=graph.moves + [[]] * 3000, ends=graph.ends + [2] * 3000)
    rules = replace(graph.rules(tier + [0] * 3000, BASE), starts=(300,))
    for kind in (PLAIN, PACKED):
        check(searched(rules, kind), graph, rules, (300,))


@pytest.mark.soak
@pytest.mark.compiled
def test_the_positions_of_a_chain_are_as_far_as_they_are():
    """Distances widen twice."""
    rules = rules_of(chain(), length=LONG)
    result = reach.search(rules, 1, Silent())
    assert result.distances.tolist() == list(range(LONG, -1, -1)) and result.distance_bytes == 4
    assert result.states == [rules.players] * (LONG + 1)


@pytest.mark.compiled
def test_all_of_squadro_is_planned_within_three_gibibytes(examples, reported):
    """104 x 10^9 slots in 59,049 tiers."""
    reported(held_memory=110 << 20)  # as in a new process
    *_, in_files = reach_plan.plans(rules_of("squadro", speeds=13231), 2, 3 << 30)
    assert in_files.tiles.kind == FILES and in_files.memory_bytes <= 3 << 30
    assert 14e9 < in_files.database_bytes < 30e9
    assert in_files.seconds < 4 * 3600  # its tiers are left unpacked


@pytest.mark.parametrize("width", [1, 2])
def test_converted_distances_are_the_same(width):
    dtype = type_of(width)
    distances = np.array([0, 7, unreached(dtype) - 1, unreached(dtype)], dtype)
    wide = converted(distances, type_of(2 * width))
    assert wide.tolist() == [0, 7, unreached(dtype) - 1, unreached(type_of(2 * width))]
    assert np.array_equal(converted(wide, dtype), distances)
