"""The rules of Squadro: pieces advance, and send pieces of the opponent back.

    key     bit 40     20                 0      a piece's steps in four bits, lane 0 lowest; turn 0: top is to move
            | turn     | left's pieces    | top's pieces

    code    the lane of the piece that moves

(With fewer lanes than five, fields are closer together.) A player who has brought all pieces but one home has won: the
opponent has no move and has lost.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from retro.game import ONGOING
from retro.game.bits import lowest

from .board import COUNT, DIGIT, FINISHED, LANE, LANES, PIECES, SIDE, TURNED, crossed, crossing, phase, speed
from .index import SLOTS as SLOTS
from .index import TURN, WON
from .index import rank as rank
from .index import tier as tier
from .index import unrank as unrank

INITIAL = 0
CODES = MAX_MOVES = LANES


def _move(side: int, lane: int, steps: int, others: int) -> tuple[int, int]:
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


def _moves() -> NDArray[np.int64]:
    result = np.zeros((2, LANES, 1 << DIGIT, 1 << LANES), np.int64)
    for side, lane, steps, others in product(range(2), range(LANES), range(FINISHED), range(1 << LANES)):
        end, sent = _move(side, lane, steps, others)
        result[side, lane, steps, others] = sent << DIGIT | end
    return result.ravel()


MOVES = _moves()
"""By player, lane, steps and set of pieces on the lane: which of these are sent back, and in 4 bits the new steps."""


def moves(key: int, out: NDArray[np.int64]) -> int:
    """A move of each piece that is not at home; none if the opponent has won."""
    side = key >> TURN
    own, other = SIDE * side, SIDE - SIDE * side
    word = crossed(1 - side, key >> other & PIECES)
    n = 0
    if word >> COUNT >= WON:
        return n
    for lane in range(LANES):
        place = own + DIGIT * lane
        steps = key >> place & 15
        if steps < FINISHED:
            move = MOVES[((side * LANES + lane) << DIGIT | steps) << LANES | word >> LANES * lane & LANE]
            successor = (key ^ 1 << TURN) + (((move & 15) - steps) << place)
            sent = move >> DIGIT
            while sent:
                back = other + DIGIT * lowest(sent)
                sent &= sent - 1
                successor -= (key >> back & 15) % TURNED << back
            out[n, 0], out[n, 1], out[n, 2] = successor, lane, ONGOING
            n += 1
    return n
