"""The index: positions to slots and back, in blocks of the same numbers of men.

    slot = first slot of the block + row(men of the player with more) * columns of the block + column(the other men)

A row is a set of men that is the smallest of its images; a column is the number of the other men among the sets of as
many free points (see rows.py). If a symmetry maps the men of a row to themselves, several of its columns are the
same position: the smallest has the slot, and the others are empty.

A block of the placing phase is a tier: each move takes a man from a hand. In the moving phase two blocks are a tier, in
which the same numbers of men are the mover's and the opponent's or the other way round: men are removed, never added.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from retro.game.bits import lowest, pdep, pext, popcount

from .board import ALL, GROUP, POINTS, image_set
from .options import FEWER, MEN, PHASE
from .rows import ROWS, ROWS_FROM, SIZES, number, row_of, subset, turning

BOUNDS_CHECKED = False
HAND = 2 * POINTS
"""Where the number of men in hand begins in a key, above the mover's and the opponent's men."""


def _moving() -> list[tuple[int, int, int, int]]:
    """Blocks of the moving phase: tier, men in hand, the mover's and the opponent's men on the board."""
    pairs = [(more, fewer) for more in range(3, MEN + 1) for fewer in range(3, min(more, FEWER) + 1)]
    blocks = []
    for tier, (more, fewer) in enumerate(sorted(pairs, key=lambda pair: (sum(pair), pair))):
        blocks += [(tier, 0, mover, opponent) for mover, opponent in dict.fromkeys([(more, fewer), (fewer, more)])]
    return blocks


def _placing(tier: int) -> list[tuple[int, int, int, int]]:
    """Blocks of the placing phase, the first of which has this tier: one for each number of men in hand and on board.

    A player loses men only to mills, and closes none with his first two men.
    """
    blocks: list[tuple[int, int, int, int]] = []
    for hand in range(1, 2 * MEN + 1):
        placed = MEN - (hand + 1) // 2, MEN - hand // 2
        found = [
            (mover, opponent)
            for mover in range(max(0, placed[0] - max(0, placed[1] - 2)), placed[0] + 1)
            for opponent in range(max(0, placed[1] - max(0, placed[0] - 2)), placed[1] + 1)
            if min(mover + MEN - placed[0], opponent + MEN - placed[1]) >= 3
        ]
        blocks += [(tier + len(blocks) + place, hand, *each) for place, each in enumerate(found)]
    return blocks


BLOCKS = _moving() + (_placing(len({tier for tier, *_ in _moving()})) if PHASE == "whole" else [])
"""Blocks in the order of the index: tier, men in hand, the mover's men, the opponent's men."""


def _block_of() -> NDArray[np.int16]:
    numbers = np.full((2 * MEN + 1) * SIZES * SIZES, -1, np.int16)
    for block, (_, hand, mover, opponent) in enumerate(BLOCKS):
        numbers[(hand * SIZES + mover) * SIZES + opponent] = block
    return numbers


BLOCK_OF = _block_of()
TIERS = np.array([tier for tier, *_ in BLOCKS], np.int16)
HANDS = np.array([hand for _, hand, *_ in BLOCKS], np.int8)
MORE = np.array([max(mover, opponent) for *_, mover, opponent in BLOCKS], np.int8)
OTHER = np.array([min(mover, opponent) for *_, mover, opponent in BLOCKS], np.int8)
SWAPPED = np.array([mover < opponent for *_, mover, opponent in BLOCKS], bool)
"""Whether the opponent has more men, so that his are the row."""
COLUMNS = np.array(
    [comb(POINTS - more, other) for more, other in zip(MORE.tolist(), OTHER.tolist(), strict=True)], np.int64
)
FIRST = np.cumsum([0, *((ROWS_FROM[MORE + 1] - ROWS_FROM[MORE]) * COLUMNS)])
"""First slot of each block, and the end of the last one."""
ROW_ZERO = FIRST[:-1] - ROWS_FROM[MORE] * COLUMNS
"""Where the slots of a block would begin if its rows were counted from the first row of all."""
SLOTS = int(FIRST[-1])
SECTIONS = tuple(
    (f"{mover}-{opponent} hand {hand}" if hand else f"{mover}-{opponent}", first, end)
    for (_, hand, mover, opponent), first, end in zip(BLOCKS, FIRST.tolist(), FIRST[1:].tolist(), strict=False)
)


def block_of(mover: int, opponent: int, hand: int) -> int:
    """The block of a position; -1 if it has none, for numbers of men up to MEN."""
    return int(BLOCK_OF[(hand * SIZES + popcount(mover)) * SIZES + popcount(opponent)])


def tier(key: int) -> int:
    """The number of men in hand and those on the board, as a number that no move raises."""
    return int(TIERS[block_of(key & ALL, key >> POINTS & ALL, key >> HAND)])


def column_of(men: int, g: int, row: int, more: int, other: int) -> int:
    """The number of a set of ``other`` men, turned by a symmetry, on the points that the men of a row leave free."""
    return number(pext(image_set(men, g), ALL ^ row), POINTS - more, other)


def rank(key: int) -> tuple[int, int, bool]:
    """Slot of a position, the symmetry that leads to its smallest image, and whether another one leads there, too."""
    mover, opponent = key & ALL, key >> POINTS & ALL
    block = block_of(mover, opponent, key >> HAND)
    if block < 0:
        return -1, 0, False
    if SWAPPED[block]:
        mover, opponent = opponent, mover
    more, other = int(MORE[block]), int(OTHER[block])
    turns = turning(mover)
    to = lowest(turns)
    turns &= turns - 1
    row = image_set(mover, to)
    column, fixed = column_of(opponent, to, row, more, other), False
    while turns:
        g = lowest(turns)
        turns &= turns - 1
        found = column_of(opponent, g, row, more, other)
        if found < column:
            column, to, fixed = found, g, False
        elif found == column:
            fixed = True
    return int(ROW_ZERO[block]) + row_of(row, more) * int(COLUMNS[block]) + column, to, fixed


def unrank(index: int) -> int:
    """The key of a slot, -1 if the slot is empty."""
    block, end = 0, len(COLUMNS)
    while end - block > 1:
        middle = (block + end) >> 1
        if FIRST[middle] <= index:
            block = middle
        else:
            end = middle
    place = index - int(FIRST[block])
    row = place // int(COLUMNS[block])
    column = place - row * int(COLUMNS[block])
    more, other = int(MORE[block]), int(OTHER[block])
    entry = int(ROWS[int(ROWS_FROM[more]) + row])
    first = entry & ALL
    second = pdep(subset(column, POINTS - more, other), ALL ^ first)
    if entry >> POINTS:
        for g in range(1, GROUP):
            if image_set(first, g) == first and column_of(second, g, first, more, other) < column:
                return -1
    hand = int(HANDS[block]) << HAND
    return hand | (second | first << POINTS if SWAPPED[block] else first | second << POINTS)
