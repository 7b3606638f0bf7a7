"""Ostle's index: a bijection between slots and classes of positions, on every board of the game."""

from __future__ import annotations

from math import comb

import naive_ostle as naive
import numpy as np
import pytest
from numba import njit
from runs import rules_of

from retro.compiling.compile import jit
from retro.game.rules import Rules

SIZES = "size", "men", "left", "pieces"


@pytest.mark.parametrize(
    "options",
    [
        {"size": 3, "men": 3, "left": 0, "pieces": 4},
        {"size": 3, "men": 3, "left": 1},
        {"size": 4, "men": 2, "left": 0, "pieces": 3},
    ],
    ids=str,
)
def test_every_slot_of_a_small_board(options):
    rules = rules_of("ostle", **options)
    rank, unrank, image = (rules.functions[name] for name in ("rank", "unrank", "image"))
    every = {naive.canonical(board) for board in naive.boards(*(rules.options[name] for name in SIZES))}
    found = []
    for slot in range(rules.slots):
        key = unrank(slot)
        if key < 0:
            continue
        found.append(naive.canonical(naive.board(rules.text.format(key))))
        images = [image(key, g) for g in range(8)]
        assert rank(key) == (slot, 0, key in images[1:])
        for each in images:
            to, back, _ = rank(each)
            assert (to, image(each, back)) == (slot, key)
    assert sorted(found) == sorted(every)
    assert rules.sections[-1][2] == rules.slots


@pytest.fixture(scope="module")
def ostle() -> Rules:
    return rules_of("ostle")


@pytest.fixture(scope="module")
def round_trips(ostle):
    """A compiled function that counts slots whose position, or an image of it, does not lead back to them."""
    compiled: dict = {}
    rank, unrank, image = (jit(ostle.functions[name], compiled) for name in ("rank", "unrank", "image"))

    @njit
    def wrong(slots):
        mistakes, holes = 0, 0
        for slot in slots:
            key = unrank(slot)
            if key < 0:
                holes += 1
                continue
            for g in range(8):
                result, back, _ = rank(image(key, g))
                if result != slot or image(image(key, g), back) != key:
                    mistakes += 1
        return mistakes, holes

    return wrong


@pytest.mark.compiled
def test_random_slots_of_ostle_and_those_near_block_boundaries(ostle, round_trips):
    assert ostle.slots == 2_749_150_869
    slots = np.random.default_rng(8).integers(0, ostle.slots, 300_000)
    mistakes, holes = round_trips(slots)
    assert mistakes == 0
    # 2,735,147,685 positions: half a per cent of the slots hold none
    assert 0.003 < holes / len(slots) < 0.007
    for _, first, stop in ostle.sections:
        assert round_trips(np.arange(max(0, first - 500), first + 500))[0] == 0
        assert round_trips(np.arange(stop - 500, stop))[0] == 0


def test_numbers_of_pieces_that_the_index_does_not_have_are_beyond_the_last_slot(ostle):
    """So nothing is mistaken for a position, and no table is read beyond its end."""
    rank, every = ostle.functions["rank"], (1 << 25) - 1
    for hole in range(25):
        rest = every ^ (1 << hole)
        for mover, opponent in ((0b111, 0b11111 << 15), (rest, 0), (0, rest), (rest & 0xFFFF, rest & ~0xFFFF)):
            if not (mover | opponent) >> hole & 1:
                assert rank(hole << 50 | opponent << 25 | mover)[0] >= ostle.slots


def test_six_against_six_is_as_large_as_counting_says_and_has_no_start():
    """Squares of the hole times ways to set six and six pieces, up to eight symmetries, and what is its own image.

    Its tables are too large for one, so each is two: random slots there and back, for every image.
    """
    rules = rules_of("ostle", men=6, left=5)
    every = 25 * comb(24, 6) * comb(18, 6)
    assert every / 8 < rules.slots < 1.01 * every / 8
    assert rules.initial < 0
    rank, unrank, image = (rules.functions[name] for name in ("rank", "unrank", "image"))
    keys = [unrank(slot) for slot in np.random.default_rng(6).integers(0, rules.slots, 500).tolist()]
    for key in keys:
        assert key < 0 or len({rank(image(key, g))[0] for g in range(8)}) == 1
    assert sum(key >= 0 for key in keys) > 450
