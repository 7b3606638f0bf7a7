"""Hexapawn (Gardner, 1962): three pawns a side on a board of nine squares, which move and capture as in chess.

Who comes to the last row has won, who cannot move has lost. Left and right are the same; all positions count.

key     white pawns, black pawns, black to move: 9, 9 and 1 bits; square 3 * row + column, white moves to higher rows
"""

from retro.game import ONGOING, WIN

from .options import BEGINS

ROWS = SIZE = 3
SQUARES = ROWS * SIZE
BOARD = (1 << SQUARES) - 1
BLACK = 1 << 2 * SQUARES
INITIAL = 0b111 | 0b111_000_000 << SQUARES | (BLACK if BEGINS == "black" else 0)
CODES = 3 * SQUARES
MAX_MOVES = 9
GROUP = 2
COUNTED = "positions"


def moves(key, out):
    n, black = 0, key >> 2 * SQUARES
    own, other = key & BOARD, key >> SQUARES & BOARD
    if black:
        own, other = other, own
    for square in range(SQUARES):
        if own >> square & 1:
            row = square // SIZE + (-1 if black else 1)
            for aside in range(-1, 2):
                column = square % SIZE + aside
                if 0 <= column < SIZE and 0 <= row < ROWS:
                    to = 1 << SIZE * row + column
                    if (other & to != 0) == (aside != 0) and not own & to:
                        mine, theirs = own & ~(1 << square) | to, other & ~to
                        white, dark = (theirs, mine) if black else (mine, theirs)
                        ends = row == (0 if black else ROWS - 1)
                        out[n, 0] = white | dark << SQUARES | (1 - black) << 2 * SQUARES
                        out[n, 1], out[n, 2] = 3 * square + aside + 1, WIN if ends else ONGOING
                        n += 1
    return n


def image(key, g):
    if g == 0:
        return key
    mirrored = key & BLACK
    for square in range(2 * SQUARES):
        if key >> square & 1:
            mirrored |= 1 << square - square % SIZE + SIZE - 1 - square % SIZE
    return mirrored


def tier(key):
    steps = 0
    for square in range(SQUARES):
        row = square // SIZE
        steps += (key >> square & 1) * (ROWS - row) + (key >> SQUARES + square & 1) * (row + 1)
    return steps
