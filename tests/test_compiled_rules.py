"""Functions that rules and indices call, plain and compiled, with numbers of all sizes: also near 2**62."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from retro.compiling.compile import jit
from retro.game.bits import low_product, lowest, pdep, pext, popcount
from retro.indexing.images import set_images
from retro.indexing.placements import PlacementIndex

pytestmark = pytest.mark.compiled

NUMBERS = st.integers(0, 2**63 - 1) | st.integers(2**62 - 99, 2**62 + 99) | st.integers(0, 99)
ORDER, IMAGE, IMAGE_CODE = set_images([list(range(31)), [*range(30, -1, -1)]], 2, 2)
INDEX = PlacementIndex([range(62)], [(7, 9)])


def of_bits(one, other):
    return popcount(one), lowest(one) if one else -1, pext(one, other), pdep(one, other), low_product(one, other)


@pytest.fixture(scope="module")
def machine():
    """All functions as machine code."""
    functions = of_bits, IMAGE, INDEX.rank, INDEX.unrank
    return [jit(each, {}) for each in functions]


@given(NUMBERS, NUMBERS)
@example(2**63 - 1, 2**63 - 1)
def test_functions_of_bits_are_those_of_whole_numbers(machine, one, other):
    places = [place for place in range(63) if other >> place & 1]
    extracted = sum((one >> place & 1) << number for number, place in enumerate(places))
    spread = sum((one >> number & 1) << place for number, place in enumerate(places))
    lowest = (one & -one).bit_length() - 1
    expected = one.bit_count(), lowest, extracted, spread, one * other % 2**63
    assert machine[0](one, other) == of_bits(one, other) == expected


@given(NUMBERS, st.integers(0, INDEX.slots - 1))
@example(2**62, INDEX.slots - 1)
def test_images_and_ranks_are_the_same(machine, key, slot):
    assert INDEX.slots == comb(62, 7) * comb(55, 9) > 1 << 61
    assert machine[1](key, 1) == IMAGE(key, 1)
    sets = INDEX.unrank(slot)
    assert machine[3](slot) == sets
    assert machine[2](*sets) == INDEX.rank(*sets) == (slot, 0, False)
    assert machine[2](key, slot) == INDEX.rank(key, slot)
