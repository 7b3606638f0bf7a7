"""Numbers of positions of Squadro and nine men's morris: those of published solvers, and after some plies."""

from __future__ import annotations

import math
from itertools import permutations, product

import naive_morris
import numpy as np
import pytest
from burnside import classes
from naive_squadro import Board
from runs import rules_of

from retro.indexing.tiers import tiers_of

MORRIS = "nine_mens_morris"


@pytest.fixture(scope="module", autouse=True)
def installed(examples):
    """The examples are installed."""


@pytest.mark.parametrize(
    ("start", "counts"),
    [
        ("0-0-0-0-0/0-0-0-0-0 top", [5, 25, 86, 292, 839, 2_420, 6_262]),
        ("0-0-0-0-0/0-0-0-0-0 left", [5, 25, 87, 303, 852, 2_478, 6_410]),
    ],
)
def test_positions_of_squadro_after_some_plies(start, counts):
    """The numbers for top agree with N. Deineko's solver, those for left with the twin."""
    rules, board = rules_of("squadro"), Board("13231")
    level, naive_level = {rules.text.parse(start)}, {board.start(start.endswith("top"))}
    for count in counts:
        level = {each.successor for key in level for each in rules.moves(key)}
        naive_level = {each for position in naive_level for each in board.successors(position)}
        assert len(level) == len(naive_level) == count


@pytest.mark.parametrize("speeds, positions", [("1321", 93_951_576), ("13231", 55_771_138_670)])
def test_numbers_of_positions_of_squadro(speeds, positions):
    """Those in the README; `retro solve` computes the first one."""
    assert Board(speeds).count() == positions


def test_slots_of_squadro_are_those_of_the_published_solver_without_tiers_that_no_position_has():
    """Its numbers are the digits 12 (eight times), 11 (twice) and 2."""
    finished = [1]
    for moving in (11, 11, 10, 11, 11):
        finished = np.convolve(finished, [moving, 1]).tolist()
    arrangements = sum(finished)
    assert arrangements == 12**4 * 11
    without = 2 * finished[5] * arrangements - finished[5] ** 2 + finished[4] ** 2
    assert rules_of("squadro").slots == 2 * (arrangements**2 - without)


@pytest.mark.soak
def test_tiers_of_the_whole_board_of_squadro():
    """Five or six stops in each phase of eight lanes, five in those of two."""
    tiers = tiers_of(rules_of("squadro"))
    assert len(tiers) == 58_464
    assert max(tier.stop - tier.start for tier in tiers) == 2 * 6**8 * 5**2 == 83_980_800


def symmetries(rings=((1, 2, 3), (3, 2, 1))):
    """Returns those of the board of morris, with these permutations of its rings."""

    def turned(point, x_sign, y_sign, turn, ring):
        x, y = point[turn] * x_sign, point[1 - turn] * y_sign
        size = max(abs(x), abs(y))
        return x // size * ring[size - 1] if x % size == 0 else 0, y // size * ring[size - 1]

    ways = list(product((1, -1), (1, -1), (0, 1), rings))
    return [{point: turned(point, *way) for point in naive_morris.POINTS} for way in ways]


def test_numbers_of_positions_of_morris_are_those_of_gasser():
    """In his number for 3-3, where all men fly, any exchange of rings is a symmetry."""
    counted = classes(symmetries())
    assert counted[4, 3] + counted[3, 4] == 1_520_796
    assert counted[4, 4] == 3_225_597
    assert classes(symmetries(list(permutations((1, 2, 3)))))[3, 3] == 56_922
    assert sum(counted[numbers] for numbers in product(range(3, 10), repeat=2)) == 8_904_593_601
    assert rules_of(MORRIS, phase="moving").slots == 9_074_932_579


def test_every_position_of_morris_has_a_slot_of_its_own():
    """With at most two men a side: the classes of all slots together are as many as the positions."""
    rules, counted = rules_of(MORRIS, men=3), classes(symmetries())
    for name, first, end in rules.sections[2:]:
        keys = {key: slot for slot in range(first, end) if (key := rules.unrank(slot)) >= 0}
        assert all(rules.rank(key)[:2] == (slot, 0) for key, slot in keys.items())
        mover, opponent = int(name[0]), int(name[2])
        images = sum(len({rules.image(key, g) for g in range(16)}) for key in keys)
        assert images == math.comb(24, mover) * math.comb(24 - mover, opponent)
        assert len(keys) == counted[mover, opponent]
