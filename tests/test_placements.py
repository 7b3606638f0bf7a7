"""The index of placements: a bijection between slots and classes of positions, for any number of kinds of pieces."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from board_symmetries import GROUPS, turned

from retro.compiling.compile import jit
from retro.indexing.placements import PlacementIndex
from retro.system.errors import GameError

pytestmark = pytest.mark.compiled


def board(n: int, group: str) -> list[list[int]]:
    return [[turned(n, square, g) for square in range(n * n)] for g in GROUPS[group]]


def placements(count, free):
    """All placements of so many pieces of each kind on the squares ``free``, by listing them."""
    if not count:
        yield ()
        return
    for chosen in combinations(free, count[0]):
        for rest in placements(count[1:], [square for square in free if square not in chosen]):
            yield (sum(1 << square for square in chosen), *rest)


KINDS = [
    (3, [(2, 2), (1, 2), (3, 1), (0, 0)]),
    (4, [(1, 1, 1), (0, 2, 1)]),
    (3, [(2,), (3,)]),
    (2, [(1, 1, 1, 1)]),
]


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize(("n", "counts"), KINDS)
def test_every_slot_of_a_small_board(n, counts, group):
    index = PlacementIndex(board(n, group), counts)
    order = len(index.permutations)
    seen, holes = set(), 0
    for slot in range(index.slots):
        sets = index.unrank(slot)
        if sets[0] < 0:
            holes += 1
            continue
        assert index.rank(*sets)[:2] == (slot, 0)
        images = [tuple(index.image_set(each, g) for each in sets) for g in range(order)]
        for image in images:
            result, back, fixed = index.rank(*image)
            assert result == slot
            assert tuple(index.image_set(each, back) for each in image) == sets
            assert fixed == (images.count(sets) > 1)
        assert not seen.intersection(images)
        seen.update(images)
    assert seen == {sets for count in counts for sets in placements(count, range(n * n))}
    assert holes == 0 if order == 1 else holes < index.slots
    assert [block[0] for block in index.blocks] == counts and index.blocks[-1][2] == index.slots


@pytest.fixture(scope="module")
def large():
    """An index of men on 7 x 7, plain and compiled."""
    index = PlacementIndex(board(7, "all eight"), [(3, 3), (3, 2), (2, 3)])
    return index, jit(index.rank, {}), jit(index.unrank, {})


def test_slots_of_a_large_board(large):
    """Machine code and plain Python say the same, and no slot is lost; the ends of all blocks are among the slots."""
    index, rank, unrank = large
    ends = [end for _, first, stop in index.blocks for end in (first, stop - 1)]
    slots = [*ends, *np.random.default_rng(2).integers(0, index.slots, 3_000).tolist()]
    holes = 0
    for slot in slots:
        sets = unrank(slot)
        assert sets == index.unrank(slot)
        if sets[0] < 0:
            holes += 1
        else:
            assert rank(*sets) == index.rank(*sets)
            assert rank(*sets)[0] == slot
    assert 0 < holes < len(slots) / 10


@pytest.mark.parametrize("sets", [(7, 7), (1 << 49 | 3, 7), (7, 14), (7, 1), ((1 << 49) - 1, 0), (-1, 7), (7, -1)])
def test_an_illegal_placement_has_no_slot(sets, large):
    index, rank, _ = large
    assert index.rank(*sets) == rank(*sets) == (-1, 0, False)


def test_the_largest_board():
    """Seven against nine on 62 and on 63 squares, without symmetry: numbers of 62 bits."""
    with pytest.raises(GameError, match="slots; there can be at most"):
        PlacementIndex([range(62)], [(15, 15)])
    index = PlacementIndex([range(62)], [(7, 9)])
    assert index.slots == comb(62, 7) * comb(55, 9) > 1 << 61
    check_some_slots(index)
    check_some_slots(PlacementIndex([range(63)], [(2, 8, 1), (3, 0, 9)]))


def check_some_slots(index):
    rank, unrank = jit(index.rank, {}), jit(index.unrank, {})
    for slot in (0, index.slots - 1, index.slots // 3):
        assert index.unrank(slot) == unrank(slot)
        assert index.rank(*unrank(slot)) == rank(*unrank(slot)) == (slot, 0, False)


SIM = list(combinations(range(6), 2))
"""The lines of Sim, between six points."""


@pytest.fixture(scope="module")
def sim():
    """All drawings with two colours, under the 720 permutations of the points."""
    orders = permutations(range(6))
    lines = [[SIM.index(tuple(sorted((order[a], order[b])))) for a, b in SIM] for order in orders]
    return PlacementIndex(lines, [(one, other) for one in range(16) for other in range(16 - one)])


def test_720_symmetries(sim):
    """OEIS A004102, signed graphs with six nodes: 25,506. Machine code and plain Python say the same."""
    rank, unrank = jit(sim.rank, {}), jit(sim.unrank, {})
    slots = [slot for slot in range(sim.slots) if unrank(slot)[0] >= 0]
    assert len(slots) == 25_506
    for slot in slots:
        assert rank(*unrank(slot))[:2] == (slot, 0)
    for slot in slots[::997]:
        sets = sim.unrank(slot)
        images = [tuple(sim.image_set(each, g) for each in sets) for g in range(720)]
        for g, image in list(enumerate(images))[::79]:
            found, back, fixed = rank(*image)
            assert (found, back, fixed) == sim.rank(*image)
            assert found == slot and fixed == (images.count(sets) > 1), g
            assert tuple(sim.image_set(each, back) for each in image) == sets == unrank(slot)


@pytest.mark.parametrize("sets", [(3, 3), (1 << 15, 0), (0, -1), (-1, 0), (0, 1 << 60)])
def test_an_illegal_drawing_has_no_slot(sets, sim):
    assert sim.rank(*sets) == jit(sim.rank, {})(*sets) == (-1, 0, False)


@pytest.mark.parametrize(
    ("permutations", "counts", "message"),
    [
        ([range(64)], [(1, 1)], r"64 squares are too many.*at most 63: use an index of some.*legal_index\(range"),
        ([range(4)], [], "at least one"),
        ([range(4)], [(1, 1), (1,)], "as many numbers"),
        ([range(4)], [(1, 1), (1, 1)], "no two be the same"),
        ([range(4)], [(3, 2)], "fit on 4 squares"),
        ([range(4), [1, 2, 3, 0]], [(1, 1)], "must be a group"),
    ],
)
def test_bad_arguments_are_refused(permutations, counts, message):
    with pytest.raises(ValueError, match=message):
        PlacementIndex(permutations, counts)


@pytest.mark.parametrize(("counts", "table"), [([(10, 1)], "LINES"), ([(1,) * 20], "BLOCK_OF")])
def test_tables_too_large_for_machine_code_are_refused_at_once(counts, table):
    with pytest.raises(GameError, match=f"table of [0-9,]+ bytes .{table}."):
        PlacementIndex(board(6, "all eight"), counts)
