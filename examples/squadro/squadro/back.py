"""Moves of Squadro within a tier, taken back: the piece that moved has neither turned nor come home.

The pieces that such a move sends back stand at their base or at the far edge after it, and stood on the lane of the
piece that moved before it. So their steps before the move are known.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE
from retro.game.bits import lowest

from .board import (
    COUNT,
    DIGIT,
    LANE,
    LANES,
    LOWER,
    LOWER_BITS,
    PIECES,
    SIDE,
    SIDE_BLOCKS,
    TURNED,
    UPPER_BLOCK,
    advance,
    crossed,
    crossing,
    phase,
    step_onto,
    stops,
    sums,
)
from .index import TURN, WON


def _sent(side: int, lane: int, steps: int) -> int:
    if steps not in (0, TURNED):
        return 0
    before = [step_onto(other, phase(steps)) for other in range(LANES)]
    return sum(1 << LANES * other + lane for other in range(LANES) if before[other] in stops(side, lane))


SENT = sums(_sent)
"""For each lane of the opponent, the set of pieces that a move on it may have sent back."""


def sent_back(side: int, pieces: int) -> int:
    """The entry of SENT for all pieces of a player."""
    block = SIDE_BLOCKS * side
    word: int = SENT[block + (pieces & LOWER)] + SENT[block + UPPER_BLOCK + (pieces >> LOWER_BITS)]
    return word


def _rows() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    rows: list[list[int]] = [[] for _ in range(2 * LANES << DIGIT)]
    for side, lane in product(range(2), range(LANES)):
        for before, others in product(stops(side, lane)[:-1], range(1 << LANES)):
            end, sent = advance(side, lane, before, others)
            if sent == others and phase(end) == phase(before):
                passed = {crossing(steps) for steps in range(before, end)} - {-1}
                empty = sum(1 << place for place in passed) & ~sent
                rows[(side * LANES + lane) << DIGIT | end].append(empty << LANES + DIGIT | sent << DIGIT | before)
    starts = np.cumsum([0, *map(len, rows)])
    return np.array([row for group in rows for row in group]), starts


ROWS, ROW_STARTS = _rows()
"""Moves within a phase, by player, lane and steps after the move: the crossings that were empty, the pieces that were
sent back, and in 4 bits the steps before the move. Where the rows of each begin in ROWS."""
MAX_UNMOVES = int(np.diff(ROW_STARTS).reshape(2, LANES, -1).max(axis=2).sum(axis=1).max())


def unmoves(key: int, out: NDArray[np.int64]) -> int:
    """Every move within the tier that leads here; none after a win, because the last piece came home."""
    mover = key >> TURN
    side = 1 - mover
    own, other = SIDE * side, SIDE * mover
    occupied = crossed(mover, key >> other & PIECES)
    sent_from = sent_back(mover, key >> other & PIECES)
    n = 0
    if crossed(side, key >> own & PIECES) >> COUNT >= WON:
        return n
    for lane in range(LANES):
        place = own + DIGIT * lane
        steps = key >> place & 15
        here = occupied >> LANES * lane & LANE
        returned = sent_from >> LANES * lane & LANE
        entry = (side * LANES + lane) << DIGIT | steps
        for row in range(ROW_STARTS[entry], ROW_STARTS[entry + 1]):
            move = ROWS[row]
            sent = move >> DIGIT & LANE
            if move >> LANES + DIGIT & here or sent & ~returned:
                continue
            predecessor = (key ^ 1 << TURN) - ((steps - (move & 15)) << place)
            while sent:
                back = other + DIGIT * lowest(sent)
                sent &= sent - 1
                predecessor += (LANES - lane if key >> back & 15 else lane + 1) << back
            out[n, 0], out[n, 1], out[n, 2] = predecessor, lane, NONE
            n += 1
    return n
