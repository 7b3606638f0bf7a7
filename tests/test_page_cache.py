"""Rows in pages: every look-up gives the row of the source, whatever is in memory and whatever other threads do."""

from __future__ import annotations

import random
from bisect import bisect_right
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, pairwise

import numpy as np
import pytest

from retro.storage import page_runs
from retro.storage.finished_records import NO_FRAME, Piece
from retro.storage.page_cache import ABSENT, MISSING, QUOTA, TABLE_SHARE, ZEROS, PageCache
from retro.storage.page_kernels import row_of
from retro.system.progress import Silent

SIZES = [100, 64, 1, 300, 7, 128, 400]
"""Slots of the frames."""


class Source:
    """Random rows in frames of any size, of which some are ``absent``; ``read`` lists the frames that were read."""

    def __init__(self, sizes=SIZES, fields=1, dtype=np.uint8, absent=()):
        bounds = list(pairwise(accumulate(sizes, initial=0)))
        self.starts, self.slots = [start for start, _ in bounds], sum(sizes)
        self.absent, self.fields, self.read = set(absent), fields, []
        self.use(np.random.default_rng(1).integers(1, 200, (self.slots, fields)).astype(dtype))
        for frame in absent:
            self.data[slice(*bounds[frame])] = 0

    def use(self, data):
        self.data, self.dtype = data, data.dtype

    def frames_of(self, slots):
        frames = np.searchsorted(self.starts, slots, "right") - 1
        found = np.where(np.isin(frames, list(self.absent)), NO_FRAME, frames)
        return found, slots - np.array(self.starts)[frames]

    def pieces(self, start, stop):
        while start < stop:
            frame = bisect_right(self.starts, start) - 1
            end = min([stop, *self.starts[frame + 1 : frame + 2]])
            number = NO_FRAME if frame in self.absent else frame
            yield Piece(number, start - self.starts[frame], start, end)
            start = end

    def rows(self, frame):
        self.read.append(frame)
        return self.data[self.starts[frame] : [*self.starts, self.slots][frame + 1]]


def looked_up(cache, slots, threads=1):
    """Returns the rows of slots; the numbers of slots are cut into tasks of 40."""

    def work(task):
        pages = cache.pages
        return [pages.rows[row_of(slot, pages)].tolist() for slot in slots[slice(*task)]]

    tasks = [(start, min(start + 40, len(slots))) for start in range(0, len(slots), 40)]
    return [row for _, rows in page_runs.run(cache, tasks, threads, work, Silent()) for row in rows]


def cached(source, memory, resident, shifts=(1, 5), min_pages=1):
    return PageCache(source, memory, shifts, min_pages, resident=resident)


@pytest.mark.parametrize("memory", [1, 60, 600, 1 << 20])
@pytest.mark.parametrize("resident", [True, False])
@pytest.mark.parametrize(("fields", "dtype"), [(1, np.uint8), (3, np.uint16)])
def test_rows_are_those_of_the_source_whatever_the_memory(memory, resident, fields, dtype):
    source = Source(fields=fields, dtype=dtype, absent=(1, 5))
    cache, slots = cached(source, memory, resident), np.random.default_rng(2).integers(0, source.slots, 500)
    for threads in (1, 3):
        assert looked_up(cache, slots.tolist(), threads) == source.data[slots].tolist()


@pytest.mark.parametrize("resident", [True, False])
def test_pages_take_no_more_than_the_memory(resident):
    source = Source([1 << 12] * 4)
    slots = np.random.default_rng(3).integers(0, source.slots, 400)
    for memory in (2_000, 10_000, 100_000):
        cache = cached(source, memory, resident)
        assert looked_up(cache, slots.tolist()) == source.data[slots].tolist()
        assert cache.nbytes <= memory and cache.pages.table.nbytes <= memory / TABLE_SHARE + 4


def test_a_row_in_a_page_that_is_kept_reads_no_frame():
    source = Source()
    cache = cached(source, 1 << 20, True)
    assert looked_up(cache, [5, 6, 200]) == source.data[[5, 6, 200]].tolist()
    assert sorted(set(source.read)) == [0, 3] and cache.pages.numbers[MISSING] == 0
    source.read.clear()
    assert looked_up(cache, [200, 6, 5, 7]) == source.data[[200, 6, 5, 7]].tolist() and not source.read


def test_pages_that_are_not_kept_are_read_once_in_a_batch_and_again_in_the_next():
    source = Source()
    cache = cached(source, 1 << 20, False)
    for _ in range(2):
        assert looked_up(cache, [5, 700, 6, 200]) == source.data[[5, 700, 6, 200]].tolist()
        assert source.read == [0, 3, 6]
        source.read.clear()


def test_all_kept_pages_are_dropped_when_the_memory_is_full():
    source = Source([64] * 8)
    cache = cached(source, 8 * 4 + 5 * 64, True, shifts=(6, 6))
    for frame in (0, 1, 2, 3):
        looked_up(cache, [64 * frame])
    assert (cache.pages.table != ABSENT).sum() == 4
    looked_up(cache, [64 * 4])
    assert np.flatnonzero(cache.pages.table != ABSENT).tolist() == [4]
    assert looked_up(cache, [0]) == source.data[:1].tolist() and source.read == [0, 1, 2, 3, 4, 0]


def test_a_slot_that_does_not_exist_has_zeros_and_marks_nothing():
    cache = cached(Source(), 1 << 20, True)
    pages = cache.pages
    pages.numbers[QUOTA] = 1
    assert row_of(-1, pages) == row_of(1_000, pages) == ZEROS and pages.numbers[MISSING] == pages.rows[ZEROS] == 0
    assert (pages.table == ABSENT).all()


def test_neighbours_are_loaded_with_a_page_while_half_of_the_memory_is_free():
    source = Source([64] * 16, absent=(2,))
    cache = cached(source, 1 << 20, True, shifts=(5, 5))
    cache.begin(256)
    looked_up(cache, [0])
    assert np.flatnonzero(cache.pages.table != ABSENT).tolist() == [0, 1, 2, 3, 6, 7]
    small = cached(source, 400, True, shifts=(5, 5))
    small.begin(256)
    looked_up(small, [0])
    assert np.flatnonzero(small.pages.table != ABSENT).tolist() == [0]


def test_several_threads_look_rows_up_while_pages_change_their_size():
    """Each does tasks of its own; a task that needs all of the memory makes the pages of the others smaller."""
    source = Source([500] * 8)
    cache, shifts = cached(source, 1_500, True, shifts=(1, 8), min_pages=4), set()

    def look_up(seed):
        chance = random.Random(seed)
        slots = [chance.randrange(source.slots) for _ in range(80 if seed // 12 % 2 else 4)]
        if seed % 3 == 0:
            cache.begin(0)
        assert looked_up(cache, slots) == source.data[slots].tolist()
        shifts.add(cache.pages.numbers[1])
        assert cache.nbytes <= 1_500

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(look_up, range(60)))
    assert len(shifts) > 1


@pytest.mark.parametrize("resident", [True, False])
def test_after_an_error_of_the_source_other_tasks_read_the_same_pages(resident):
    source = Source()
    cache, rows = cached(source, 1 << 20, resident), source.rows

    def damaged(frame):
        raise ValueError("damaged")

    source.rows = damaged
    with pytest.raises(ValueError, match="damaged"):
        looked_up(cache, [5, 200])
    source.rows = rows
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(looked_up, cache, [6, 201]).result(20) == source.data[[6, 201]].tolist()
    cache.begin(0)  # waits until no thread does tasks


def test_a_call_is_repeated_until_no_row_is_missing():
    """A line of look-ups, each of which follows from the one before, takes one round for each."""
    source, calls = Source([64] * 4), []
    cache = cached(source, 1 << 20, False, shifts=(1, 1))

    def follow():
        pages, slot = cache.pages, 0
        calls.append(slot)
        for _ in range(5):
            slot = int(pages.rows[row_of(slot, pages), 0])
        return slot

    expected = 0
    for _ in range(5):
        expected = int(source.data[expected, 0])
    assert page_runs.complete(cache, follow) == expected and 2 <= len(calls) <= 6
