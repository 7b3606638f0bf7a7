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

from .back import MAX_UNMOVES as MAX_UNMOVES
from .back import unmoves as unmoves
from .board import COUNT, DIGIT, FINISHED, LANE, LANES, PIECES, SIDE, TURNED, advance, crossed
from .index import SLOTS as SLOTS
from .index import TURN, WON
from .index import rank as rank
from .index import tier as tier
from .index import unrank as unrank

INITIAL = (0, 1 << TURN)  # either player may begin
CODES = MAX_MOVES = LANES


def _moves() -> NDArray[np.int64]:
    result = np.zeros((2, LANES, 1 << DIGIT, 1 << LANES), np.int64)
    for side, lane, steps, others in product(range(2), range(LANES), range(FINISHED), range(1 << LANES)):
        end, sent = advance(side, lane, steps, others)
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
