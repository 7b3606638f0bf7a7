"""Tiers as ranges of slots, compared with a pass over all slots in plain Python."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import rules_of
from stairs_game.plugin import retro_game as stairs

from retro.conformance.moves import tier as check_tier
from retro.conformance.subject import Subject
from retro.game.rules import Tier
from retro.indexing.tiers import tiers_of
from retro.system.errors import GameError
from retro.system.progress import Silent

EMPTY = -1


def indexed(numbers):
    """A game with an index of its own whose slots have positions of these tiers, or none."""
    functions = {"unrank": lambda index: index if numbers[index] >= 0 else -1, "tier": lambda key: numbers[key]}
    return with_functions(len(numbers), str(numbers), **functions)


def with_functions(slots, digest, **functions):
    rules = rules_of(stairs(), tokens=2)
    return replace(rules, slots=slots, digest=digest, functions=rules.functions | functions)


def by_digits():
    """Stairs whose slots are the keys, which are not in order of tiers."""
    return with_functions(10_000, "by digits", rank=lambda key: (key, 0, False), unrank=lambda index: index)


def of_all_slots(numbers):
    """The tiers by a pass over all slots, of which each may be empty: number, first and last position."""
    positions = [(number, slot) for slot, number in enumerate(numbers) if number != EMPTY]
    found = [(number, [slot for _, slot in some]) for number, some in groupby(positions, key=lambda each: each[0])]
    order = [number for number, _ in found]
    if order not in (sorted(set(order)), sorted(set(order), reverse=True)):
        return None
    return sorted((number, slots[0], slots[-1]) for number, slots in found)


RUNS = st.lists(st.tuples(st.integers(1, 2**20), st.integers(1, 9), st.integers(0, 5)), max_size=20)
"""Tiers in order: distance from the last number, positions, and empty slots before them."""


@given(RUNS, st.booleans(), st.integers(0, 9))
def test_tiers_in_order_are_those_of_a_pass_over_all_slots(runs, falling, empty):
    number, numbers = -1, []
    for step, positions, before in runs:
        number += step
        numbers += [EMPTY] * before + [number] * positions
    check((numbers[::-1] if falling else numbers) + [EMPTY] * (empty + (not numbers)))


@given(st.lists(st.integers(EMPTY, 3), min_size=1, max_size=12))
def test_tiers_in_any_order_too(numbers):
    check(numbers)


def check(numbers):
    tiers, expected = tiers_of(indexed(numbers)), of_all_slots(numbers)
    if not expected:
        assert tiers == (Tier(0, 0, len(numbers)),)
        return
    assert [number for number, _, _ in tiers] == [number for number, _, _ in expected]
    for (_, start, stop), (_, first, last) in zip(tiers, expected, strict=True):
        assert start <= first <= last < stop
    bounds = sorted((start, stop) for _, start, stop in tiers)
    assert [0, *(stop for _, stop in bounds)] == [*(start for start, _ in bounds), len(numbers)]


@pytest.mark.compiled
@pytest.mark.parametrize("falling", [False, True])
def test_many_tiers_of_a_large_index_take_seconds(falling):
    """As many as there are phases of ten pieces, each of which goes, comes back or has arrived; slots may be empty."""
    count, size = 59_049, 1_700_000
    rules = with_functions(
        count * size,
        f"many {falling}",
        unrank=lambda index: index if index % 3 else -1,
        tier=(lambda key: count - 1 - key // size) if falling else (lambda key: key // size),
    )
    began = time.monotonic()
    tiers = tiers_of(rules)
    assert time.monotonic() - began < 30
    assert [number for number, _, _ in tiers] == list(range(count))
    in_order = tiers[::-1] if falling else tiers
    first = [number * size + (number * size % 3 == 0) for number in range(1, count)]  # where slots are not empty
    assert [start for _, start, _ in in_order] == [0, *first]
    assert [stop for _, _, stop in in_order] == [*first, rules.slots]


def test_games_without_the_function_or_whose_slots_are_no_neighbours_have_one_tier():
    """The steps of two tokens are digits of the slot, and the tier is their sum."""
    for rules in (rules_of("lgame"), by_digits()):
        assert tiers_of(rules) == (Tier(0, 0, rules.slots),)


def test_a_tier_out_of_range_is_named():
    with pytest.raises(GameError, match="tier returned -5, not a number from 0"):
        tiers_of(with_functions(3, "range", tier=lambda key: -5))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (lambda: rules_of("ostle", size=3, left=0), "some moves stay in their tier; slots are in order of tiers"),
        (by_digits, "every move lowers it; slots are not in order of tiers, so all positions are solved as one tier"),
    ],
)
def test_the_check_says_whether_slots_are_in_order_of_tiers(game, said):
    rules = game()
    subject = Subject(rules, 5, Silent())
    subject.begin("tier")
    subject.sample = [key for key in map(rules.unrank, range(0, rules.slots, 7)) if key >= 0]
    assert check_tier(subject) == said
