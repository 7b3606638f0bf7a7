"""Packed keys against a dictionary: every key and its neighbours are looked up, compiled and by the index."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from retro.indexing import packed_keys
from retro.indexing.enumerated import Positions
from retro.indexing.packed_keys import PackedKeys

LARGEST = 2**63 - 1
SIZES = sorted({size for k in (0, 1, 6, 7, 10) for size in (2**k - 1, 2**k, 2**k + 1)} | {20_000})

key_sets = st.sets(st.integers(0, LARGEST) | st.integers(0, 99) | st.integers(LARGEST - 99, LARGEST), max_size=300)


def ascending(keys):
    return np.array(sorted(keys), np.int64)


def random_keys(size, seed, bits=63):
    """Returns so many keys, spread over the numbers of so many bits."""
    generator = np.random.default_rng(seed)
    keys: set[int] = set()
    while len(keys) < size:
        keys |= set(generator.integers(0, 1 << bits, size - len(keys), np.uint64).tolist())
    return ascending(keys)


def near(keys):
    """Returns all keys, the numbers beside them, and both ends."""
    numbers = {key + step for key in keys.tolist() for step in (-1, 0, 1)} | {0, 1, LARGEST - 1, LARGEST}
    return sorted(key for key in numbers if 0 <= key <= LARGEST)


def check(keys, wanted):
    positions, slots = Positions.of(keys), {key: slot for slot, key in enumerate(keys.tolist())}
    expected = [slots.get(key, -1) for key in wanted]
    assert [positions.find(key) for key in wanted] == expected
    if len(keys):
        found = np.full(len(wanted) + 1, 77)
        packed_keys.for_python(packed_keys.find_all, 0)(*positions.packed[:3], np.array(wanted), len(wanted), found)
        assert found.tolist() == [*expected, 77]
    assert np.array_equal(positions[:], keys) and np.array_equal(positions[::7], keys[::7])
    assert [positions.word_at(slot) for slot in range(len(keys))] == keys.tolist()


@settings(max_examples=40)
@given(key_sets, st.lists(st.integers(0, LARGEST)))
@example(set(), [])
@example({0}, [])
@example({LARGEST}, [])
@example({0, LARGEST}, [])
def test_any_keys(keys, others):
    keys = ascending(keys)
    check(keys, near(keys) + others)


@pytest.mark.compiled
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bits", [15, 40, 63])
def test_sizes_around_those_of_blocks(size, bits):
    """Keys of 15 bits are numbered nearly without gaps."""
    keys = random_keys(size, size, bits)
    check(keys, near(keys)[:2000] + near(keys)[-2000:])


def test_slices_begin_and_end_anywhere():
    """In plain Python, an index beyond the end is an error."""
    keys = random_keys(1000, 1, 30)
    packed = PackedKeys.of(keys)
    for start in range(0, 1000, 37):
        for stop in range(start, 1001, 41):
            assert np.array_equal(packed.keys(start, stop), keys[start:stop])
    for size in (1, 64, 65, 129):  # the last block of 65 keys has one, of no bits
        packed, keys = PackedKeys.of(np.arange(size) * 1000), np.empty(size, np.int64)
        packed_keys.unpack(packed.firsts, packed.starts, packed.words, size, keys)
        assert np.array_equal(keys, np.arange(size) * 1000)


@pytest.mark.compiled
def test_keys_in_clusters_take_few_bytes():
    """Keys of neighbouring squares: 10 bits vary within a cluster, and clusters are far from each other."""
    keys = np.unique(random_keys(2000, 1, 50)[:, None] + random_keys(300, 2, 10)[None, :])
    positions = Positions.of(keys)
    assert positions.nbytes < 2.5 * len(keys)  # an array takes 8
