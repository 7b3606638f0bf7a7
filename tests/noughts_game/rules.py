"""Tic-tac-toe. A key has nine bits for the squares of the mover and nine for the opponent."""

from retro.game import DRAW, ONGOING, WIN
from retro.game.bits import popcount

INITIAL = 0
CODES = 9
LINES = (7, 56, 448, 73, 146, 292, 273, 84)


def moves(key, out):
    mover, opponent = key & 511, key >> 9
    n = 0
    for square in range(9):
        if (mover | opponent) >> square & 1 == 0:
            own = mover | 1 << square
            outcome = DRAW if own | opponent == 511 else ONGOING
            for line in LINES:
                if own & line == line:
                    outcome = WIN
            out[n, 0], out[n, 1], out[n, 2] = own << 9 | opponent, square, outcome
            n += 1
    return n


def tier(key):
    return 9 - popcount(key)
