"""Packed records: what was written is read, whether pages are whole or split, and live records are at their slots."""

import errno
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import numpy as np
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from runs import rules_of

from retro.game.rules import Tier
from retro.solving import queue
from retro.solving.packed import PackedStore
from retro.solving.record import Layout
from retro.solving.tiles import FILES, Tiles
from retro.system import page_files
from retro.system.errors import WentWrong
from retro.system.ranges import aligned_ranges
from retro.system.sizes import PRODUCTION

GAMES = {"no move is forbidden": ("lgame", {}), "moves are forbidden": ("ostle", {"size": 3, "left": 0})}


class Both:
    """A packed store, and beside it an array of what it should hold."""

    def __init__(self, game, slots, page, tile, directory, seed):
        rules = rules_of(GAMES[game][0], **GAMES[game][1])
        self.layout, self.chance = Layout.of(rules), np.random.default_rng(seed)
        given = slots, np.dtype(self.layout.dtype), None, tile, replace(PRODUCTION, page_bits=page)
        self.store = PackedStore(*given, directory, queue.splitting(rules))
        self.tiles = aligned_ranges(0, slots, 1 << tile)
        self.truth = self.chance.integers(1, 1 << self.lowest, slots).astype(self.layout.dtype)
        for start, stop in self.tiles:
            with self.store.opened(start, stop) as records:
                records[:] = self.truth[start:stop]

    @property
    def lowest(self):
        """Lowest bit of the values."""
        return self.layout.second_shift if self.layout.repetition else self.layout.best_shift

    def settled(self, records, level):
        """Which records are settled by the definition: all values are known, and none is of a later level."""
        best = (records >> self.layout.best_shift).astype(int)
        second = (records >> self.layout.second_shift).astype(int) & self.layout.value_mask
        second = second if self.layout.repetition else best
        return (np.minimum(best, second) > 1) & (np.maximum(best, second) <= 2 * level + 3)

    def valued(self, level, count):
        """Records with values of that level and unknown ones."""
        values = self.chance.choice([0, 2 * level + 2, 2 * level + 3], (2, count), p=[0.1, 0.45, 0.45])
        words = self.chance.integers(0, 1 << self.lowest, count) | values[0] << self.layout.best_shift
        if self.layout.repetition:
            words |= values[1] << self.layout.second_shift
        return words.astype(self.layout.dtype)

    def visit(self, start, stop, level, changed, sent_level):
        """Checks the live records of a tile, and gives a share of them values of the level after ``level``."""
        with self.store.live(start, stop, sent_level) as records:
            gone = self.settled(self.truth[start:stop], level)
            assert np.array_equal(records[~gone], self.truth[start:stop][~gone])
            assert self.settled(records[gone], level).all()
            chosen = np.flatnonzero(~gone & (self.chance.random(stop - start) < changed))
            records[chosen] = self.truth[start + chosen] = self.valued(level + 1, len(chosen))


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=30)
@given(
    storage=st.sampled_from(["in memory", "in memory without mappings", "in files"]),
    seed=st.integers(0, 1 << 30),
    sizes=st.sampled_from([(2500, 9, 11), (70000, 16, 16), (70000, 17, 17)]),
    shares=st.lists(st.tuples(st.sampled_from([0, 0.01, 0.4, 0.95]), st.booleans()), max_size=9),
)
def test_live_records_are_present_and_reads_are_exact(game, storage, seed, sizes, shares, tmp_path_factory):
    """Pieces of the smallest pages are in the heap, those of others in mappings of their own."""

    def refused(*given, **how):
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    with pytest.MonkeyPatch.context() as patch:
        if storage == "in memory without mappings":
            patch.setattr(page_files.mmap, "mmap", refused)  # a process has 65,530
        go_through(
            Both(game, *sizes, tmp_path_factory.mktemp("pages") if storage == "in files" else None, seed), shares
        )


def go_through(both, shares):
    """Checks live records level by level, changes a share of them, and compares all records in the end."""
    slots = len(both.truth)
    for level, (changed, opened) in enumerate(shares):
        for start, stop in both.tiles:
            both.visit(start, stop, level - 1, changed, None)
        for start, stop in both.tiles:  # positions with a value of this level send it
            both.visit(start, stop, level - 1, 0, lambda level=level: level)
        if opened:
            start, stop = both.tiles[both.chance.integers(len(both.tiles))]
            with both.store.opened(start, stop) as records:
                assert np.array_equal(records, both.truth[start:stop])
                records[-1] = both.truth[stop - 1] = both.valued(level, 1)[0]
        first, last = sorted(both.chance.integers(0, slots, 2))
        assert np.array_equal(both.store.read(first, last + 1), both.truth[first : last + 1])
    assert np.array_equal(both.store[:], both.truth)


@pytest.fixture
def split(tmp_path):
    """A page of a thousand records, of which all but ten are settled, so that it is split."""
    both = Both("moves are forbidden", 1000, 10, 10, tmp_path, 1)
    both.truth[:990] = both.layout.dtype(5 << both.layout.best_shift | 5 << both.layout.second_shift)
    with both.store.opened(0, 1000) as records:
        records[:] = both.truth
    both.visit(0, 1000, 1, 0, lambda: 1)
    return both


def test_opening_a_split_page_writes_live_records_only(split):
    before = split.store.written
    split.visit(0, 1000, 1, 1, None)
    assert split.store.written - before < 200


@pytest.mark.parametrize("what", ["settled", "gaps", "live", "zst", "outside"])
def test_a_damaged_piece_is_reported(split, tmp_path, what):
    """Also slots outside of the page."""
    if what == "zst":  # whole again
        with split.store.opened(0, 1000):
            pass
    file = tmp_path / f"0.{what.replace('outside', 'gaps')}"
    data = file.read_bytes()
    if what == "outside":
        gaps = np.frombuffer(zstandard.ZstdDecompressor().decompressobj().decompress(data), np.uint16)
        data = zstandard.ZstdCompressor().compress(np.full_like(gaps, 999).tobytes()) + b"  "
    file.write_bytes(data[:-2])
    with pytest.raises(WentWrong, match="packed page 0"):
        split.store.read(0, 1000)
        with split.store.live(0, 1000):
            pass


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_open_tiles_take_the_memory_that_is_planned(game, tmp_path):
    """Two threads each have a tile of four pages open, whose records are packed, split, and packed again."""
    rules, slots, open_at_once = rules_of(GAMES[game][0], **GAMES[game][1]), 1 << 21, Barrier(2)
    layout = Layout.of(rules)
    one_tier = replace(rules, slots=slots, sections=(), tiers=(Tier(0, 0, slots),))
    of_two_tiles = Tiles(FILES, 0, scratch=tmp_path, bits=20, sizes=replace(PRODUCTION, page_bits=18))
    store = of_two_tiles.store(slots, of_two_tiles.record(one_tier), None, queue.splitting(rules))
    some = np.random.default_rng(1).integers(0, 1 << layout.second_shift, 1 << 20).astype(layout.dtype)
    some[::2] = 5 << layout.best_shift | (5 << layout.second_shift if rules.repetition else 0)

    def change(tile):
        start, stop = tile << 20, (tile + 1) << 20
        with store.opened(start, stop) as records:
            records[:] = some
            open_at_once.wait()
        for number in range(start >> 18, stop >> 18):
            with store.live(*store.pages[number], lambda: 1):
                pass
        with store.live(start, stop) as records:
            records[1::2] ^= 1
            open_at_once.wait()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(change, range(2)))  # compiles the kernels
        store.free_buffers()
        tracemalloc.start()
        list(pool.map(change, range(2)))
    held, peak = tracemalloc.get_traced_memory()
    planned = of_two_tiles.memory_bytes(one_tier, 2) - of_two_tiles.final_bytes(one_tier)
    assert 0.75 * planned < peak < planned
    store.free_buffers()
    assert tracemalloc.get_traced_memory()[0] < held - peak // 2
    tracemalloc.reset_peak()
    first = store.read(0, 1 << 20)
    assert tracemalloc.get_traced_memory()[1] < planned and (first[::2] == some[::2]).all()
    tracemalloc.stop()
