"""The rank bitvector and the dense index against plain counting."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retro.compiling.compile import jit
from retro.indexing import bitvector
from retro.indexing.bitvector import Bitvector
from retro.indexing.dense import dense_index
from retro.system.errors import GameError

EDGES = [0, 1, 62, 63, 64, 65, 127, 128, 447, 448, 449, 511, 512, 895, 896, 897, 448 * 7, 448 * 9 + 63, 9_000]
DENSITIES = [0.0, 0.001, 0.1, 0.5, 0.97, 1.0]


def random_flags(length, density, seed):
    return np.random.default_rng(seed).random(length) < density


def check(flags, functions=None):
    """Every rank, bit and select of a vector is what numpy counts."""
    get, rank, select = functions or (bitvector.get, bitvector.rank, bitvector.select)
    vector = Bitvector.from_flags(flags)
    before = np.concatenate([[0], np.cumsum(flags)])
    assert (vector.length, vector.ones) == (len(flags), before[-1])
    assert [rank(vector.lines, i) for i in range(len(flags) + 1)] == before.tolist()
    assert [get(vector.lines, i) for i in range(len(flags))] == flags.astype(int).tolist()
    places = [select(vector.lines, vector.samples, k) for k in range(vector.ones)]
    assert places == np.flatnonzero(flags).tolist()


@pytest.mark.parametrize("length", EDGES)
@pytest.mark.parametrize("density", DENSITIES)
def test_places_are_those_that_numpy_counts(length, density):
    check(random_flags(length, density, length))


def test_every_sample_and_its_neighbours():
    """Ones where a sample begins and ends, with long empty stretches between: select must not stop short."""
    flags = np.zeros(300_000, bool)
    flags[:4095] = flags[100_000:100_003] = flags[250_000:258_200] = flags[299_999] = True
    vector = Bitvector.from_flags(flags)
    positions = [bitvector.select(vector.lines, vector.samples, k) for k in range(vector.ones)]
    assert positions == np.flatnonzero(flags).tolist()


@pytest.mark.compiled
def test_compiled_functions_agree_sign_bits_included():
    """Those of the vector, and of a dense index."""
    compiled = {}
    functions = [jit(f, compiled) for f in (bitvector.get, bitvector.rank, bitvector.select)]
    for density in DENSITIES:
        check(random_flags(6_000, density, 7), functions)
    valid = random_flags(3000, 0.3, 5)
    slots, squeeze, widen = dense_index(valid)
    squeeze, widen = jit(squeeze, compiled), jit(widen, compiled)
    assert [widen(index) for index in range(slots)] == np.flatnonzero(valid).tolist()
    assert [squeeze(widen(index)) for index in range(slots)] == list(range(slots))


@settings(max_examples=10)
@given(st.integers(8192, 3_000_000), st.sampled_from(DENSITIES))
def test_auxiliary_data_is_at_most_257_of_1024(length, density):
    """The size of the dictionary in Takizawa (2023), here an upper bound."""
    vector = Bitvector.from_flags(random_flags(length, density, 1))
    bits = (length + 7) // 8
    assert (vector.lines.nbytes + vector.samples.nbytes - bits) * 1024 <= bits * 257


def test_blocks_begin_on_cache_lines():
    for length in (10, 10_000, 1_000_000):
        assert Bitvector.from_flags(np.ones(length, bool)).lines.ctypes.data % 64 == 0


def test_words_are_lowest_bit_first():
    vector = Bitvector.from_words(np.array([-(2**63), 0b110], np.int64), 70)
    assert [i for i in range(70) if bitvector.get(vector.lines, i)] == [63, 65, 66]


@pytest.mark.parametrize(
    ("words", "places", "message"),
    [([0], 65, "needs 2 words, not 1"), ([0, 2], 65, "beyond the vector's 65"), ([0, 1], 64, "beyond the vector's 64")],
)
def test_words_that_do_not_fit_the_length(words, places, message):
    with pytest.raises(ValueError, match=message):
        Bitvector.from_words(np.array(words, np.int64), places)


@given(st.integers(1, 5000), st.sampled_from(DENSITIES), st.integers(0, 99))
def test_dense_index_numbers_the_valid_ones(length, density, seed):
    valid = random_flags(length, density, seed)
    slots, squeeze, widen = dense_index(valid)
    numbers = np.flatnonzero(valid).tolist()
    assert slots == len(numbers)
    assert [widen(index) for index in range(slots)] == numbers
    assert [squeeze(number) for number in numbers] == list(range(slots))


def test_two_dense_indices_do_not_share_tables():
    odd = dense_index(np.arange(1000) % 2 == 1)
    even = dense_index(np.arange(1000) % 2 == 0)
    assert (odd.widen(3), even.widen(3)) == (7, 6)


def test_dense_index_of_too_many_numbers():
    with pytest.raises(GameError, match="8,000,000 numbers are too many for the index"):
        dense_index(np.ones(8_000_000, bool))
