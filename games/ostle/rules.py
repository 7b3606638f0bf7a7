"""Ostle's rules as scalar functions: the contract of `retro.game`.

A move takes one piece, and the row of pieces it pushes, one step on; the last of them may fall into the hole or off
the board. What can happen on a line was worked out by `lines`; here a position looks up its ten lines.
"""

from __future__ import annotations

import numpy as np

from retro.game import LOSS, ONGOING, WIN
from retro.game.bits import POSITIVE, popcount

from .board import (
    ALL,
    BOTH,
    CODES,
    EXITS,
    GROUP,
    HOLE,
    NOT_BOTTOM,
    NOT_TOP,
    OUTSIDE,
    SQUARES,
    STEP,
    pack,
)
from .index import FEWEST, SECTIONS, SLOTS, image, image_code, rank, unrank
from .lines import (
    BACK,
    FALLEN,
    LINE_CODE,
    LINE_COUNT,
    LINES,
    MOST_UNMOVES,
    MOVER_CHANGE,
    MOVES,
    MOVES_AT,
    OPPONENT_CHANGE,
    OTHER,
    OWN,
    SPREAD,
    UNDO,
    UNMOVES,
    UNMOVES_AT,
    line_number,
)
from .options import MEN, PIECES, SIZE
from .rule8 import PAPER, forbidden, nearly_symmetric, restorable, undo

__all__ = [
    "CODES",
    "GROUP",
    "INITIAL",
    "MAX_MOVES",
    "MAX_UNMOVES",
    "REPETITION",
    "SECTIONS",
    "SLOTS",
    "image",
    "image_code",
    "moves",
    "rank",
    "restorable",
    "undo",
    "unmoves",
    "unrank",
    "wins",
]

BOUNDS_CHECKED = False  # they seemed to take a tenth of the time; `retro check` and the tests look after the tables

MAX_MOVES = 4 * MEN + 4
MAX_UNMOVES = LINE_COUNT * MOST_UNMOVES + 4
REPETITION = True


def _start() -> int:
    if 2 * MEN > PIECES or MEN > SIZE:
        return -1
    bottom = sum(1 << (file * SIZE) for file in range(MEN))
    top = sum(1 << ((SIZE - 1 - file) * SIZE + SIZE - 1) for file in range(MEN))
    return pack((SIZE // 2) * (SIZE + 1), bottom, top)


INITIAL = _start()


def wins(key: int) -> bool:
    """Whether a move removes an opponent's piece and leaves him too few: all rows of a direction at once.

    The falling pieces of a direction are opponent's pieces at an exit; then those behind them in the same row, until
    a piece of the mover's stands there, which can push them all.
    """
    mover = key & ALL
    opponent = (key >> SQUARES) & ALL
    if popcount(opponent) != FEWEST:
        return False
    exits = (key >> HOLE) * 4
    up = opponent & int(EXITS[exits])
    down = opponent & int(EXITS[exits + 1])
    left = opponent & int(EXITS[exits + 2])
    right = opponent & int(EXITS[exits + 3])
    while up | down | left | right:
        up = (up & NOT_BOTTOM) >> 1
        down = (down & NOT_TOP) << 1
        left = (left << SIZE) & ALL
        right >>= SIZE
        if (up | down | left | right) & mover:
            return True
        up &= opponent
        down &= opponent
        left &= opponent
        right &= opponent
    return False


def moves(key: int, out: np.ndarray) -> int:
    mover = key & ALL
    opponent = (key >> SQUARES) & ALL
    hole = (key >> HOLE) & 31
    pieces = mover | opponent
    mover_size = popcount(mover)
    opponent_size = popcount(opponent)
    count = 0
    for line in range(LINE_COUNT):
        at = int(MOVES_AT[line_number(line, mover, opponent, hole)]) & POSITIVE
        first = at >> 5
        found = at & 31
        # four entries or fewer, nearly always: copying four is cheaper than guessing how many there are
        for i in range(4):
            out[count + i, 0] = line << 20 | int(MOVES[first + i])
        for i in range(4, found):
            out[count + i, 0] = line << 20 | int(MOVES[first + i])
        count += found
    for i in range(count):
        entry = out[i, 0] & POSITIVE
        line = entry >> 20
        own = mover ^ int(SPREAD[line * 32 + ((entry >> MOVER_CHANGE) & 31)])
        other = opponent ^ int(SPREAD[line * 32 + ((entry >> OPPONENT_CHANGE) & 31)])
        fallen = (entry >> FALLEN) & 3
        outcome = ONGOING
        if fallen == OTHER and opponent_size == FEWEST:
            outcome = WIN
        elif fallen == OWN and mover_size == FEWEST:
            outcome = LOSS
        out[i, 0] = pack(hole, other, own)
        out[i, 1] = int(LINE_CODE[line * 16 + (entry & 15)])
        out[i, 2] = outcome
    for direction in range(4):
        centre = int(STEP[hole * 4 + direction])
        out[count, 0] = pack(centre, opponent, mover)
        out[count, 1] = hole * 4 + direction
        out[count, 2] = ONGOING
        count += 1 - (((pieces | OUTSIDE) >> centre) & 1)
    return count


def unmoves(key: int, out: np.ndarray) -> int:
    """Every edge into a position. There the mover made the move, here he is the opponent."""
    mover = key & ALL
    opponent = (key >> SQUARES) & ALL
    hole = (key >> HOLE) & 31
    pieces = mover | opponent
    look = PAPER and nearly_symmetric(key)
    table = 0
    if popcount(pieces) < PIECES:
        table = (popcount(opponent) < MEN) + 2 * (popcount(mover) < MEN)
    table *= LINES
    count = 0
    for line in range(LINE_COUNT):
        at = int(UNMOVES_AT[table + line_number(line, mover, opponent, hole)]) & POSITIVE
        first = at >> 5
        found = at & 31
        for i in range(3):
            out[count + i, 0] = line << 20 | int(UNMOVES[first + i])
        for i in range(3, found):
            out[count + i, 0] = line << 20 | int(UNMOVES[first + i])
        count += found
    for i in range(count):
        entry = out[i, 0] & POSITIVE
        line = entry >> 20
        other = mover ^ int(SPREAD[line * 32 + ((entry >> MOVER_CHANGE) & 31)])
        own = opponent ^ int(SPREAD[line * 32 + ((entry >> OPPONENT_CHANGE) & 31)])
        out[i, 0] = pack(hole, own, other)
        out[i, 1] = int(LINE_CODE[line * 16 + (entry & 15)])
        out[i, 2] = int(LINE_CODE[line * 16 + (((entry >> BACK) & 1) ^ 1) * 8 + ((entry >> UNDO) & 7)])
    pushed = count
    for direction in range(4):
        source = int(STEP[hole * 4 + (direction ^ 1)])
        out[count, 0] = pack(source, opponent, mover)
        out[count, 1] = source * 4 + direction
        out[count, 2] = hole * 4 + (direction ^ 1)
        count += 1 - (((pieces | OUTSIDE) >> source) & 1)
    if look:
        for i in range(count):
            if i >= pushed or popcount(out[i, 0] & BOTH) == popcount(pieces):
                out[i, 2] = forbidden(key, out[i, 0], out[i, 2])
    return count
