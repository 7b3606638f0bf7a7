"""Squares, pieces and attacks.

A square is SIZE * row + file, from White's left corner. A direction is an index into STEPS; the first four are those of
a rook.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .options import SIZE

SQUARES = SIZE * SIZE
NO_PIECE, PAWN, ROOK, QUEEN = range(4)
"""The piece that a side has besides its king; NO_PIECE if it has none."""
SLIDES = (0, 0, 4, 8)
"""In how many directions each of them slides."""
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
"""Directions as files to the right and rows up."""
UP, UP_RIGHT, UP_LEFT = 0, 4, 7


def _steps() -> NDArray[np.int8]:
    table = np.full((SQUARES, len(STEPS)), -1, np.int8)
    for square in range(SQUARES):
        for direction, (right, up) in enumerate(STEPS):
            file, row = square % SIZE + right, square // SIZE + up
            if 0 <= file < SIZE and 0 <= row < SIZE:
                table[square, direction] = SIZE * row + file
    return table


STEP = _steps()
"""The next square in each direction; -1 beyond the edge."""


def _directions() -> NDArray[np.int8]:
    table = np.full((SQUARES, SQUARES), -1, np.int8)
    for start in range(SQUARES):
        for direction in range(len(STEPS)):
            square = STEP[start, direction]
            while square >= 0:
                table[start, square] = direction
                square = STEP[square, direction]
    return table


DIRECTION = _directions()
"""The direction from one square to another; -1 if they are in no line."""


def turned(square: int, g: int) -> int:
    """The image of a square: element 1 exchanges left and right, 2 up and down, 4 files and rows."""
    file, row = square % SIZE, square // SIZE
    if g & 1:
        file = SIZE - 1 - file
    if g & 2:
        row = SIZE - 1 - row
    return SIZE * file + row if g & 4 else SIZE * row + file


def beside(one: int, other: int) -> bool:
    """Whether two squares are the same or a king's step apart."""
    return abs(one % SIZE - other % SIZE) <= 1 and abs(one // SIZE - other // SIZE) <= 1


def attacks(piece: int, start: int, end: int, one: int, other: int) -> bool:
    """Whether a piece on a square attacks another one, with men on the squares ``one`` and ``other`` or on -1.

    Pawns are White's. NO_PIECE attacks nothing.
    """
    if piece == NO_PIECE:
        return False
    direction = int(DIRECTION[start, end])
    if piece == PAWN:
        return direction in (UP_RIGHT, UP_LEFT) and int(STEP[start, direction]) == end
    if direction < 0 or direction >= SLIDES[piece]:
        return False
    square = int(STEP[start, direction])
    while square != end:
        if square == one or square == other:
            return False
        square = int(STEP[square, direction])
    return True
