"""The index of placements: a bijection between slots and classes of positions, for any number of kinds of pieces."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest
from board_symmetries import GROUPS, turned

from retro.compiling.compile import jit
from retro.indexing.placements import PlacementIndex
from retro.system.errors import GameError


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


ILLEGAL = [(7, 7), (1 << 49 | 3, 7), (7, 14), (7, 1), ((1 << 49) - 1, 0), (-1, 7), (7, -1)]


@pytest.mark.compiled
def test_slots_of_a_large_board():
    """Machine code and plain Python say the same, and no slot is lost; the ends of all blocks are among the slots."""
    index = PlacementIndex(board(7, "all eight"), [(3, 3), (3, 2), (2, 3)])
    rank, unrank = jit(index.rank, {}), jit(index.unrank, {})
    ends = [end for _, first, stop in index.blocks for end in (first, stop - 1)]
    slots = [*ends, *np.random.default_rng(2).integers(0, index.slots, 1_000).tolist()]
    positions = {slot: sets for slot in slots if (sets := index.unrank(slot))[0] >= 0}
    assert 0.9 * len(slots) < len(positions) < len(slots)
    for slot, sets in positions.items():
        assert unrank(slot) == sets and rank(*sets) == index.rank(*sets) and rank(*sets)[0] == slot
    for sets in ILLEGAL:
        assert index.rank(*sets) == rank(*sets) == (-1, 0, False)


def test_too_many_slots_are_refused():
    with pytest.raises(GameError, match="slots; there can be at most"):
        PlacementIndex([range(62)], [(15, 15)])
    index = PlacementIndex([range(63)], [(2, 8, 1), (3, 0, 9)])
    for slot in (0, index.slots - 1, index.slots // 3):
        assert index.rank(*index.unrank(slot)) == (slot, 0, False)


SIM = list(combinations(range(6), 2))
"""The lines of Sim, between six points."""


@pytest.mark.compiled
def test_720_symmetries():
    """All drawings with two colours, under the permutations of six points: 25,506 signed graphs (OEIS A004102)."""
    orders = permutations(range(6))
    lines = [[SIM.index(tuple(sorted((order[a], order[b])))) for a, b in SIM] for order in orders]
    sim = PlacementIndex(lines, [(one, other) for one in range(16) for other in range(16 - one)])
    rank, unrank = jit(sim.rank, {}), jit(sim.unrank, {})
    slots = [slot for slot in range(sim.slots) if unrank(slot)[0] >= 0]
    assert len(slots) == 25_506
    assert all(rank(*unrank(slot))[:2] == (slot, 0) for slot in slots)
    for slot in slots[::997]:
        sets = sim.unrank(slot)
        images = [tuple(sim.image_set(each, g) for each in sets) for g in range(720)]
        for g, image in list(enumerate(images))[::79]:
            found, back, fixed = rank(*image)
            assert (found, back, fixed) == sim.rank(*image)
            assert found == slot and fixed == (images.count(sets) > 1), g
            assert tuple(sim.image_set(each, back) for each in image) == sets == unrank(slot)
    for sets in [(3, 3), (1 << 15, 0), (0, -1), (-1, 0), (0, 1 << 60)]:
        assert sim.rank(*sets) == rank(*sets) == (-1, 0, False)


REFUSED = [
    ([range(64)], [(1, 1)], r"64 squares are too many.*at most 63: use an index of some.*legal_index\(range"),
    ([range(4)], [], "at least one"),
    ([range(4)], [(1, 1), (1,)], "as many numbers"),
    ([range(4)], [(1, 1), (1, 1)], "no two be the same"),
    ([range(4)], [(3, 2)], "fit on 4 squares"),
    ([range(4), [1, 2, 3, 0]], [(1, 1)], "must be a group"),
    (board(6, "all eight"), [(10, 1)], "table of [0-9,]+ bytes .LINES."),
    (board(6, "all eight"), [(1,) * 20], "table of [0-9,]+ bytes .BLOCK_OF."),
]


@pytest.mark.parametrize(("permutations", "counts", "message"), REFUSED)
def test_bad_arguments_are_refused_at_once(permutations, counts, message):
    """Also those whose tables are too large for machine code."""
    with pytest.raises((ValueError, GameError), match=message):
        PlacementIndex(permutations, counts)
