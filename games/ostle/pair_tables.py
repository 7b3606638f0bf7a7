"""Tables of the index of Ostle (`pairs`), computed for the board and the numbers of pieces that the options choose.

A *class* is an orbit of squares under the symmetries; its square is the smallest. A *row* is an orbit of mover's sets
under the stabiliser of the square of a class; a *block* is a class with two numbers of pieces.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from retro.indexing.boards import products, starts, subsets
from retro.indexing.table_limits import FROZEN_BYTES

from .board import ALL, GROUP, PERMUTATIONS, SQUARES
from .options import LEFT, MEN, PIECES

FEWEST = LEFT + 1
COUNTS = [
    (mover, opponent)
    for mover in range(MEN, FEWEST - 1, -1)
    for opponent in range(MEN, FEWEST - 1, -1)
    if mover + opponent <= PIECES
]
"""Numbers of the mover's and the opponent's pieces, in the order of the index."""
SIZES = SQUARES + 1
"""Numbers of pieces that tables have entries for, so that no number reads beyond a table."""

_IMAGES = np.array(PERMUTATIONS, np.int64)
_SMALLEST = _IMAGES.min(axis=0).tolist()
_SQUARES = sorted(set(_SMALLEST))
_STABILISERS = [[g for g in range(GROUP) if PERMUTATIONS[g][square] == square] for square in _SQUARES]
_MOVERS = sorted({mover for mover, _ in COUNTS})


def _turned(sets: NDArray[np.int64], g: int) -> NDArray[np.int64]:
    turned = np.zeros_like(sets)
    for square in range(SQUARES):
        turned |= ((sets >> square) & 1) << _IMAGES[g, square]
    return turned


def _images(start: int, width: int) -> NDArray[np.int32]:
    """Returns, for each symmetry, the images of all sets of ``width`` squares from ``start`` on."""
    sets = (np.arange(1 << width, dtype=np.int64) << start) & ALL
    return np.concatenate([_turned(sets, g) for g in range(GROUP)]).astype(np.int32)


def _padded(entries: list[int]) -> NDArray[np.int32]:
    """Returns the entries and zeros, 32 in all: no number of a square, masked to 5 bits, reads beyond them."""
    table = np.zeros(32, np.int32)
    table[: len(entries)] = entries
    return table


def _universe(size: int) -> int:
    """Returns the most squares that are free when the opponent has ``size`` pieces; 0 if no block has so many."""
    return max((SQUARES - 1 - mover for mover, opponent in COUNTS if opponent == size), default=0)


def _halves(table: NDArray[np.integer]) -> tuple[int, NDArray[np.integer], NDArray[np.integer]]:
    """Returns 0, a table and an empty one, or, if it is too large for one, where its second half begins and both."""
    middle = 0 if table.nbytes <= FROZEN_BYTES else (len(table) + 1) // 2
    return middle, table[: middle or None], table[middle or len(table) :]


IMAGE_LOW, IMAGE_MIDDLE, IMAGE_HIGH = _images(0, 9), _images(9, 8), _images(17, 8)
"""Images of the parts of a set, by symmetry: 9, 8 and 8 squares."""
PRODUCT = products(_IMAGES).astype(np.int32).ravel()
CLASS = _padded([_SQUARES.index(square) for square in _SMALLEST])
CLASS_SQUARE = np.array(_SQUARES, np.int32)
TURN = _padded([int(np.argmax(_IMAGES[:, square] == _SMALLEST[square])) for square in range(SQUARES)])
"""By square, the symmetry that maps it to the square of its class."""
STABILISER = np.array([each + [0] * (GROUP - len(each)) for each in _STABILISERS], np.int32).ravel()
STABILISERS = np.array([len(each) for each in _STABILISERS], np.int32)

# Ranks of subsets from tables of 12 bits each.
_MEMBERS = (np.arange(4096)[:, None] >> np.arange(12)) & 1
_NTH = np.cumsum(_MEMBERS, axis=1)


def _numbers(first: int, before: NDArray[np.int64]) -> NDArray[np.int32]:
    """Returns the parts of combinatorial numbers for 12 squares from ``first`` on, after so many members ``before``."""
    binomials = np.array([[comb(first + square, n) for n in range(26)] for square in range(12)], np.int64)
    chosen = np.clip(_NTH + before[:, None], 0, 25)
    return np.asarray((_MEMBERS * binomials[np.arange(12), chosen]).sum(axis=1), np.int32)


COLEX_LOW = _numbers(0, np.zeros(4096, np.int64))
COLEX_HIGH = np.concatenate([_numbers(12, size - _NTH[:, -1]) for size in range(SIZES)])
_SUBSETS = [subsets(_universe(size), size) for size in range(SIZES)]
SUBSETS = np.concatenate(_SUBSETS).astype(np.int32)
SUBSET_FIRST = np.cumsum([0] + [len(each) for each in _SUBSETS[:-1]]).astype(np.int32)

# Rows by class and number of the mover's pieces; the row and the symmetry of each set of the mover's pieces.
ORBIT_FIRST = np.full((len(_SQUARES), SIZES), -1, np.int32)
ROW_FIRST = np.zeros((len(_SQUARES), SIZES), np.int32)
_row_count: dict[tuple[int, int], int] = {}
_orbit_rows, _orbit_turns, _rows = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], list[NDArray[np.int64]]()
for _kind, _square in enumerate(_SQUARES):
    for _size in _MOVERS:
        _squeezed = subsets(SQUARES - 1, _size)
        _below = (1 << _square) - 1
        _sets = (_squeezed & _below) | ((_squeezed & ~_below) << 1)
        _all = np.stack([_turned(_sets, g) for g in _STABILISERS[_kind]])
        _first = _all.min(axis=0)
        _canonical = _first == _sets
        _symmetric = (_all[1:] == _all[0]).any(axis=0)
        ROW_FIRST[_kind, _size] = sum(map(len, _rows))
        _rows.append(_sets[_canonical] | (_symmetric[_canonical].astype(np.int64) << 30))
        _row_count[_kind, _size] = int(_canonical.sum())
        if len(_STABILISERS[_kind]) > 1:
            ORBIT_FIRST[_kind, _size] = sum(map(len, _orbit_rows))
            _turn = np.array(_STABILISERS[_kind])[(_all == _first).argmax(axis=0)]
            _orbit_rows.append(np.searchsorted(_sets[_canonical], _first))
            _orbit_turns.append(_turn | (_symmetric.astype(np.int64) << 3))
ORBIT_FIRST, ROW_FIRST = ORBIT_FIRST.ravel(), ROW_FIRST.ravel()
_orbit_row = np.concatenate(_orbit_rows)
ORBIT_TURN = (np.concatenate(_orbit_turns) | _orbit_row >> 16 << 4).astype(np.int8)
"""Symmetry to the first set of the row, 8 if the set is its own image, and the 17th bit of the row's number."""
ORBIT_HALF, ORBIT_ROW, ORBIT_ROW_MORE = _halves((_orbit_row & 0xFFFF).astype(np.uint16).view(np.int16))
ROWS_HALF, ROWS, ROWS_MORE = _halves(np.concatenate(_rows).astype(np.int32))

BLOCKS: list[tuple[int, int, int, int, int]] = []
"""The square of the class, the numbers of pieces, and the slots, first and one past the last, of each block."""
BLOCK_OF = np.full((len(_SQUARES), SIZES, SIZES), len(_SQUARES) * len(COUNTS), np.int32)
_columns, _kinds, _start = list[int](), list[int](), 0
for _mover, _opponent in COUNTS:
    for _kind, _square in enumerate(_SQUARES):
        BLOCK_OF[_kind, _mover, _opponent] = len(BLOCKS)
        _columns.append(comb(SQUARES - 1 - _mover, _opponent))
        _kinds.append(_kind)
        _stop = _start + _row_count[_kind, _mover] * _columns[-1]
        BLOCKS.append((_square, _mover, _opponent, _start, _stop))
        _start = _stop
SLOTS = _start
BLOCK_OF = BLOCK_OF.ravel()
FIRST = np.array([first for _, _, _, first, _ in BLOCKS] + [SLOTS], np.int64)
COARSE, _at = starts(FIRST)
BLOCK_AT = _at.astype(np.int32)
COLUMNS = np.array([*_columns, 0], np.int64)  # the last entry stands for counts that no block has
BLOCK_CLASS = np.array(_kinds, np.int32)
BLOCK_MOVER = np.array([mover for _, mover, _, _, _ in BLOCKS], np.int32)
BLOCK_OPPONENT = np.array([opponent for _, _, opponent, _, _ in BLOCKS], np.int32)
