"""Squadro of `examples/`: numbers of positions that its published solver has, too, and a naive twin."""

import json
import random
from collections import defaultdict

import naive_squadro as naive
import numpy as np
import pytest
from commanding import ask
from runs import rules_of

import retro
from retro.game import NONE, ONGOING
from retro.indexing.tiers import tiers_of

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module", autouse=True)
def installed(examples):
    """The examples are installed."""


def successors(rules, key):
    out = np.zeros((rules.max_moves + 8, 3), np.int64)
    return [int(each) for each in out[: rules.functions["moves"](key, out), 0]]


@pytest.mark.parametrize(
    ("start", "counts"),
    [
        ("0-0-0-0-0/0-0-0-0-0 top", [5, 25, 86, 292, 839, 2_420, 6_262, 16_173]),
        ("0-0-0-0-0/0-0-0-0-0 left", [5, 25, 87, 303, 852, 2_478, 6_410]),
    ],
)
def test_positions_after_some_plies(start, counts):
    """The numbers for top agree with N. Deineko's solver, those for left with the twin."""
    rules = rules_of("squadro")
    level = {rules.text.parse(start)}
    for count in counts:
        level = {successor for key in level for successor in successors(rules, key)}
        assert len(level) == count


def test_the_twin_counts_the_same():
    board = naive.Board("13231")
    level = {board.start(top_to_move=False)}
    for count in [5, 25, 87, 303, 852, 2_478, 6_410]:
        level = {successor for position in level for successor in board.successors(position)}
        assert len(level) == count


def test_slots_are_those_of_the_published_solver_without_tiers_that_no_position_has():
    """Its numbers are the digits 12 (eight times), 11 (twice) and 2."""
    finished = [1]
    for moving in (11, 11, 10, 11, 11):
        finished = np.convolve(finished, [moving, 1]).tolist()
    arrangements = sum(finished)
    assert arrangements == 12**4 * 11
    without = 2 * finished[5] * arrangements - finished[5] ** 2 + finished[4] ** 2
    assert rules_of("squadro").slots == 2 * (arrangements**2 - without)


@pytest.mark.parametrize(
    ("speeds", "positions"), [("13", 1_286), ("132", 247_882), ("1321", 93_951_576), ("13231", 55_771_138_670)]
)
def test_numbers_of_positions_in_the_readme(speeds, positions):
    """`retro solve` computes the first three."""
    assert naive.Board(speeds).count() == positions


@pytest.mark.parametrize("speeds", ["13231", "1321"])
def test_random_games_agree_with_the_twin(speeds):
    rules, board = rules_of("squadro", speeds=speeds), naive.Board(speeds)
    choices = random.Random(speeds)
    for _ in range(20):
        position = board.start(choices.random() < 0.5)
        while following := board.successors(position):
            key = rules.text.parse(board.text(position))
            assert rules.text.format(key) == board.text(position)
            assert rules.unrank(rules.rank(key)[0]) == key
            assert [rules.text.format(each) for each in successors(rules, key)] == list(map(board.text, following))
            position = choices.choice(following)
        assert successors(rules, rules.text.parse(board.text(position))) == []


def test_slots_are_sorted_by_tier():
    rules = rules_of("squadro", speeds="132")
    keys = [key for key in map(rules.unrank, range(0, rules.slots, 7)) if key >= 0]
    tiers = list(map(rules.tier, keys))
    assert tiers == sorted(tiers)
    for key, tier in zip(keys, tiers, strict=True):
        assert all(rules.tier(successor) <= tier for successor in successors(rules, key))


@pytest.mark.soak
def test_tiers_of_the_whole_board():
    """Five or six stops in each phase of eight lanes, five in those of two."""
    tiers = tiers_of(rules_of("squadro"))
    assert len(tiers) == 58_464
    assert max(tier.stop - tier.start for tier in tiers) == 2 * 6**8 * 5**2 == 83_980_800


def rows(rules, name, key):
    out = np.zeros((max(rules.max_moves, rules.max_unmoves) + 8, 3), np.int64)
    return [tuple(row) for row in out[: rules.functions[name](key, out)].tolist()]


@pytest.mark.parametrize("speeds", ["13", pytest.param("132", marks=pytest.mark.soak)])
def test_moves_taken_back_are_the_moves_within_a_tier(speeds):
    rules = rules_of("squadro", speeds=speeds)
    keys = [key for key in map(rules.unrank, range(rules.slots)) if key >= 0]
    into = defaultdict(set)
    for key in keys:
        for successor, code, _ in rows(rules, "moves", key):
            if rules.tier(successor) == rules.tier(key):
                into[successor].add((key, code, NONE))
    for key in keys:
        back = rows(rules, "unmoves", key)
        assert len(back) == len(set(back))
        assert set(back) == into[key]


@pytest.mark.parametrize("speeds", ["13231", "1321"])
def test_moves_of_random_positions_taken_back(speeds):
    rules = rules_of("squadro", speeds=speeds)
    choices = random.Random(speeds)
    for key in (rules.unrank(choices.randrange(rules.slots)) for _ in range(4_000)):
        if key < 0:
            continue
        for successor, code, _ in rows(rules, "moves", key):
            assert ((key, code, NONE) in rows(rules, "unmoves", successor)) == (
                rules.tier(successor) == rules.tier(key)
            )
        for predecessor, code, _ in rows(rules, "unmoves", key):
            assert rules.unrank(rules.rank(predecessor)[0]) == predecessor
            assert (key, code, ONGOING) in rows(rules, "moves", predecessor)


def flood(board, tops):
    """The positions that a game reaches, in which top begins for each True."""
    found = [board.start(top_to_move) for top_to_move in tops]
    seen = set(found)
    for position in found:
        new = set(board.successors(position)) - seen
        seen |= new
        found += new
    return seen


@pytest.mark.parametrize(
    ("speeds", "positions", "plies"),
    [("13", 1_286, 15), pytest.param("132", 247_882, 43, marks=pytest.mark.soak)],
)
def test_every_value_agrees_with_the_twin(speeds, positions, plies):
    ask("solve", "squadro", "--set", f"speeds={speeds}", "--threads", 1)
    board = naive.Board(speeds)
    values = naive.solve(board)
    assert values[board.start()] == ("win", plies)
    with retro.open("squadro", speeds=speeds) as table:
        assert len(values) == positions == sum(table.rules.unrank(slot) >= 0 for slot in range(table.rules.slots))
        found = table.probe_many([table.rules.text.parse(board.text(position)) for position in values])
    reached = json.loads(ask("reach", "squadro", "--set", f"speeds={speeds}", "--threads", 1, "--json"))["positions"]
    tops, both = len(flood(board, [True])), len(flood(board, [True, False]))
    assert tops < both == reached == {"13": 746, "132": 201_029}[speeds]
    numbers = {"win": 1, "draw": 0, "loss": -1}
    assert found.value.tolist() == [numbers[value] for value, _ in values.values()]
    assert found.dtm.tolist() == [-1 if value == "draw" else plies for value, plies in values.values()]
