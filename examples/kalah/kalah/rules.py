"""In turn, the players sow the stones of a pit, one by one, into the pits and the store that follow it.

A stone in the mover's own store is his, and after the last one there he moves again. Where the last stone ends in an
empty pit of his own, he gets it, and the stones of the pit opposite. When a side has no stones, the other player gets
those of his side, and the game ends.

key     stones in each pit, SPAN bits each: those of the mover, in the order in which he sows, then the opponent's
code    the pit, from 0

Stones in the stores are not in the key, because a value is what is still to be gained.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import AGAIN, gain, score

from .options import PITS, STONES

SPAN = 5
STONE_BITS = (1 << SPAN) - 1
SIDE = PITS * SPAN
SIDE_BITS = (1 << SIDE) - 1
INITIAL = sum(STONES << SPAN * pit for pit in range(2 * PITS))
CODES = MAX_MOVES = PITS
SCORES = "mover"
MOVES_AGAIN = True
FARTHEST = 2 * PITS * STONES * PITS
"""The most steps of all stones together to the end of their side."""


def stones_in(key: int, pit: int) -> int:
    return key >> SPAN * pit & STONE_BITS


def stones_of(side: int) -> int:
    """All stones of a side."""
    count = 0
    for pit in range(PITS):
        count += stones_in(side, pit)
    return count


def moves(key: int, out: NDArray[np.int64]) -> int:
    """Each pit of the mover with stones. The store comes after his last pit; he leaves out that of the opponent."""
    n = 0
    for pit in range(PITS):
        stones = stones_in(key, pit)
        if stones == 0:
            continue
        after, at, gained = key - (stones << SPAN * pit), pit, 0
        for _ in range(stones):
            at = (at + 1) % (2 * PITS + 1)
            if at == PITS:
                gained += 1
            else:
                after += 1 << SPAN * (at if at < PITS else at - 1)
        again = at == PITS
        if at < PITS and stones_in(after, at) == 1:
            opposite = 2 * PITS - 1 - at
            captured = stones_in(after, opposite)
            after -= (captured << SPAN * opposite) + (1 << SPAN * at)
            gained += captured + 1
        mine, theirs = after & SIDE_BITS, after >> SIDE
        out[n, 0], out[n, 1] = after if again else theirs | mine << SIDE, pit
        if mine == 0 or theirs == 0:
            out[n, 2] = score(gained + stones_of(mine) - stones_of(theirs))
        else:
            out[n, 2] = gain(gained) | AGAIN if again else gain(gained)
        n += 1
    return n


def no_moves(key: int) -> int:
    """Never called: in a position of the game both sides have stones."""
    return score(0)


def tier(key: int) -> int:
    """All stones, then the steps that they are from the end of their side: a move that gains none makes these fewer."""
    stones, steps = 0, 0
    for pit in range(2 * PITS):
        count = stones_in(key, pit)
        stones += count
        steps += count * (PITS - pit % PITS)
    return stones * (FARTHEST + 1) + steps
