"""Updates that wait packed: the same ones come out, and a run that packs some finds what it finds without."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import rules_of
from test_threads import contents

from retro.game import WentWrong
from retro.progress import Silent
from retro.solving import queue, stores, stowage
from retro.solving.stowage import Stowage, Stowed
from retro.solving.tiles import FILES, PACKED, Tiles

BITS = {"a step for each of a few": (10, 8), "no steps": (10, 3), "all 32 bits": (22, 10)}


@pytest.mark.parametrize(("bits", "told"), BITS.values(), ids=BITS)
@given(tiles=st.lists(st.tuples(st.integers(0, 300), st.integers(0, 1 << 30)), min_size=1, max_size=4))
def test_what_goes_in_comes_out(bits, told, tiles):
    listed = [np.random.default_rng(seed).integers(0, 1 << 32, many, np.uint32) for many, seed in tiles]
    wanted = [np.sort(each & np.uint32((1 << bits + told) - 1)) for each in listed]
    hold = Stowage(1 << 17, bits, told)
    for first in range(0, len(listed), 2):  # what there is stays as it is
        rooms = hold.rooms([len(each) for each in listed[first : first + 2]])
        for tile, room in enumerate(rooms, first):
            hold.parcels.append(hold.put(tile, listed[tile].copy(), room))
    for tile, parcel in enumerate(hold.parcels):
        outbox, blocks = parcel.opened()
        assert (parcel.tile, blocks.tolist(), outbox.counts.tolist()) == (tile, [0], [len(wanted[tile])])
        assert np.array_equal(outbox.blocks, wanted[tile]) and outbox.bits[0] == bits


def test_what_there_is_no_room_for_is_not_taken():
    hold = Stowage(100, 10, 6)
    assert hold.rooms([30, 20]) is None
    assert hold.rooms([30]) == [(0, 64)]
    assert hold.rooms([30]) is None
    hold.clear()
    assert hold.rooms([30]) == [(0, 64)]


def test_outboxes_have_enough():
    rooms = [stowage.room(budget, 100) for budget in (0, 400, 500, 1000, 4000)]
    assert rooms == [0, 0, 100, 600, 3000]


@pytest.fixture
def packed(monkeypatch):
    """The tiles for which updates were packed, in a run with small ones and outboxes that take little at a time."""
    monkeypatch.setattr(stores, "LEAST_TILE_BITS", 14)
    monkeypatch.setattr(stores, "TILES", 1 << 20)
    monkeypatch.setattr(stowage, "SHARE", 0.9)
    monkeypatch.setattr(stowage, "TIMES", 0)
    taken = []
    put = Stowage.put
    monkeypatch.setattr(Stowage, "put", lambda self, tile, *given: taken.append(tile) or put(self, tile, *given))
    return taken


@pytest.fixture(scope="module")
def solved():
    """Rules, and what a run finds that packs nothing."""
    rules = rules_of("ostle", men=2, left=0)
    return rules, contents(queue.solve(rules, 2, Silent()), rules.slots)


SOAKED = [pytest.param(*case, marks=pytest.mark.soak) for case in ((PACKED, 3), (FILES, 1))]


@pytest.mark.parametrize(("kind", "shards"), [(PACKED, 1), *SOAKED])
def test_a_run_that_packs_updates_finds_the_same(solved, packed, tmp_path, kind, shards):
    rules, expected = solved
    found = queue.solve(rules, 1, Silent(), tiles=Tiles(kind, 1 << 21, tmp_path, shards))
    assert contents(found, rules.slots) == expected and len(set(packed)) > 1


@pytest.mark.parametrize("times", [0, pytest.param(2, marks=pytest.mark.soak)])
def test_packed_updates_that_are_lost_or_come_twice_stop_the_run(solved, packed, monkeypatch, times):
    opened = Stowed.opened

    def wrong(parcel):
        found, blocks = opened(parcel)
        return found, np.repeat(blocks, times) if parcel.tile == packed[0] else blocks

    monkeypatch.setattr(Stowed, "opened", wrong)
    with pytest.raises(WentWrong, match="edges were sent"):
        queue.solve(solved[0], 1, Silent(), tiles=Tiles(PACKED, 1 << 21))
