"""A perfect index for a special square, a set of mover's pieces and a set of opponent's pieces.

The index uses symmetry without search. A table gives the symmetry that maps the special square to the first square
of its orbit, the class. The stabiliser of that square then maps the mover's set to the first set of its orbit. The
opponent's set is ranked among the free squares:

    index = first slot of the block + row(mover's set) x C(free squares, opponent's pieces) + column(opponent's set)

A block is a class with two piece counts. Rows and columns are combinatorial numbers in colexicographic order, read from
tables of 12 bits each (`pair_tables`). If a symmetry maps the mover's set to itself, several columns of its row are the
same position: the smallest is canonical and the others are holes.

Masks that seem to change nothing help the compiler: see `retro.game.bits.POSITIVE`.
"""

from __future__ import annotations

from retro.game.bits import POSITIVE, pdep, pext, popcount

from .board import ALL
from .pair_tables import (
    BLOCK_AT,
    BLOCK_CLASS,
    BLOCK_MOVER,
    BLOCK_OF,
    BLOCK_OPPONENT,
    CLASS,
    CLASS_SQUARE,
    COARSE,
    COLEX_HIGH,
    COLEX_LOW,
    COLUMNS,
    FIRST,
    IMAGE_HIGH,
    IMAGE_LOW,
    IMAGE_MIDDLE,
    ORBIT_FIRST,
    ORBIT_HALF,
    ORBIT_ROW,
    ORBIT_ROW_MORE,
    ORBIT_TURN,
    PRODUCT,
    ROW_FIRST,
    ROWS,
    ROWS_HALF,
    ROWS_MORE,
    SIZES,
    STABILISER,
    STABILISERS,
    SUBSET_FIRST,
    SUBSETS,
    TURN,
)

BOUNDS_CHECKED = False  # as in rules.py


def image_set(squares: int, g: int) -> int:
    """The set of squares turned by group element ``g``."""
    squares &= ALL
    return int(
        IMAGE_LOW[(g << 9) | (squares & 511)]
        | IMAGE_MIDDLE[(g << 8) | ((squares >> 9) & 255)]
        | IMAGE_HIGH[(g << 8) | (squares >> 17)]
    )


def colex(subset: int, size: int) -> int:
    """Rank of a subset among those of its size, in colexicographic order."""
    subset &= ALL
    return (int(COLEX_LOW[subset & 4095]) + int(COLEX_HIGH[(size << 12) | (subset >> 12)])) & POSITIVE


def column(mover: int, opponent: int, square: int, size: int) -> int:
    """Rank of the opponent's set among the squares that are free."""
    return colex(pext(opponent, ALL ^ mover ^ (1 << square)), size)


def orbit_row(place: int) -> int:
    """The lower 16 bits of a row, from one table, or from two if one would be too large."""
    if ORBIT_HALF and place >= ORBIT_HALF:
        return int(ORBIT_ROW_MORE[(place - ORBIT_HALF) & POSITIVE]) & 0xFFFF
    return int(ORBIT_ROW[place]) & 0xFFFF


def set_of_row(place: int) -> int:
    """The mover's set of a row, and a bit above it if it is its own image; from one table or two."""
    if ROWS_HALF and place >= ROWS_HALF:
        return int(ROWS_MORE[(place - ROWS_HALF) & POSITIVE])
    return int(ROWS[place])


def rank_pair(square: int, mover: int, opponent: int) -> tuple[int, int, bool]:
    """Slot, group element to the canonical position, and whether the position is its own image.

    With numbers of pieces that the index does not have, the slot is beyond the last.
    """
    square &= 31
    g = int(TURN[square]) & 7
    if g != 0:
        mover = image_set(mover, g)
        opponent = image_set(opponent, g)
    kind = int(CLASS[square]) & 31
    square = int(CLASS_SQUARE[kind]) & 31
    mover_size = popcount(mover & ALL)
    opponent_size = popcount(opponent & ALL)
    below = (1 << square) - 1
    row = colex((mover & below) | ((mover >> 1) & ~below), mover_size)
    fixed = False
    symmetric = 0
    first = int(ORBIT_FIRST[kind * SIZES + mover_size])
    if first >= 0:
        turn = int(ORBIT_TURN[first + row])
        row = (orbit_row(first + row) | (turn & 16) << 12) & POSITIVE
        symmetric = turn & 8
        turn &= 7
        mover = image_set(mover, turn)
        opponent = image_set(opponent, turn)
        g = int(PRODUCT[(turn << 3) | g]) & 7
    place = column(mover, opponent, square, opponent_size)
    if symmetric:
        unturned = opponent
        before = g
        for i in range(1, int(STABILISERS[kind])):
            turn = int(STABILISER[(kind << 3) | i])
            if image_set(mover, turn) == mover:
                turned = image_set(unturned, turn)
                if turned == unturned:
                    fixed = True
                other = column(mover, turned, square, opponent_size)
                if other < place:
                    place = other
                    g = int(PRODUCT[(turn << 3) | before])
    block = int(BLOCK_OF[(kind * SIZES + mover_size) * SIZES + opponent_size]) & POSITIVE
    return int(FIRST[block]) + row * int(COLUMNS[block]) + place, g, fixed


def unrank_pair(index: int) -> tuple[int, int, int]:
    """Special square, mover's set and opponent's set of a slot; square -1 if the slot is a hole."""
    block = int(BLOCK_AT[index >> COARSE])
    while index >= FIRST[block + 1]:
        block += 1
    offset = index - int(FIRST[block])
    row = offset // int(COLUMNS[block])
    place = offset - row * int(COLUMNS[block])
    kind = int(BLOCK_CLASS[block])
    square = int(CLASS_SQUARE[kind])
    opponent_size = int(BLOCK_OPPONENT[block])
    mover = set_of_row(int(ROW_FIRST[kind * SIZES + int(BLOCK_MOVER[block])]) + row)
    symmetric = mover >> 30
    mover &= ALL
    free = ALL ^ mover ^ (1 << square)
    opponent = pdep(int(SUBSETS[int(SUBSET_FIRST[opponent_size]) + place]), free)
    if symmetric:
        for i in range(1, int(STABILISERS[kind])):
            turn = int(STABILISER[(kind << 3) | i])
            if image_set(mover, turn) == mover:
                if column(mover, image_set(opponent, turn), square, opponent_size) < place:
                    square = -1
                    break
    return square, mover, opponent
