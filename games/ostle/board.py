"""The board of Ostle: squares, steps, symmetries.

key   hole square | opponent's set | mover's set      n*n bits each for the sets, a1 = 0, a2 = 1, ..., b1 = n, ...
code  square * 4 + direction                          U, D, L, R = 0, 1, 2, 3: the order of the paper's algorithm 1
"""

from __future__ import annotations

import numpy as np

from .options import SIZE

SQUARES = SIZE * SIZE
ALL = (1 << SQUARES) - 1
BOTH = (1 << (2 * SQUARES)) - 1
HOLE = 2 * SQUARES
CODES = SQUARES * 4

OFF = 62
"""Where a step off the board leads."""
OUTSIDE = 1 << OFF

_FILES, _RANKS = np.divmod(np.arange(SQUARES), SIZE)
STEP = np.full(CODES, OFF, np.int32)
"""A square's neighbour: STEP[code]."""
for _square in range(SQUARES):
    for _direction, (_file, _rank) in enumerate(((0, 1), (0, -1), (-1, 0), (1, 0))):
        if 0 <= _FILES[_square] + _file < SIZE and 0 <= _RANKS[_square] + _rank < SIZE:
            STEP[_square * 4 + _direction] = _square + _file * SIZE + _rank
EDGE = np.array([sum(1 << s for s in range(SQUARES) if STEP[s * 4 + d] == OFF) for d in range(4)], np.int64)
EXITS = np.array(
    [
        EDGE[d] | (1 << STEP[hole * 4 + (d ^ 1)] if STEP[hole * 4 + (d ^ 1)] != OFF else 0)
        for hole in range(SQUARES)
        for d in range(4)
    ],
    np.int64,
)
"""Squares from which a step in a direction leads off the board or into the hole: EXITS[hole * 4 + direction]."""
NOT_TOP = int(ALL ^ EDGE[0])
NOT_BOTTOM = int(ALL ^ EDGE[1])

# The symmetries in the order of the paper's algorithm 2: flip left-right, flip up-down, transpose, combined.
GROUP = 8


def _turned(square: int, g: int) -> int:
    file, rank = divmod(square, SIZE)
    if g & 1:
        file = SIZE - 1 - file
    if g & 2:
        rank = SIZE - 1 - rank
    if g & 4:
        file, rank = rank, file
    return file * SIZE + rank


PERMUTATIONS = [[_turned(square, g) for square in range(SQUARES)] for g in range(GROUP)]
_DIRECTIONS = [[0, 1, 2, 3], [0, 1, 3, 2], [1, 0, 2, 3], [1, 0, 3, 2]]
_TRANSPOSED = [3, 2, 1, 0]
_TURNED_DIRECTION = _DIRECTIONS + [[_TRANSPOSED[d] for d in row] for row in _DIRECTIONS]
CODE_IMAGE = np.array(
    [PERMUTATIONS[g][code >> 2] * 4 + _TURNED_DIRECTION[g][code & 3] for g in range(GROUP) for code in range(CODES)],
    np.int32,
)


def pack(square: int, mover: int, opponent: int) -> int:
    """The key of a board."""
    return mover | (opponent << SQUARES) | (square << HOLE)


def square_name(square: int) -> str:
    """``a1``, ``a2``, ..."""
    return "abcdefgh"[square // SIZE] + str(square % SIZE + 1)
