"""Two ways to count down by one; with ENDINGS also moves that end the game. Who cannot move has lost."""

from retro.game import DRAW, LOSS, ONGOING, WIN

from .options import ENDINGS, HEIGHT

INITIAL = HEIGHT
MAX_MOVES = 5
CODES = 5


def moves(key, out):
    if key == 0:
        return 0
    for code in range(2):
        out[code, 0], out[code, 1], out[code, 2] = key - 1, code, ONGOING
    n = 2
    for divisor, outcome in ((5, WIN), (3, DRAW), (7, LOSS)):
        if ENDINGS and key % divisor == 0:
            out[n, 0], out[n, 1], out[n, 2] = -1, n, outcome
            n += 1
    return n


def tier(key):
    return key
