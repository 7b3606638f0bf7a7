"""Awari: twelve pits, of which the first six belong to the player to move, and at most STONES stones.

    key     the stones of the pits, five bits for each, those of the player to move first
    code    the pit whose stones are sown, 0 to 5

The slot of a board follows from its number of stones, and then from the places of eleven bars among stones and bars,
which part the stones of the pits. The i-th bar, from 1, adds the binomial of its place over i.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE, ONGOING, gain, score

from .options import STONES

PITS, OWN = 12, 6
BITS = 5
PIT = (1 << BITS) - 1
SIDE = BITS * OWN
MINE = (1 << SIDE) - 1
LAP = PITS - 1
"""Stones sown in a lap, which leaves out the pit that they come from."""

INITIAL = -1
SCORES = "mover"
CODES = MAX_MOVES = OWN
MAX_UNMOVES = OWN * STONES

ROUND = tuple(sum(1 << BITS * pit for pit in range(PITS) if pit != start) for start in range(OWN))
"""By pit, a stone in each other pit."""
SOWN = tuple(
    tuple(sum(1 << BITS * ((start + step) % PITS) for step in range(1, stones + 1)) for stones in range(LAP))
    for start in range(OWN)
)
"""By pit and number of stones, a stone in each of the following pits."""
BINOMIAL = tuple(tuple(comb(place, bars) for bars in range(PITS)) for place in range(STONES + LAP + 1))
FIRST = tuple(comb(stones + LAP, PITS) for stones in range(STONES + 2))
"""By number of stones, the first slot of the boards with so many."""
SLOTS = FIRST[STONES + 1]


def stones_in(board: int, pit: int) -> int:
    return board >> BITS * pit & PIT


def turned(board: int) -> int:
    """The board from the view of the other player."""
    return board >> SIDE | (board & MINE) << SIDE


def after(board: int, pit: int) -> tuple[int, int]:
    """The board after sowing from a pit, from the view of the same player, and the number of captured stones."""
    stones = stones_in(board, pit)
    laps, rest = stones // LAP, stones % LAP
    board += laps * ROUND[pit] + SOWN[pit][rest] - (stones << BITS * pit)
    last = (pit + (rest if rest else LAP)) % PITS
    captured = 0
    while last >= OWN and 2 <= stones_in(board, last) <= 3:
        captured += stones_in(board, last)
        board &= ~(PIT << BITS * last)
        last -= 1
    return board, captured


def gives(board: int) -> bool:
    """Whether some move leaves the other player stones."""
    for pit in range(OWN):
        if stones_in(board, pit) and after(board, pit)[0] >> SIDE:
            return True
    return False


def moves(key: int, out: NDArray[np.int64]) -> int:
    """The pits that may be sown: those that leave the other player stones, or all if none does."""
    giving, n = gives(key), 0
    for pit in range(OWN):
        if stones_in(key, pit):
            board, captured = after(key, pit)
            if board >> SIDE or not giving:
                out[n, 0], out[n, 1] = turned(board), pit
                out[n, 2] = gain(captured) if captured else ONGOING
                n += 1
    return n


def no_moves(key: int) -> int:
    """The other player keeps his stones; the player to move has none."""
    return score(-tier(key))


def endless(key: int) -> int:
    """Stones of a game that goes on for ever are shared evenly."""
    return score(0)


def tier(key: int) -> int:
    """The stones on the board: captures lower their number."""
    total = 0
    for pit in range(PITS):
        total += stones_in(key, pit)
    return total


def rank(key: int) -> tuple[int, int, bool]:
    index, place = 0, 0
    for bar in range(1, PITS):
        place += stones_in(key, bar - 1)
        index += BINOMIAL[place][bar]
        place += 1
    return FIRST[place - LAP + stones_in(key, LAP)] + index, 0, False


def unrank(index: int) -> int:
    stones = 0
    while FIRST[stones + 1] <= index:
        stones += 1
    left, place, key = index - FIRST[stones], stones + LAP, 0
    for bar in range(LAP, 0, -1):
        before = place
        place -= 1
        while BINOMIAL[place][bar] > left:
            place -= 1
        left -= BINOMIAL[place][bar]
        key |= before - place - 1 << BITS * bar
    return key | place


def unmoves(key: int, out: NDArray[np.int64]) -> int:
    """The moves without captures that lead here: the pit that was sown is empty, and the next ones have stones."""
    board, n = turned(key), 0
    for pit in range(OWN):
        if stones_in(board, pit):
            continue
        before, last, stones = board, pit, 0
        while True:
            last = (last + 1) % PITS
            if last == pit:
                last = (last + 1) % PITS
            if stones_in(before, last) == 0:
                break
            before -= 1 << BITS * last
            stones += 1
            if last >= OWN and 2 <= stones_in(board, last) <= 3:
                continue  # these would have been captured
            origin = before | stones << BITS * pit
            if board >> SIDE or not gives(origin):
                out[n, 0], out[n, 1], out[n, 2] = origin, pit, NONE
                n += 1
    return n
