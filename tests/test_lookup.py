"""Both look-ups of sorted keys return what a dictionary returns, plain and compiled."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from retro.compiling.compile import jit
from retro.indexing import lookup
from retro.indexing.lookup import hash_table

LARGEST = 2**63 - 1
EDGES = sorted({size for k in range(12) for size in (2**k - 1, 2**k, 2**k + 1) if size <= 2000})

compiled: dict = {}
PLAIN = {name: getattr(lookup, name) for name in ("binary", "binary_all", "hashed")}
COMPILED = {name: jit(function, compiled) for name, function in PLAIN.items()}

some_keys = st.sets(st.integers(0, LARGEST) | st.integers(0, 99) | st.integers(LARGEST - 99, LARGEST), max_size=300)


def ascending(keys):
    return np.array(sorted(keys), np.int64)


def random_keys(size, seed, bits=63):
    """``size`` keys, spread over the numbers of ``bits`` bits."""
    generator = np.random.default_rng(seed)
    keys: set[int] = set()
    while len(keys) < size:
        keys |= set(generator.integers(0, 1 << bits, size - len(keys), np.uint64).tolist())
    return ascending(keys)


def neighbours(keys):
    """All keys, the numbers next to them, and both ends: absent numbers lie below, between and above the keys."""
    near = {key + step for key in keys.tolist() for step in (-1, 0, 1)} | {0, 1, LARGEST - 1, LARGEST}
    return sorted(key for key in near if 0 <= key <= LARGEST)


def check(keys, functions, queries=None):
    """Checks that every look-up returns the index that a dictionary holds."""
    table = hash_table(keys)
    index_of = {key: index for index, key in enumerate(keys.tolist())}
    queries = neighbours(keys) if queries is None else queries
    indices = np.full(len(queries) + 1, 77)
    functions["binary_all"](keys, np.array(queries, np.int64), len(queries), indices)
    assert indices.tolist() == [*(index_of.get(key, -1) for key in queries), 77]
    for key in queries:
        expected = index_of.get(key, -1)
        assert functions["binary"](keys, key) == expected
        assert functions["hashed"](table, keys, key) == expected


@given(some_keys, st.lists(st.integers(0, LARGEST)))
@example(set(), [])
@example({0}, [])
@example({LARGEST}, [])
@example({0, LARGEST}, [])
def test_any_keys(keys, others):
    keys = ascending(keys)
    check(keys, PLAIN, neighbours(keys) + others)


@pytest.mark.parametrize("size", EDGES)
@pytest.mark.parametrize("bits", [11, 63])
def test_sizes_around_powers_of_two(size, bits):
    """With 11 bits there are few gaps between the keys."""
    check(random_keys(size, size, bits), COMPILED)


@settings(max_examples=60)
@given(st.integers(0, 2000), st.sampled_from([11, 20, 40, 63]), st.integers(0, 99))
def test_compiled_functions_agree_with_a_dictionary(size, bits, seed):
    check(random_keys(size, seed, bits), COMPILED)


@settings(max_examples=20)
@given(st.integers(0, 2000), st.integers(0, 99), st.data())
def test_plain_calls_take_numbers_of_numpy(size, seed, data):
    """There is no warning of overflow: an element of the array of keys may be passed as it is."""
    keys = random_keys(size, seed)
    queries = keys[data.draw(st.lists(st.integers(0, size - 1), max_size=20)) if size else []]
    check(keys, PLAIN, [*queries, *queries.tolist()])


@given(st.sets(st.integers(0, LARGEST), max_size=60), st.sampled_from([np.uint32, np.int64]), st.data())
def test_tables_filled_by_hand(keys, kind, data):
    """Nearly full tables, so that searches pass many entries and go around the end; both kinds of entries."""
    keys = ascending(keys)
    table = np.zeros(1 << len(keys).bit_length(), kind)
    lookup.fill(table, keys)
    again = np.zeros_like(table)
    jit(lookup.fill, compiled)(again, keys)
    assert table.tolist() == again.tolist()
    others = data.draw(st.lists(st.integers(0, LARGEST)))
    index_of = {key: index for index, key in enumerate(keys.tolist())}
    for key in [*keys.tolist(), *others]:
        assert lookup.hashed(table, keys, key) == index_of.get(key, -1)
        assert COMPILED["hashed"](table, keys, key) == index_of.get(key, -1)


def test_entries_that_differ_in_nothing_but_the_index():
    """Keys with the same lower half have the same part of their hash in the table, so the keys themselves decide."""
    keys = np.arange(1000, dtype=np.int64) << 32 | 12345
    check(keys, PLAIN, [*keys.tolist(), *(keys + (1000 << 32)).tolist()])
    table = hash_table(keys)
    assert len(set((table[table > 0] >> 11).tolist())) == 1 and len(table) == 1 << 11


@pytest.mark.parametrize("size", [*EDGES, 5000])
def test_load_of_a_table(size):
    """The load is at most 0.7 and more than half of that, so that memory is as the module states."""
    entries = len(hash_table(random_keys(size, 1)))
    assert entries & (entries - 1) == 0
    assert size <= lookup.LOAD * entries
    assert size > lookup.LOAD * entries / 2 or entries == 1


def test_large_sets():
    """Keys that consist of two sets of bits, like boards."""
    generator = np.random.default_rng(3)
    low, high = (generator.integers(0, 1 << 25, 300_000, np.int64) for _ in range(2))
    keys = np.unique(high << 25 | low)
    order = generator.permutation(len(keys))[:20_000]
    table = hash_table(keys)
    for index in order.tolist():
        key = int(keys[index])
        assert COMPILED["binary"](keys, key) == index
        assert COMPILED["hashed"](table, keys, key) == index
