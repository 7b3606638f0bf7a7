"""The combinatorial index: a bijection between slots and classes of positions, on every board it may be used for."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from board_symmetries import GROUPS, turned
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit
from runs import rules_of

from retro.compiling.compile import jit
from retro.game.rules import Rules
from retro.indexing.combinatorial import PairIndex
from retro.system.errors import GameError

pytestmark = pytest.mark.compiled


def brute_force_classes(permutations: list[list[int]], counts: list[tuple[int, int]]) -> int:
    """Returns the number of classes: all positions are listed, each as the smallest of its images."""
    squares = range(len(permutations[0]))
    classes = set()
    for hole in squares:
        for mover_size, opponent_size in counts:
            rest = [square for square in squares if square != hole]
            for mover in combinations(rest, mover_size):
                for opponent in combinations([square for square in rest if square not in mover], opponent_size):
                    images = (
                        (to[hole], tuple(sorted(to[m] for m in mover)), tuple(sorted(to[o] for o in opponent)))
                        for to in permutations
                    )
                    classes.add(min(images))
    return len(classes)


THREE, FOUR_SQUARE, TWO = (3, [(2, 2), (1, 2), (3, 1)]), (4, [(2, 1), (1, 3)]), (2, [(1, 1), (0, 2)])


@pytest.mark.parametrize(
    ("n", "counts", "group"),
    [
        *((*board, group) for board in (THREE, TWO) for group in GROUPS),
        (*FOUR_SQUARE, "all eight"),
        *(pytest.param(*FOUR_SQUARE, group, marks=pytest.mark.soak) for group in GROUPS if group != "all eight"),
    ],
)
def test_every_slot_of_a_small_board(n, counts, group):
    permutations = [[turned(n, square, g) for square in range(n * n)] for g in GROUPS[group]]
    index = PairIndex(permutations, counts)
    count = 0
    for slot in range(index.slots):
        square, mover, opponent = index.unrank(slot)
        if square < 0:
            continue
        count += 1
        assert index.rank(square, mover, opponent)[:2] == (slot, 0)
        fixed = False
        for g, to in enumerate(permutations):
            image = to[square], index.image_set(mover, g), index.image_set(opponent, g)
            back_slot, back, _ = index.rank(*image)
            assert back_slot == slot
            canonical = permutations[back][image[0]], index.image_set(image[1], back), index.image_set(image[2], back)
            assert canonical == (square, mover, opponent)
            fixed |= g > 0 and image == (square, mover, opponent)
        assert index.rank(square, mover, opponent)[2] == fixed
    assert count == brute_force_classes(permutations, counts)
    assert index.blocks[-1][4] == index.slots


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


def test_the_size_of_ostle(ostle):
    assert ostle.slots == 2_749_150_869


def test_random_slots_of_ostle(ostle, round_trips):
    slots = np.random.default_rng(8).integers(0, ostle.slots, 300_000)
    mistakes, holes = round_trips(slots)
    assert mistakes == 0
    # 2,735,147,685 positions: half a per cent of the slots hold none
    assert 0.003 < holes / len(slots) < 0.007


@settings(max_examples=50, deadline=None)
@given(start=st.integers(0, 2_749_150_869 - 2000))
def test_runs_of_slots_of_ostle(round_trips, start):
    assert round_trips(np.arange(start, start + 2000))[0] == 0


def test_every_slot_near_a_block_boundary(ostle, round_trips):
    for _, first, stop in ostle.sections:
        assert round_trips(np.arange(max(0, first - 500), first + 500))[0] == 0
        assert round_trips(np.arange(stop - 500, stop))[0] == 0


def test_too_large_a_board_is_refused():
    with pytest.raises(ValueError, match="25 squares"):
        PairIndex([list(range(36))], [(2, 2)])


FOUR = [(mover, opponent) for mover in range(4) for opponent in range(4)]


def test_more_than_256_blocks():
    index = PairIndex([list(range(25))], FOUR[:11])
    assert len(index.blocks) == 275
    chance = np.random.default_rng(1)
    for _, _, _, first, stop in index.blocks:
        for slot in {first, stop - 1, *chance.integers(first, stop, 5).tolist()}:
            assert index.rank(*index.unrank(slot)) == (slot, 0, False)


@pytest.mark.parametrize("group", ["all eight", "none"])
def test_numbers_of_pieces_that_the_index_does_not_have_are_beyond_the_last_slot(group):
    """So nothing is mistaken for a position, and no table is read beyond its end, whatever the arguments."""
    index = PairIndex([[turned(5, square, g) for square in range(25)] for g in GROUPS[group]], FOUR[:-1])
    rank = jit(index.rank, {})
    everything = (1 << 25) - 1
    for square in range(25):
        rest = everything ^ (1 << square)
        for mover, opponent in ((0b111 << 9, 0b111 << 15), (rest, 0), (0, rest), (rest & 0xFFFF, rest & ~0xFFFF)):
            if mover >> square & 1 or opponent >> square & 1:
                continue
            result = index.rank(square, mover, opponent)
            assert result[0] >= index.slots
            assert rank(square, mover, opponent) == result


@pytest.mark.parametrize(
    "permutations, counts, message",
    [
        ([[0, 1, 2, 3], [1, 2, 3, 0]], [(1, 1)], "must be a group"),
        ([[1, 0, 2, 3], [0, 1, 2, 3]], [(1, 1)], "must be the identity"),
        ([[0, 1, 2, 3], [0, 0, 2, 3]], [(1, 1)], "must be a permutation"),
        ([[0, 1, 2, 3]], [(1, 1), (1, 1)], "no two the same"),
        ([[0, 1, 2, 3]], [(2, 2)], "fit on 3 squares"),
    ],
)
def test_bad_arguments_are_refused(permutations, counts, message):
    with pytest.raises(ValueError, match=message):
        PairIndex(permutations, counts)


@pytest.mark.parametrize("counts, table", [((5, 5), "ROWS"), ((1, 9), "SUBSETS")])
def test_tables_too_large_for_machine_code_are_refused_at_once(counts, table):
    with pytest.raises(GameError, match=f"table of [0-9,]+ bytes .{table}."):
        PairIndex([list(range(25))], [counts])


def test_six_against_six_is_as_large_as_counting_says_and_has_no_start():
    """Squares of the hole times ways to set six and six pieces, up to eight symmetries, and what is its own image."""
    rules = rules_of("ostle", men=6, left=5)
    every = 25 * comb(24, 6) * comb(18, 6)
    assert every / 8 < rules.slots < 1.01 * every / 8
    assert rules.initial < 0


def test_tables_too_large_for_one_are_two():
    """Six against six on the board of Ostle: random slots there and back, for every image."""
    index = PairIndex([[turned(5, square, g) for square in range(25)] for g in range(8)], [(6, 6)])
    assert index.tables["ORBIT_HALF"] and index.tables["ROWS_HALF"]
    chance, count = np.random.default_rng(6), 0
    for slot in chance.integers(0, index.slots, 500).tolist():
        square, mover, opponent = index.unrank(slot)
        if square < 0:
            continue
        count += 1
        for g in range(8):
            where = index.image_set(1 << square, g).bit_length() - 1
            assert index.rank(where, index.image_set(mover, g), index.image_set(opponent, g))[0] == slot
    assert count > 450
