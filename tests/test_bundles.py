"""Tiers that are solved together: which ones are chosen, and that their solution is that of the reference.

The games are random graphs, and the kernels run in plain Python.
"""

from __future__ import annotations

import math

import pytest
from cuts import SEEDS, check_cuts, in_slot_order, without_slots
from random_graphs import Graph, scored
from small_games import lgame_rules

from retro.app import interruption
from retro.game import goes_on
from retro.solving import bundle_kernels, queue, reference
from retro.solving.below import Below, solved_tiers
from retro.solving.bundles import Bundle, Schedule, max_records
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage.checkpoint import CheckpointFile
from retro.system.progress import Silent, Stopwatch

pytestmark = pytest.mark.compiled


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Kernels in plain Python."""
    monkeypatch.setenv("RETRO_PLAIN", "1")


class Titles(Silent):
    """The titles of the tiers that were begun."""

    def __init__(self):
        self.titles = []

    def tier(self, name, share):
        self.titles.append(name)


def interrupting(path, identity, tasks):
    """Returns a checkpoint that saves and interrupts the run after so many tasks."""
    left = iter(range(tasks))
    return CheckpointFile(path, identity, 1, lambda: next(left, None) is None, Stopwatch(Silent()), math.inf)


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


@pytest.mark.parametrize("bundling", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_bundle_enters_finished_tiers_only(seed, bundling):
    graph, tier = layers(seed)
    rules, enters = graph.rules(tier, lgame_rules()), entered(graph, tier)
    tiers = solved_tiers(rules)
    schedule, finished, sizes = Schedule(rules, tiers, (), bundling), set(), []
    while chosen := schedule.chosen():
        numbers = [tiers[each].number for each in chosen]
        assert numbers == sorted(numbers)
        for index, number in zip(chosen, numbers, strict=True):
            assert enters[number] <= finished
            assert schedule.unfinished(index).tolist() == sorted(n for n in enters if n < number and n not in finished)
        finished |= set(numbers)
        schedule.finish(chosen)
        sizes.append(len(chosen))
        again = Schedule(rules, tiers, [index for index, each in enumerate(tiers) if each.number in finished], bundling)
        assert again.chosen()[:1] == schedule.chosen()[:1]
    assert finished == set(enters)
    assert (max(sizes) > 1) == bundling


def test_large_tiers_are_solved_by_themselves_and_bundles_have_a_limit(monkeypatch):
    graph, tier = layers(0)
    rules = graph.rules(tier, lgame_rules())
    tiers = solved_tiers(rules)
    assert max_records(tiers, bundling=True) == rules.slots
    assert max_records(tiers, bundling=False) == max(each.stop - each.start for each in tiers)
    monkeypatch.setattr("retro.solving.bundles.MAX_SLOTS", 3)
    schedule = Schedule(rules, tiers, (), True)
    while chosen := schedule.chosen():
        assert len(chosen) == 1
        schedule.finish(chosen)


def test_pages_of_a_bundle_are_cut_where_its_tiers_end():
    tiers = [Below(number, 0, 8 * number, size, *[None] * 3) for number, size in enumerate((3, 0, 7, 8))]
    del tiers[1]
    bundle = Bundle(tuple(tiers), 3)
    assert (bundle.records, bundle.slots) == (32, 18)
    pages = bundle.pages([(0, 8), (16, 20), (20, 24), (24, 32)])
    assert [(below.number, start, stop) for below, start, stop in pages] == [
        (0, 0, 3),
        (2, 16, 20),
        (2, 20, 23),
        (3, 24, 32),
    ]


@pytest.mark.parametrize("repetition", [False, True])
@pytest.mark.parametrize("paired", [0, 8])
@pytest.mark.parametrize("seed", SEEDS)
def test_moves_that_were_not_drawn_make_a_tier_wait(monkeypatch, seed, paired, repetition, tmp_path):
    """No positions are drawn, so that every tier seems to enter none."""
    monkeypatch.setattr(bundle_kernels, "entered", bundle_kernels.kernel(lambda start, stop, unfinished: -1))
    waited = []
    wait = Schedule.wait
    monkeypatch.setattr(Schedule, "wait", lambda self, why: (waited.append((why.number, why.entered)), wait(self, why)))
    graph, _ = layers(seed, repetition=repetition, paired=paired)
    check_cuts(graph, tmp_path, 3 * seed + 2, repetition=repetition)  # of each component, in a plain store
    assert waited
    assert all(number > lower for number, lower in waited)


@pytest.mark.parametrize("scores", ["", "mover"])
@pytest.mark.parametrize("seed", SEEDS)
def test_tiers_that_are_settled_in_one_pass_wait_as_well(monkeypatch, seed, scores):
    monkeypatch.setattr(bundle_kernels, "entered", bundle_kernels.kernel(lambda start, stop, unfinished: -1))
    options = {"outcomes": scored(), "ends": scored(5)} if scores else {}
    graph = Graph.random(seed, 20, 0, **options)
    rules = graph.rules(graph.cuts(seed, 0)[1], lgame_rules(), scores=scores)
    expected, seen = reference.solve(rules, Silent()), Titles()
    solution = queue.solve(rules, 1, seen, tiles=Tiles(finished=1 if seed % 2 else None))
    assert in_slot_order(solution, rules) == in_slot_order(expected, rules)
    assert without_slots(solution) == without_slots(expected)
    assert any("tiers" in title for title in seen.titles)


@pytest.mark.parametrize("kind", [PACKED, FILES])
def test_records_that_are_not_plain_are_those_of_one_tier(kind, tmp_path):
    graph, tier = layers(0)
    seen = Titles()
    queue.solve(graph.rules(tier, lgame_rules()), 1, seen, tiles=Tiles(kind, 1 << 16, tmp_path))
    assert len(seen.titles) == 1 + len(set(tier))


@pytest.mark.parametrize("kinds", [(PLAIN,), (PLAIN, PACKED)])
@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("with_unmoves", [True, False])
@pytest.mark.parametrize("scores", ["", "mover"])
def test_a_run_may_be_interrupted_before_and_in_every_bundle(monkeypatch, tmp_path, scores, with_unmoves, drawn, kinds):
    """The records are the same, wherever the run was interrupted, and in whatever store it goes on."""
    if not drawn:
        monkeypatch.setattr(bundle_kernels, "entered", bundle_kernels.kernel(lambda start, stop, unfinished: -1))
    if scores:
        graph = Graph.random(3, 20, 0, outcomes=scored(), ends=scored(5))
        tier = graph.cuts(3, 0)[1]
    else:
        graph, tier = layers(3)
    rules = graph.rules(tier, lgame_rules(), scores=scores, with_unmoves=with_unmoves)
    expected = queue.solve(rules, 1, Silent())
    path, runs, identity = tmp_path / "checkpoint", 0, interruption.identity("solve", rules, "queue")
    while True:
        checkpoint = interrupting(path, identity, runs + 1)
        try:
            tiles = Tiles(kinds[runs % len(kinds)], 1 << 16)
            solution = queue.solve(rules, 1, Silent(), checkpoint, tiles)
            break
        except KeyboardInterrupt:
            runs += 1
    assert runs > 5
    assert in_slot_order(solution, rules) == in_slot_order(expected, rules)
    assert solution.statistics == expected.statistics
