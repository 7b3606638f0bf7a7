"""The board of Squadro: lanes, steps, and which pieces meet where.

Each player has LANES pieces. One of top's pieces goes down a column and back up, one of left's goes along a row to the
right and back. A piece has made so many *steps*:

    0           at its base
    1 .. LANES  on the way out: step s is on the crossing with lane s - 1 of the opponent
    TURNED      at the opposite edge, where it turns
    ...         on the way home: step s is on the crossing with lane FINISHED - 1 - s of the opponent
    FINISHED    at home

A piece that leaves its base or the edge with two or three steps never stops after one. So 12 numbers of steps occur on
lanes of speeds 1 and 3, and 11 on a lane of speeds 2 and 2. A piece has three *phases*: out, home and finished.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from .options import SPEEDS

LANES = len(SPEEDS)
TURNED = LANES + 1
FINISHED = 2 * TURNED
OUT, HOME = range(2)

OUTWARD = tuple(map(int, SPEEDS)), tuple(4 - int(speed) for speed in SPEEDS)
"""Steps on the way out of top's pieces and of left's. A piece makes four less that many on its way home."""

# Steps are digits of four bits. Tables are read by the digits of three neighbouring lanes, and by those of the others.
DIGIT = 4
LOWER_LANES = range(min(LANES, 3))
UPPER_LANES = range(len(LOWER_LANES), LANES)
LOWER_BITS = DIGIT * len(LOWER_LANES)
LOWER = (1 << LOWER_BITS) - 1
SIDE = DIGIT * LANES
PIECES = (1 << SIDE) - 1
LANE = (1 << LANES) - 1


def phase(steps: int) -> int:
    """OUT, HOME, or 2 for a piece that has finished."""
    return steps // TURNED


def speed(side: int, lane: int, way: int) -> int:
    """Steps of a move from the base, or from the edge on the way home."""
    return OUTWARD[side][lane] if way == OUT else 4 - OUTWARD[side][lane]


def stops(side: int, lane: int) -> list[int]:
    """All numbers of steps that a piece can have made after a move."""
    passed = {way * TURNED + 1 for way in (OUT, HOME) if speed(side, lane, way) > 1}
    return [steps for steps in range(FINISHED + 1) if steps not in passed]


def crossing(steps: int) -> int:
    """The opponent's lane that a piece stands on; -1 if it stands at an end of its own."""
    if steps % TURNED == 0:
        return -1
    return steps - 1 if steps < TURNED else FINISHED - 1 - steps


def step_onto(lane: int, way: int) -> int:
    """The step of a piece with which it comes to the opponent's lane."""
    return lane + 1 if way == OUT else FINISHED - 1 - lane


def advance(side: int, lane: int, steps: int, others: int) -> tuple[int, int]:
    """Steps of a piece after its move, and the opponent's pieces sent back, where the set ``others`` is on its lane."""
    way = phase(steps)
    goal, sent = min(steps + speed(side, lane, way), TURNED * (way + 1)), 0
    while steps < goal:
        steps += 1
        met = 1 << crossing(steps) & others if crossing(steps) >= 0 else 0
        if met:
            sent |= met
            goal = steps + 1
    return steps, sent


def arrangements(side: int, lanes: range) -> list[tuple[int, ...]]:
    """The steps of the pieces of some lanes, in all ways."""
    return list(product(*(stops(side, lane) for lane in lanes)))


def digits(steps: tuple[int, ...]) -> int:
    """The steps of neighbouring lanes as a number."""
    return sum(number << DIGIT * place for place, number in enumerate(steps))


def table(value: Callable[[int, range, tuple[int, ...]], int]) -> NDArray[np.int64]:
    """``value(side, lanes, steps)`` of all arrangements, first of top's lower and upper lanes, then of left's."""
    blocks = []
    for side, lanes in product(range(2), (LOWER_LANES, UPPER_LANES)):
        block = np.zeros(1 << DIGIT * len(lanes), np.int64)
        for steps in arrangements(side, lanes):
            block[digits(steps)] = value(side, lanes, steps)
        blocks.append(block)
    return np.concatenate(blocks)


def sums(value: Callable[[int, int, int], int]) -> NDArray[np.int64]:
    """The table of the sum of ``value(side, lane, steps)`` over the pieces."""
    return table(lambda side, lanes, steps: sum(value(side, *piece) for piece in zip(lanes, steps, strict=True)))


UPPER_BLOCK = LOWER + 1
SIDE_BLOCKS = UPPER_BLOCK + (1 << DIGIT * len(UPPER_LANES))
"""Where in a table the upper lanes of a player, and the lanes of left, begin."""


COUNT = LANES * LANES
"""Where a word of crossings, LANES bits for each lane, ends, and the number of pieces at home begins."""


def _crossed(side: int, lane: int, steps: int) -> int:
    if steps == FINISHED:
        return 1 << COUNT
    return 0 if crossing(steps) < 0 else 1 << LANES * crossing(steps) + lane


def _standing(side: int, lane: int, steps: int) -> int:
    return 0 if crossing(steps) < 0 else 1 << LANES * lane + crossing(steps)


CROSSED = sums(_crossed)
"""For each lane of the opponent, the set of pieces on it; then how many pieces are at home."""
STANDING = sums(_standing)
"""For each piece, the set of the opponent's lanes it stands on."""


def crossed(side: int, pieces: int) -> int:
    """The entry of CROSSED for all pieces of a player."""
    block = SIDE_BLOCKS * side
    word: int = CROSSED[block + (pieces & LOWER)] + CROSSED[block + UPPER_BLOCK + (pieces >> LOWER_BITS)]
    return word


def standing(side: int, pieces: int) -> int:
    """The entry of STANDING for all pieces of a player."""
    block = SIDE_BLOCKS * side
    word: int = STANDING[block + (pieces & LOWER)] + STANDING[block + UPPER_BLOCK + (pieces >> LOWER_BITS)]
    return word
