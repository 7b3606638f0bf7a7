"""`image` and `image_code` from permutations: those of a naive definition, and of a game that defines its own."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retro.compiling.compile import jit
from retro.indexing.images import grid_symmetries, set_images
from retro.system.errors import GameError


def turned(key, permutation, sets):
    """The key with each square of each set where the permutation says, and the bits above as they are."""
    squares = len(permutation)
    expected = key >> sets * squares << sets * squares
    for place in range(sets * squares):
        number, square = divmod(place, squares)
        expected |= (key >> place & 1) << number * squares + permutation[square]
    return expected


def digits(code, base, count):
    """The last digits of a code, the last one first, and what is before them."""
    last = []
    for _ in range(count):
        code, digit = divmod(code, base)
        last.append(digit)
    return last, code


@given(st.integers(1, 6), st.integers(1, 5), st.integers(1, 3), st.integers(0, 3), st.data())
def test_each_square_goes_where_its_permutation_says(columns, rows, sets, code_squares, data):
    symmetries, squares = grid_symmetries(columns, rows), columns * rows
    if sets * squares > 63:
        with pytest.raises(ValueError, match=f"{sets} sets of {squares} squares"):
            set_images(symmetries, sets)
        return
    order, image, image_code = set_images(symmetries, sets, code_squares)
    assert order == len(symmetries)
    key, g = data.draw(st.integers(0, 2**63 - 1)), data.draw(st.integers(0, order - 1))
    assert image(key, g) == turned(key, symmetries[g], sets)
    code = data.draw(st.integers(0, 32_766))
    (one, kind), (other, same) = digits(code, squares, code_squares), digits(image_code(code, g), squares, code_squares)
    assert [symmetries[g][square] for square in one] == other and kind == same


def test_symmetries_of_grids():
    assert [len(grid_symmetries(*size)) for size in ((4, 4), (4, 3), (3, 1), (1, 3), (1, 1))] == [8, 4, 2, 2, 1]
    assert grid_symmetries(3, 2) == [[0, 1, 2, 3, 4, 5], [2, 1, 0, 5, 4, 3], [3, 4, 5, 0, 1, 2], [5, 4, 3, 2, 1, 0]]
    with pytest.raises(ValueError, match="0 x 3"):
        grid_symmetries(0, 3)


@pytest.mark.compiled
def test_images_under_a_large_group():
    permuted, sets = [list(order) for order in permutations(range(8))], 7
    group, image, image_code = set_images(permuted, sets, 2)
    assert group == len(permuted) == 40_320
    squares, chance = len(permuted[0]), np.random.default_rng(1)
    compiled, code_compiled = jit(image, {}), jit(image_code, {})
    for key, g in zip(chance.integers(0, 1 << 62, 300).tolist(), chance.integers(0, group, 300).tolist(), strict=True):
        assert image(key, g) == compiled(key, g) == turned(key, permuted[g], sets)
        one, other = key % squares, key // squares % squares
        after = (3 * squares + permuted[g][one]) * squares + permuted[g][other]
        code = (3 * squares + one) * squares + other
        assert image_code(code, g) == code_compiled(code, g) == after


def turns_of(*lengths):
    """Returns the permutations that turn each of several rings of squares."""
    rings = np.split(np.arange(sum(lengths)), np.cumsum(lengths)[:-1])
    return [
        np.concatenate([np.roll(ring, -by) for ring, by in zip(rings, turn, strict=True)])
        for turn in product(*map(range, lengths))
    ]


def test_impossible_arguments_are_refused():
    with pytest.raises(ValueError, match="must be a group"):
        set_images([range(4), [1, 2, 3, 0]], 1)
    with pytest.raises(ValueError, match="0 sets of 4 squares"):
        set_images([range(4)], 0)
    with pytest.raises(GameError, match=r"^set_images: 1,640 symmetries of 55 squares need a table of 1,\d+,\d+ bytes"):
        set_images(turns_of(4, 10, 41), 1)
