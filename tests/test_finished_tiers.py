"""Records of finished tiers: the growing file, the widths of values, and pages of values that are loaded on request."""

import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from retro.game import NONE
from retro.game.rules import Tier
from retro.game.values import NO_VALUE
from retro.solving import paged_finished_kernels
from retro.solving.below import NONE_UNFINISHED, only_tier
from retro.solving.finished import FinishedTiers
from retro.solving.paged_values import PagedValues
from retro.storage.block import BLOCK_SLOTS
from retro.storage.finished_records import FinishedRecords
from retro.storage.growing import GrowingFrames
from retro.storage.page_cache import STEP
from retro.storage.seekable import framed
from retro.storage.solution import Solution, Statistics
from retro.system.errors import DatabaseError
from retro.system.sizes import PRODUCTION

CONTENTS = [b"first" * 100, b"", b"third"]


def written(path):
    with GrowingFrames(path) as frames:
        for content in CONTENTS:
            frames.append(framed(content, 1))
        frames.sync()


@pytest.mark.parametrize("in_memory", [False, True])
def test_frames_are_read_as_they_were_appended(tmp_path, in_memory):
    with GrowingFrames(None if in_memory else tmp_path / "file") as frames:
        for number, content in enumerate(CONTENTS):
            frames.append(framed(content, 1))
            assert len(frames) == number + 1
            assert [frames.frame(each) for each in range(number + 1)] == CONTENTS[: number + 1]


@pytest.mark.parametrize("count", range(4))
def test_a_file_begins_with_the_frames_that_count_and_the_rest_is_cut_off(tmp_path, count):
    path = tmp_path / "file"
    written(path)
    with GrowingFrames(path, count) as frames:
        frames.append(framed(b"new", 1))
        assert [frames.frame(each) for each in range(len(frames))] == [*CONTENTS[:count], b"new"]
    with GrowingFrames(path, count + 1) as frames:
        assert [frames.frame(each) for each in range(len(frames))] == [*CONTENTS[:count], b"new"]


def test_a_file_that_lacks_frames_is_refused_and_stays(tmp_path):
    path = tmp_path / "file"
    for content in (None, b"", b"no frame of ours, but longer than a header"):
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(DatabaseError, match=r"damaged.*--restart"):
            GrowingFrames(path, 1)
        assert (path.read_bytes() if content is not None else b"") == (content or b"")
    written(path)
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[:40]):
        path.write_bytes(damaged)
        with pytest.raises(DatabaseError, match="damaged"):
            GrowingFrames(path, 3)
        assert path.read_bytes() == damaged
    with pytest.raises(DatabaseError, match="in the way"):
        GrowingFrames(tmp_path)


def test_a_changed_byte_of_a_frame_is_noticed(tmp_path):
    path = tmp_path / "file"
    written(path)
    data = bytearray(path.read_bytes())
    data[30] ^= 1
    path.write_bytes(data)
    with GrowingFrames(path, 3) as frames:
        with pytest.raises(DatabaseError, match="frame 0"):
            frames.frame(0)
        assert frames.frame(2) == CONTENTS[2]


class Records:
    """Records of random values of tiers, whose slots are in rising or falling order, and those that were added.

    order  the tiers in the order in which they are added
    """

    def __init__(self, path, sizes, distinct, falling=False, repetition=False, order=None):
        starts = np.cumsum([0, *sizes]).tolist()
        bounds = list(pairwise(starts))
        self.slots, self.numbers = starts[-1], np.random.default_rng(1)
        self.tiers = [Tier(number, *each) for number, each in enumerate(reversed(bounds) if falling else bounds)]
        self.rules = SimpleNamespace(repetition=repetition, codes=300)
        self.best = np.full(self.slots, NO_VALUE, np.int32)
        self.second, self.only_move = self.best.copy(), np.full(self.slots, NONE, np.int16)
        self.path, self.distinct, self.order = path, distinct, order or list(range(len(sizes)))
        self.records, self.added = FinishedRecords(self.rules, self.tiers, path), 0

    def solved(self):
        """Returns the next tier and its solution; later ones have more values."""
        tier = self.order[self.added]
        _, start, stop = self.tiers[tier]
        slots, size = slice(start, stop), stop - start
        self.best[slots] = self.second[slots] = self.numbers.integers(0, self.distinct[self.added], size)
        if self.rules.repetition:
            moves = self.numbers.integers(NONE, 300, size)
            self.only_move[slots] = moves
            self.second[slots][moves != NONE] = 3
        self.added += 1
        planes = self.best[slots], self.second[slots], self.only_move[slots]
        return tier, Solution(lambda start, stop: tuple(plane[start:stop] for plane in planes), Statistics(), ())

    def add(self):
        """Adds the next tier. Returns the blocks of indices, by first slot."""
        tier, solution = self.solved()
        with ThreadPoolExecutor(2) as pool:
            added = list(self.records.add(tier, solution, pool, 2))
        assert sum(len(indices) for _, indices in added) == self.tiers[tier].stop - self.tiers[tier].start
        return added

    @property
    def finished(self):
        """The slots of the tiers that were added."""
        tiers = (self.tiers[tier] for tier in self.order[: self.added])
        return np.concatenate([np.arange(tier.start, tier.stop) for tier in tiers])

    def resume(self):
        values = list(self.records.values)
        self.records = FinishedRecords(self.rules, self.tiers, self.path, self.order[: self.added], values)

    def check(self, start, stop):
        expected = self.best[start:stop], self.second[start:stop], self.only_move[start:stop]
        assert all(map(np.array_equal, self.records.planes(start, stop), expected))


@pytest.mark.parametrize("repetition", [False, True])
@pytest.mark.parametrize("falling", [False, True])
@pytest.mark.parametrize("order", [None, [0, 2, 5, 1, 4, 3]])
def test_records_of_tiers_are_those_that_were_added_whatever_the_width_of_values(tmp_path, order, falling, repetition):
    sizes, distinct = [3, 2 * BLOCK_SLOTS, 1, 3 * BLOCK_SLOTS + 5, 150_000, 10], [5, 250, 300, 400, 400_000, 400_000]
    records = Records(tmp_path / "file", sizes, distinct, falling, repetition, order)
    widths = []
    for tier in map(records.tiers.__getitem__, records.order):
        records.add()
        widths.append(records.records.value_bytes)
        records.check(tier.start, tier.stop)
        records.resume()
        assert records.records.value_bytes == widths[-1]
    assert widths == sorted(widths)
    assert set(widths) == {1, 2, 4}
    assert records.records.where.finished == records.order
    records.check(0, records.slots)
    for start, stop in np.sort(records.numbers.integers(0, records.slots, (20, 2))).tolist():
        records.check(start, stop)
    assert records.records.values[0] == NO_VALUE


@pytest.mark.parametrize(("most", "width"), [(254, 1), (65_534, 2)])
def test_one_value_too_many_widens_the_records_of_its_tier(tmp_path, most, width):
    records = Records(tmp_path / "file", [most, 1], [most, most + 1])
    records.numbers = SimpleNamespace(integers=lambda low, high, size: np.arange(high - size, high))
    for expected in (width, 2 * width):
        records.add()
        records.resume()
        assert records.records.value_bytes == expected
    records.check(0, most + 1)


def below_of(records, pages, edges=0):
    """Returns the values of finished tiers as a new tier with so many edges sees them."""
    values = np.array(records.records.values, np.int64)
    return only_tier(0)._replace(values=values, indices=pages.begin(edges))


def looked_up(pages, below, slots):
    """Returns the values of slots, each range of which is a task."""

    def one(start, stop, below):
        return [int(paged_finished_kernels.value_of_slot(slots[each], below)) for each in range(start, stop)]

    return [value for each in pages.run(0, len(slots), below, one) for value in each]


@pytest.mark.parametrize("memory", [1, 40_000, 1 << 22])
@pytest.mark.parametrize("falling", [False, True])
@pytest.mark.parametrize("order", [None, [0, 2, 4, 1, 3, 6, 5]])
def test_values_in_pages_are_those_of_the_records(order, falling, memory):
    """Several threads look up random slots, and neighbours, of all tiers that are finished."""
    sizes, distinct = [100, 1, 2, 200_000, 7, 100_001, 33], [50, 50, 100, 200, 200, 400_000, 400_000]
    records = Records(None, sizes, distinct, falling, order=order)
    pages = PagedValues(records.records, records.slots, 8, memory, replace(PRODUCTION, min_pages=3))
    while records.added < len(sizes):
        for slot, indices in records.add():
            pages.update(slot, indices)
        finished, below = records.finished, below_of(records, pages)

        def look_up(task, finished=finished, below=below):
            numbers = np.random.default_rng(task)
            slots = finished[numbers.integers(0, len(finished), 60)]
            slots[30:] = finished[: 30 + task][-30:][: len(finished)] if len(finished) >= 30 else slots[:30]
            assert looked_up(pages, below, slots) == records.best[slots].tolist()

        with ThreadPoolExecutor(3) as pool:
            for _ in pool.map(look_up, range(12)):
                pass


def test_pages_get_smaller_in_a_tier_whose_pages_do_not_fit_and_larger_after_it():
    """Whatever their size, they stay within the memory, and old ones are freed."""
    records, memory = Records(None, [400_000, 200_000, 10, 10], [50, 100, 300, 300], False), 100_000
    pages = PagedValues(records.records, records.slots, 8, memory, replace(PRODUCTION, min_pages=8))
    largest, smallest, sizes = pages.cache._shift, pages.cache._min_shift, []
    for slots in (np.arange(0, 400_000, 997), np.arange(450_000, 451_000), np.arange(450_000, 451_000), np.arange(10)):
        records.add()
        below = below_of(records, pages)
        rows = weakref.ref(pages.cache._rows)
        for task in np.array_split(slots, 4):
            assert looked_up(pages, below, task) == records.best[task].tolist()
        sizes.append(pages.cache._shift)
        assert pages.cache._rows.nbytes + pages.cache._table.nbytes <= memory
        assert rows() is None or rows() is pages.cache._rows
    least = sizes[0]
    assert sizes == [least, least, least + STEP, least + 2 * STEP]
    assert smallest <= least < smallest + STEP and largest > least + STEP


def test_a_run_that_fails_leaves_no_page_noted():
    """A tier whose move enters an unfinished one is solved again later, by the same thread."""
    records = Records(None, [1000, 10], [5] * 2, False)
    records.add()
    pages = PagedValues(records.records, records.slots, 8, 1 << 20)
    below = below_of(records, pages)

    def fails(start, stop, below):
        paged_finished_kernels.value_of_slot(7, below)
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        pages.run(0, 1, below, fails)
    assert looked_up(pages, below, np.array([7])) == [records.best[7]]


@pytest.mark.parametrize("falling", [False, True])
@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4], [0, 2, 1, 4, 3]])
def test_values_in_memory_stay_when_their_indices_widen(falling, order):
    """Some tiers that are finished have higher slots than the one with too many values."""
    records = Records(None, [100_000] * 5, [5, 5, 200, 300, 400_000], falling, order=order)
    records.rules.slots, records.rules.max_moves = records.slots, 8
    tiers = FinishedTiers(records.rules, records.tiers, None, None)
    for _ in order:
        with ThreadPoolExecutor(2) as pool:
            tiers.add(*records.solved(), pool, 2)
        *_, values, indices, _ = tiers.below(0, NONE_UNFINISHED)
        assert (values[indices[records.finished]] == records.best[records.finished]).all()
    assert indices.itemsize == 4
