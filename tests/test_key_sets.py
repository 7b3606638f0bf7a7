"""Sets of keys that grow, compared with Python's sets, and positions that are enumerated in files."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mixing_game.plugin import retro_game
from runs import rules_of

from retro.compiling.kernels import kernels_of
from retro.game import ONGOING
from retro.game.bits import low_product
from retro.game.loading import load
from retro.indexing import sorted_kernels
from retro.indexing.discovery import Limits, enumerate_positions
from retro.indexing.discovery_kernels import SAMPLE_BITS, SAMPLE_FACTOR
from retro.indexing.enumerated import EdgeSample, canonical_of
from retro.indexing.key_sets import KeySet, Pieces, Sorting
from retro.solving import edge_memory, transposed
from retro.system.page_files import FileStorage
from retro.system.progress import Silent
from retro.system.sizes import TINY

KEYS = st.one_of(st.integers(0, 300), st.integers(0, 2**62))
BATCHES = st.lists(st.lists(st.lists(KEYS, max_size=60), min_size=1, max_size=4), max_size=5)


@pytest.fixture(scope="module")
def sorting():
    return Sorting(kernels_of(rules_of("lgame"), sorted_kernels), TINY)


def arrays(lists):
    return [np.unique(np.array(keys, np.int64)) for keys in lists]


def taken(pieces, some):
    """The keys of pieces, which are then removed."""
    keys = [key for piece in some for key in pieces.keys(piece).tolist()]
    for piece in some:
        pieces.remove(piece)
    return keys


@given(BATCHES, st.integers(0, 5))
def test_a_key_set_is_a_set(sorting, tmp_path_factory, batches, moved):
    pieces = Pieces()
    keys, expected = KeySet(pieces, sorting), set()
    for number, batch in enumerate(batches):
        if number == moved:
            pieces.move(FileStorage(tmp_path_factory.mktemp("pieces")), keys.segments)
            assert pieces.held == 0
        added = taken(pieces, keys.add(arrays(batch), map))
        given_keys = {key for some in batch for key in some}
        assert sorted(added) == sorted(given_keys - expected)
        expected |= given_keys
        assert keys.size == len(expected)
        assert [key for piece in keys.segments for key in pieces.keys(piece).tolist()] == sorted(expected)
        if expected:
            assert keys.ends == (min(expected), max(expected))
    assert np.concatenate(list(keys.taken())).tolist() == sorted(expected)


@given(st.lists(st.integers(0, 2**64 - 1), max_size=200), st.integers(0, 63), st.integers(1, 64))
def test_words_are_sorted(sorting, words, shift, bits):
    """By digits, of which there are fewer if words differ in few bits only."""
    words = np.array(words, np.uint64) & np.uint64((1 << bits) - 1) << np.uint64(shift)
    for low in (0, shift, min(63, shift + bits // 2)):
        some, spare = words.copy(), np.zeros_like(words)
        expected = words[np.argsort(words >> np.uint64(low), kind="stable")]
        assert np.array_equal(spare if sorting.kernels.sort(some, spare, low) else some, expected)


def test_positions_are_enumerated_in_files(tmp_path):
    rules = load(retro_game(), {"size": 1000})
    expected = enumerate_positions(rules, 2, Silent(), Limits(1 << 20)).index[:]
    opened, sizes = [], replace(TINY, min_batch=100, task_positions=50)

    def files():
        opened.append(FileStorage(tmp_path))
        return opened[-1]

    limits = Limits(1 << 20, memory=4000, scratch=files, sizes=sizes)
    result = enumerate_positions(rules, 3, Silent(), limits)
    assert np.array_equal(result.index[:], expected)
    assert len(opened) == 1 and opened[0].written > 0 and not any(tmp_path.iterdir())


def test_the_sample_of_edges_has_all_that_lead_to_some_positions():
    """Chosen by a hash of their keys, and all moves to them are made in plain Python."""
    rules, expected = load(retro_game(), {"size": 20_000}), Counter()
    found = enumerate_positions(rules, 2, Silent(), Limits(1 << 20))
    for slot in range(found.slots):
        for move in rules.moves(found.unrank(slot)):
            target = canonical_of(rules)(move.successor)[0] if move.outcome == ONGOING else -1
            if target >= 0 and low_product(target, SAMPLE_FACTOR) >> (63 - SAMPLE_BITS) == 0:
                expected[target, slot] += 1
    sample = found.index.sample
    assert Counter(zip(sample.targets.tolist(), sample.sources.tolist(), strict=True)) == expected
    assert sample.share == 1 << SAMPLE_BITS and len(expected) > 10


def test_predicted_bytes_of_lists_are_those_of_the_lists():
    """As far as a sample of all positions can say: the length of a long list takes a byte more."""
    rules = enumerate_positions(load(retro_game(), {"size": 1000}), 2, Silent(), Limits(1 << 20))
    edges = np.array(
        [
            (move.successor, key)
            for key in rules.index[:].tolist()
            for move in rules.moves(key)
            if move.outcome == ONGOING
        ]
    )
    rules.index.sample = EdgeSample.of(rules.index, edges, 1)
    assert edge_memory.lists_bytes(rules) == len(transposed.transpose(rules, 1, Silent(), False).lists(0).data)
