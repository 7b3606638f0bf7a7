"""Small tiers that are solved at the same time: which ones, and that their records are those of the reference.

The games are random graphs, and the kernels run in plain Python.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from cuts import SEEDS
from random_files import checkpoint_file
from random_graphs import Graph, scored
from small_games import assert_same, lgame_rules

from retro.app import interruption
from retro.game import goes_on
from retro.game.rules import Tier
from retro.indexing.tiers import tiers_of
from retro.solving import reference, schedule, solve
from retro.solving.schedule import Schedule, Unfinished
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.system.progress import Silent
from retro.system.sizes import PRODUCTION, TINY

TILES = Tiles(sizes=TINY)
"""With pages of one value or two of finished tiers, of which memory holds a few."""


class Phases(Silent):
    """The phases that were begun."""

    def __init__(self):
        self.phases = []

    def phase(self, name, *arguments, **options):
        self.phases.append(name)


def interrupting(path, identity, tasks):
    """Returns a checkpoint that saves and interrupts the run after so many tasks."""
    left = iter(range(tasks))
    return checkpoint_file(path, lambda: next(left, None) is None, identity)


def layers(seed, width=6, depth=5, **options):
    """A game with ``width`` strings of positions, whose moves lead to the layer below, or back and forth in a pair."""
    graph = Graph.random(seed, width * depth, 0.2, **options)
    return graph, graph.cuts(seed, 0)[1]


def entered(graph, tier):
    """By tier, the numbers of the other tiers that its moves enter."""
    found = {number: set() for number in tier}
    for position, listed in enumerate(graph.moves):
        found[tier[position]] |= {tier[after] for _, after, outcome in listed if goes_on(outcome)} - {tier[position]}
    return found


@pytest.mark.parametrize("at_once", [1, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_tier_that_enters_an_unfinished_one_waits_for_it(seed, at_once):
    """The oldest of the tiers in progress is finished when there are ``at_once``."""
    graph, tier = layers(seed)
    tiers, enters = tiers_of(graph.rules(tier, lgame_rules())), entered(graph, tier)
    order, finished, begun, waiting, most = Schedule(tiers, ()), set(), [], {}, 0

    def finish():
        index = begun.pop(0)
        order.finish(index)
        finished.add(tiers[index].number)

    while order.lowest() is not None:
        again = Schedule(tiers, [index for index, each in enumerate(tiers) if each.number in finished])
        assert again.lowest() == order.lowest()
        for index in order.ready():
            number = tiers[index].number
            unfinished = [each.number for each in tiers if each.number < number and each.number not in finished]
            assert order.unfinished(index).tolist() == unfinished
            assert index not in begun and waiting.get(number, -1) in {*finished, -1}
            if missing := enters[number] - finished:
                waiting[number] = max(missing)
                order.wait(Unfinished(number, waiting[number]))
                continue
            begun.append(index)
            most = max(most, len(begun))
            if len(begun) == at_once:
                finish()
        while begun:
            finish()
    assert finished == set(enters)
    assert most == at_once and bool(waiting) == (at_once > 1)


def test_large_tiers_are_not_solved_at_the_same_time_as_others():
    graph, tier = layers(0)
    tiers = tiers_of(graph.rules(tier, lgame_rules()))
    order = Schedule(tiers, (), replace(TINY, small_bits=0))
    large = [index for index, each in enumerate(tiers) if each.stop - each.start > 1]
    assert [index for index in range(len(tiers)) if not order.small(index)] == large != []
    assert not set(order.ready()) & set(large)


def test_tiers_in_progress_have_a_limited_number_of_slots_together():
    slots = 1 << PRODUCTION.small_bits
    tiers = [Tier(number, slots * number, slots * (number + 1)) for number in range(20)]
    order, begun = Schedule(tiers, ()), []
    for left in range(len(tiers), 0, -1):
        begun += order.ready()
        assert len(begun) == min(left, schedule.MAX_SLOTS // slots)
        order.finish(begun.pop(0))
    assert order.lowest() is None


@pytest.mark.parametrize("repetition", [False, True])
@pytest.mark.parametrize("paired", [0, 8])
@pytest.mark.parametrize("seed", SEEDS)
def test_records_of_tiers_that_waited_are_those_of_the_reference(monkeypatch, seed, paired, repetition):
    waited, wait = [], Schedule.wait
    # records are the same whether or not a tier waits
    monkeypatch.setattr(Schedule, "wait", lambda self, why: (waited.append((why.number, why.entered)), wait(self, why)))
    graph, tier = layers(seed, repetition=repetition, paired=paired)
    rules = graph.rules(tier, lgame_rules(), repetition=repetition)
    assert_same(rules, reference.solve(rules, Silent()), solve(rules, "queue", 7, Silent(), tiles=TILES))
    assert waited and all(number > lower for number, lower in waited)


@pytest.mark.parametrize("kind", [PACKED, FILES])
def test_tiers_whose_records_are_not_plain_are_solved_by_all_threads(kind, tmp_path):
    graph, tier = layers(0)
    seen, tiles = Phases(), Tiles(kind, 1 << 16, tmp_path, sizes=TINY)
    solve(graph.rules(tier, lgame_rules()), "queue", 1, seen, tiles=tiles)
    assert seen.phases == ["one pass"] * len(set(tier))


@pytest.mark.parametrize("kinds", [(PLAIN,), (PLAIN, PACKED)])
@pytest.mark.parametrize("small", [PRODUCTION.small_bits, 2])
@pytest.mark.parametrize("with_unmoves", [True, False])
@pytest.mark.parametrize("scores", ["", "mover"])
def test_a_run_may_be_interrupted_before_every_tier_and_in_large_ones(tmp_path, scores, with_unmoves, small, kinds):
    """The records are the same, wherever the run was interrupted, and in whatever store it goes on."""
    if scores:
        graph = Graph.random(3, 20, 0, outcomes=scored(), ends=scored(5))
        tier = graph.cuts(3, 0)[1]
    else:
        graph, tier = layers(3)
    rules = graph.rules(tier, lgame_rules(), scores=scores, with_unmoves=with_unmoves)
    expected = solve(rules, "queue", 1, Silent())
    sizes = replace(TINY, small_bits=small)
    path, runs, identity = tmp_path / "checkpoint", 0, interruption.identity("solve", rules, "queue")
    while True:
        checkpoint = interrupting(path, identity, 1 + runs // 2)
        try:
            tiles = Tiles(kinds[runs % len(kinds)], 1 << 16, sizes=sizes)
            solution = solve(rules, "queue", 1, Silent(), checkpoint, tiles)
            break
        except KeyboardInterrupt:
            runs += 1
    assert runs > 5
    assert_same(rules, expected, solution)
