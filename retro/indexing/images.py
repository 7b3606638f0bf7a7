"""`image` and `image_code` of a game, made from permutations of the squares of its board.

A key has sets of squares, one after the other from the lowest bit on, each with a bit for every square. Higher bits,
such as the side to move, are the same in all images. A code is a number to the base SQUARES (the number of squares)
whose last digits are squares: ``square``, ``start * SQUARES + end``, ``kind * SQUARES + square``.

    GROUP, image, image_code = set_images(grid_symmetries(5, 5), sets=2, code_squares=2)

An entry of the table is the image of a set of up to eight neighbouring squares, so an image takes a few look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from retro.indexing.binding import FROZEN_BYTES, bound, check_size
from retro.indexing.boards import group

KEY_BITS = 63

# Placeholders: `set_images` binds them for each game.
SQUARES = SETS = CHUNKS = BITS = CODE_SQUARES = 0
TABLE = PLACES = np.zeros(0, np.int64)


class Images(NamedTuple):
    """The values of GROUP, `image` and `image_code` in rules.py (see the contract)."""

    group: int
    image: Callable[[int, int], int]
    image_code: Callable[[int, int], int]


def _image(key: int, g: int) -> int:
    turned = key >> SETS * SQUARES << SETS * SQUARES
    for number in range(SETS):
        squares = key >> number * SQUARES
        for chunk in range(CHUNKS):
            part = squares >> chunk * BITS & (1 << BITS) - 1
            turned |= int(TABLE[(g * CHUNKS + chunk) << BITS | part]) << number * SQUARES
    return turned


def _image_code(code: int, g: int) -> int:
    turned, weight = 0, 1
    for _ in range(CODE_SQUARES):
        turned += int(PLACES[g * SQUARES + code % SQUARES]) * weight
        code //= SQUARES
        weight *= SQUARES
    return turned + code * weight


def grid_symmetries(columns: int, rows: int) -> list[list[int]]:
    """Returns the symmetries of a grid: eight of a square, four of a rectangle, two of a line.

    Element 0 is the identity. ``[g][square]`` is the image of a square, and a square is ``columns * row + column``.
    Raises ValueError if the grid has no squares.
    """
    if columns < 1 or rows < 1:
        raise ValueError(f"a grid has at least one column and one row, not {columns} x {rows}")
    symmetries = []
    for g in range(8 if columns == rows else 4):
        places = []
        for square in range(columns * rows):
            row, column = divmod(square, columns)
            column = columns - 1 - column if g & 1 else column
            row = rows - 1 - row if g & 2 else row
            places.append(columns * column + row if g & 4 else columns * row + column)
        symmetries.append(places)
    return [places for g, places in enumerate(symmetries) if places not in symmetries[:g]]


def set_images(permutations: Sequence[Sequence[int]], sets: int, code_squares: int = 1) -> Images:
    """GROUP, `image` and `image_code` of a game whose key begins with ``sets`` sets of squares.

    ``permutations[g][square]`` is the image of a square; element 0 is the identity. ``code_squares`` is the number of
    squares that a code ends with. ValueError if the permutations are not a group, or if the sets do not fit into a key;
    GameError if a table would be too large for machine code.
    """
    places = group(permutations)
    order, squares = places.shape
    if sets < 1 or sets * squares > KEY_BITS or code_squares < 0:
        raise ValueError(
            f"{sets} sets of {squares} squares and codes of {code_squares} squares: a key has 1 to 63 bits"
        )
    sizes = {bits: order * -(-squares // bits) * 8 << bits for bits in (8, 6, 4, 2)}
    bits = next((bits for bits, size in sizes.items() if size <= FROZEN_BYTES), 2)
    check_size("TABLE", sizes[bits])
    table = np.zeros((order, -(-squares // bits), 1 << bits), np.int64)
    for square in range(squares):
        chunk, bit = divmod(square, bits)
        table[:, chunk] |= (np.arange(1 << bits) >> bit & 1) << places[:, square, None]
    names = {
        "SQUARES": squares,
        "SETS": sets,
        "CHUNKS": table.shape[1],
        "BITS": bits,
        "CODE_SQUARES": code_squares,
        "TABLE": table.ravel(),
        "PLACES": places.ravel(),
    }
    return Images(order, *bound((_image, _image_code), names))
