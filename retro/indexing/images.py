"""`image` and `image_code` of a game, made from permutations of the squares of its board.

A key has sets of squares, one after the other from the lowest bit on, each with a bit for every square. Higher bits,
such as the side to move, are the same in all images. A code is a number to the base SQUARES (the number of squares)
whose last digits are squares: ``square``, ``start * SQUARES + end``, ``kind * SQUARES + square``.

    GROUP, image, image_code = set_images(grid_symmetries(5, 5), sets=2, code_squares=2)

An entry of the table is the image of a set of up to eight neighbouring squares, so an image takes a few look-ups.

The table of a large group would be large: 3,072 symmetries of 27 squares would take 6 MiB. So each element of such a
group is made of two parts: one of the subgroup that leaves some squares where they are, and then one element for each
place to which these squares can go. The table then has a row for each part, 208 of that group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from retro.game.instances import instance
from retro.indexing.boards import Numbers, group
from retro.indexing.table_limits import FROZEN_BYTES, check_sizes
from retro.system.errors import GameError

KEY_BITS = 63
ONE_PART_BYTES = 1 << 18
"""Size limit of the table of elements that are not made of two parts: it should fit into the processor's cache."""

# Placeholders: `set_images` gives them the values of each game.
SQUARES = SETS = CHUNKS = BITS = CODE_SQUARES = PARTS = 0
TABLE = PLACES = ROWS = np.zeros(0, np.int64)


class Images(NamedTuple):
    """The values of GROUP, `image` and `image_code` in rules.py (see the contract)."""

    group: int
    image: Callable[[int, int], int]
    image_code: Callable[[int, int], int]


def _image(key: int, g: int) -> int:
    for part in range(PARTS):
        row = int(ROWS[PARTS * g + part]) if PARTS > 1 else g
        turned = key >> SETS * SQUARES << SETS * SQUARES
        for number in range(SETS):
            squares = key >> number * SQUARES
            for chunk in range(CHUNKS):
                bits = squares >> chunk * BITS & (1 << BITS) - 1
                turned |= int(TABLE[(row * CHUNKS + chunk) << BITS | bits]) << number * SQUARES
        key = int(turned)
    return key


def _image_code(code: int, g: int) -> int:
    turned, weight = 0, 1
    for _ in range(CODE_SQUARES):
        square = code % SQUARES
        for part in range(PARTS):
            row = int(ROWS[PARTS * g + part]) if PARTS > 1 else g
            square = int(PLACES[row * SQUARES + square])
        turned += square * weight
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
    squares = places.shape[1]
    if sets < 1 or sets * squares > KEY_BITS or code_squares < 0:
        raise ValueError(
            f"{sets} sets of {squares} squares and codes of {code_squares} squares: a key has 1 to 63 bits"
        )
    entry = np.dtype(next(kind for kind in ("u1", "u2", "u4", "i8") if squares <= 8 * np.dtype(kind).itemsize))

    def size(rows: int, bits: int) -> int:
        return int(rows * -(-squares // bits) * entry.itemsize << bits)

    elements, rows = (places, places[:, :0]) if size(len(places), 8) <= ONE_PART_BYTES else _in_parts(places)
    bits = next((bits for bits in (8, 6, 4, 3, 2, 1) if size(len(elements), bits) <= FROZEN_BYTES), 1)
    if size(len(elements), bits) > FROZEN_BYTES:
        raise GameError(
            f"set_images: {len(places):,} symmetries of {squares} squares need a table of "
            f"{size(len(elements), bits):,} bytes, more than 2**20: declare fewer of them, such as a subgroup"
        )
    table = np.zeros((len(elements), -(-squares // bits), 1 << bits), entry)
    for square in range(squares):
        chunk, bit = divmod(square, bits)
        images = (np.arange(1 << bits) >> bit & 1) << elements[:, square, None]
        table[:, chunk] |= images.astype(entry)
    names = {
        "SQUARES": squares,
        "SETS": sets,
        "CHUNKS": table.shape[1],
        "BITS": bits,
        "CODE_SQUARES": code_squares,
        "PARTS": max(1, rows.shape[1]),
        "TABLE": table.ravel(),
        "PLACES": elements.astype(np.uint8).ravel(),
        "ROWS": rows.astype(np.uint16).ravel(),
    }
    check_sizes(names)
    own = instance(__name__, names)
    return Images(len(places), own._image, own._image_code)


def _in_parts(places: Numbers) -> tuple[Numbers, Numbers]:
    """Returns fewer elements of a group, and for each of all elements the rows of two of these which make it, the first
    to be applied first.
    """
    order, fixed = len(places), 0
    while (places[:, :fixed] == np.arange(fixed)).all(axis=1).sum() ** 2 > order:
        fixed += 1
    subgroup = places[(places[:, :fixed] == np.arange(fixed)).all(axis=1)]
    _, firsts, cosets = np.unique(places[:, :fixed], axis=0, return_index=True, return_inverse=True)
    back = np.argsort(places[firsts], axis=1)
    before = np.take_along_axis(back[cosets.reshape(order)], places, axis=1)  # what remains to be done first
    numbers = {tuple(each): row for row, each in enumerate(subgroup.tolist())}
    rows = [numbers[tuple(each)] for each in before.tolist()]
    return np.concatenate([subgroup, places[firsts]]), np.stack([rows, len(subgroup) + cosets.reshape(order)], axis=1)
