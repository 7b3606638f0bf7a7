"""The combinatorial index: a bijection between slots and classes of positions, on every board it may be used for."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from board_symmetries import GROUPS, turned
from numba import njit
from runs import rules_of

from retro.compiling.compile import jit
from retro.indexing.combinatorial import PairIndex
from retro.system.errors import GameError


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


@pytest.mark.compiled
def test_slots_of_ostle():
    """Random ones, runs of them, and those near the ends of blocks: positions and all images lead back to them."""
    ostle, compiled = rules_of("ostle"), {}
    rank, unrank, image = (jit(ostle.functions[name], compiled) for name in ("rank", "unrank", "image"))

    @njit
    def wrong(slots):
        mistakes, holes = 0, 0
        for slot in slots:
            key = unrank(slot)
            holes += key < 0
            for g in range(8 if key >= 0 else 0):
                result, back, _ = rank(image(key, g))
                if result != slot or image(image(key, g), back) != key:
                    mistakes += 1
        return mistakes, holes

    assert ostle.slots == 2_749_150_869
    slots = np.random.default_rng(8).integers(0, ostle.slots, 300_000)
    mistakes, holes = wrong(slots)
    assert mistakes == 0
    # 2,735,147,685 positions: half a per cent of the slots hold none
    assert 0.003 < holes / len(slots) < 0.007
    ends = {end for _, first, stop in ostle.sections for end in (first, stop)}
    for slot in (*ends, *slots[:50].tolist()):
        assert wrong(np.arange(max(0, slot - 500), min(slot + 500, ostle.slots)))[0] == 0


FOUR = [(mover, opponent) for mover in range(4) for opponent in range(4)]


def test_more_than_256_blocks():
    index = PairIndex([list(range(25))], FOUR[:11])
    assert len(index.blocks) == 275
    chance = np.random.default_rng(1)
    for _, _, _, first, stop in index.blocks:
        for slot in {first, stop - 1, *chance.integers(first, stop, 5).tolist()}:
            assert index.rank(*index.unrank(slot)) == (slot, 0, False)


@pytest.mark.compiled
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


BOARD = list(range(25))
REFUSED = [
    ([list(range(36))], [(2, 2)], "25 squares"),
    ([[0, 1, 2, 3], [1, 2, 3, 0]], [(1, 1)], "must be a group"),
    ([[1, 0, 2, 3], [0, 1, 2, 3]], [(1, 1)], "must be the identity"),
    ([[0, 1, 2, 3], [0, 0, 2, 3]], [(1, 1)], "must be a permutation"),
    ([[0, 1, 2, 3]], [(1, 1), (1, 1)], "no two the same"),
    ([[0, 1, 2, 3]], [(2, 2)], "fit on 3 squares"),
    ([BOARD], [(5, 5)], "table of [0-9,]+ bytes .ROWS."),
    ([BOARD], [(1, 9)], "table of [0-9,]+ bytes .SUBSETS."),
]


@pytest.mark.parametrize(("permutations", "counts", "message"), REFUSED)
def test_bad_arguments_are_refused_at_once(permutations, counts, message):
    """Also those whose tables are too large for machine code."""
    with pytest.raises((ValueError, GameError), match=message):
        PairIndex(permutations, counts)


def test_six_against_six():
    """Tables too large for one are two. Random slots there and back, for every image.

    There are as many as squares of the hole times ways to set six and six pieces, up to eight symmetries, and what is
    its own image; the game has no start.
    """
    rules = rules_of("ostle", men=6, left=5)
    every = 25 * comb(24, 6) * comb(18, 6)
    assert every / 8 < rules.slots < 1.01 * every / 8 and rules.initial < 0
    index = PairIndex([[turned(5, square, g) for square in range(25)] for g in range(8)], [(6, 6)])
    assert index.tables["ORBIT_HALF"] and index.tables["ROWS_HALF"]
    found = map(index.unrank, np.random.default_rng(6).integers(0, index.slots, 500).tolist())
    positions = [each for each in found if each[0] >= 0]
    assert len(positions) > 450
    for square, mover, opponent in positions:
        slot = index.rank(square, mover, opponent)[0]
        assert index.unrank(slot) == (square, mover, opponent)
        for g in range(8):
            where = index.image_set(1 << square, g).bit_length() - 1
            assert index.rank(where, index.image_set(mover, g), index.image_set(opponent, g))[0] == slot
