"""A key is twice the counters, plus 1 if the second player is to move."""

from retro.game import ONGOING

INITIAL = (18, 13, 19)
CODES = MAX_MOVES = 2


def moves(key, out):
    n = 0
    for code in range(2):
        if key >> 1 >= 2 * code + 2:
            out[n, 0], out[n, 1], out[n, 2] = (key - 4 * code - 4) ^ 1, code, ONGOING
            n += 1
    return n


def tier(key):
    return key >> 1
