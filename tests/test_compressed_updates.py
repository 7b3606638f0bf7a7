"""Compressed updates: they are restored exactly, and a run that compresses some has the same result."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import contents, rules_of

from retro.solving import compressed_updates, queue
from retro.solving.compressed_updates import CompressedOutbox, CompressedUpdates
from retro.solving.outbox import Outbox, Parcel, by_tile
from retro.solving.tiles import FILES, PACKED, Tiles
from retro.system.errors import WentWrong
from retro.system.progress import Silent
from retro.system.sizes import TINY

pytestmark = pytest.mark.compiled

BITS = {"a step for each of a few": (10, 8), "no steps": (10, 3), "all 32 bits": (22, 10)}
BLOCK = 10
SIZES = replace(TINY, min_tile_bits=14, page_bits=14, task_slots=1 << 14)
HALTED, NONE = np.zeros(1, np.bool_), np.zeros(0, np.int64)


def parcel(tile, updates):
    """Updates for a tile, in blocks of an outbox of their own."""
    count = -(-len(updates) // BLOCK)
    counts = np.minimum(BLOCK, len(updates) - BLOCK * np.arange(count))
    blocks = np.resize(updates, count * BLOCK).astype(np.uint32)
    outbox = Outbox(NONE, blocks, NONE, np.full(count, tile), counts, np.array([count]), HALTED, NONE)
    return Parcel(tile, outbox, np.arange(count))


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as made:
        yield made


@pytest.mark.parametrize(("bits", "payload"), BITS.values(), ids=BITS)
@given(tiles=st.lists(st.tuples(st.integers(1, 300), st.integers(0, 1 << 30)), min_size=1, max_size=4))
def test_compressed_updates_are_restored(pool, bits, payload, tiles):
    listed = [np.random.default_rng(seed).integers(0, 1 << 32, count, np.uint32) for count, seed in tiles]
    wanted = [np.sort(each & np.uint32((1 << bits + payload) - 1)) for each in listed]
    buffer = CompressedOutbox(1 << 19, bits, payload)  # a piece takes at least 8 KiB, if it has steps for 16 bits
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compressed_updates, "MAX_BLOCKS", 4)
        for first in range(0, len(listed), 2):  # what there is stays as it is
            some = enumerate(listed[first : first + 2], first)
            # of two threads
            parcels = [parcel(tile, part) for tile, each in some for part in np.array_split(each, 2) if len(part)]
            assert buffer.add(parcels, pool, 2)
    result = by_tile(buffer.parcels)
    assert [tile for tile, _ in result] == list(range(len(tiles)))
    for (_, pieces), updates in zip(result, wanted, strict=True):
        parts = []
        for outbox, blocks in (piece.opened() for piece in pieces):
            assert blocks.tolist() == [0] and outbox.bits[0] == bits
            assert outbox.counts[0] == len(outbox.blocks) <= 5 * BLOCK
            assert np.array_equal(outbox.blocks, np.sort(outbox.blocks))
            parts.append(outbox.blocks)
        assert np.array_equal(np.sort(np.concatenate(parts)), updates)


def test_a_thread_takes_the_memory_that_is_planned_for_uncompressed_updates():
    """Of Ostle, the most updates that are compressed together have steps for 14 bits."""
    bits, payload = 22, 8
    count = compressed_updates.MAX_BLOCKS * compressed_updates.BLOCK_UPDATES
    updates = np.random.default_rng(1).integers(0, 1 << bits + payload, count, np.uint32)
    outbox = Outbox(NONE, updates, NONE, np.zeros(1, np.int64), np.array([count]), NONE, HALTED, NONE)
    buffer, parcels = CompressedOutbox(4 * count, bits, payload), [Parcel(0, outbox, np.zeros(1, np.int64))]

    def peak(step):
        tracemalloc.start()
        made = step()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        return made

    peaks = []
    size = 2 * count + (count + buffer._highest) // 8
    compressed = peak(lambda: buffer._compress((parcels, 0, size)))
    peak(compressed.opened)
    assert 4 * count < min(peaks) and 0.8 * compressed_updates.UNCOMPRESSED_BYTES < max(peaks)
    assert max(peaks) < compressed_updates.UNCOMPRESSED_BYTES


def test_updates_out_of_range_are_refused(pool):
    buffer, some = CompressedOutbox(100, 10, 6), [parcel(0, np.arange(30))]
    assert not buffer.add([*some, parcel(1, np.arange(20))], pool, 1)
    assert buffer.add(some, pool, 1)
    assert not buffer.add(some, pool, 1)
    assert len(buffer.parcels) == 1
    buffer.clear()
    assert buffer.add(some, pool, 1)
    assert not buffer.add([], pool, 1)


def test_outboxes_have_a_minimum():
    capacities = [compressed_updates.capacity(budget, 100) for budget in (0, 400, 500, 1000, 4000)]
    assert capacities == [0, 0, 100, 600, 3000]


@pytest.fixture
def compressed(monkeypatch):
    """Tiles for which updates were compressed, in a run with small tiles and outboxes."""
    monkeypatch.setattr(compressed_updates, "SHARE", 0.9)
    monkeypatch.setattr(compressed_updates, "OUTBOXES", 0)
    tiles = []
    compress = CompressedOutbox._compress
    monkeypatch.setattr(
        CompressedOutbox, "_compress", lambda self, task: tiles.append(task[0][0].tile) or compress(self, task)
    )
    return tiles


@pytest.fixture(scope="module")
def solved():
    """Rules, and the result of a run that compresses nothing."""
    rules = rules_of("ostle", men=2, left=0)
    return rules, contents(queue.solve(rules, 2, Silent()), rules.slots)


SOAKED = [pytest.param(*case, marks=pytest.mark.soak) for case in ((PACKED, 3), (FILES, 1))]


@pytest.mark.parametrize(("kind", "shards"), [(PACKED, 1), *SOAKED])
def test_a_run_that_compresses_updates_has_the_same_result(solved, compressed, tmp_path, kind, shards):
    rules, expected = solved
    solution = queue.solve(rules, 1, Silent(), tiles=Tiles(kind, 1 << 21, tmp_path, shards, sizes=SIZES))
    assert contents(solution, rules.slots) == expected and len(set(compressed)) > 1


@pytest.mark.parametrize("times", [0, pytest.param(2, marks=pytest.mark.soak)])
def test_lost_or_repeated_compressed_updates_stop_the_run(solved, compressed, monkeypatch, times):
    opened = CompressedUpdates.opened

    def wrong(parcel):
        result, blocks = opened(parcel)
        return result, np.repeat(blocks, times) if parcel.tile == compressed[0] else blocks

    monkeypatch.setattr(CompressedUpdates, "opened", wrong)
    with pytest.raises(WentWrong, match="edges were sent"):
        queue.solve(solved[0], 1, Silent(), tiles=Tiles(PACKED, 1 << 21, sizes=SIZES))
