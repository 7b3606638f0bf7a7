"""In turn, the players put a disc on an empty square. It turns the opponent's discs between it and others of the mover.

A disc must turn another one. If the opponent cannot do that, the mover moves again; if he cannot either, the game ends.

key     discs of the mover, then those of the opponent, a bit for each square
code    the square of the new disc; squares are numbered row by row from the top
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import AGAIN, ONGOING, score
from retro.game.bits import popcount
from retro.indexing.images import grid_symmetries, set_images

SIZE = 4
SQUARES = CODES = MAX_MOVES = SIZE * SIZE
BOARD = (1 << SQUARES) - 1
INITIAL = 1 << 6 | 1 << 9 | (1 << 5 | 1 << 10) << SQUARES
SCORES = "mover"
MOVES_AGAIN = True
GROUP, image, image_code = set_images(grid_symmetries(SIZE, SIZE), sets=2)


def ray(square: int, right: int, down: int) -> tuple[int, ...]:
    """The squares from a square on in one direction; SQUARES where there is none."""
    x, y = square % SIZE, square // SIZE
    places = [(x + step * right, y + step * down) for step in range(1, SIZE)]
    return tuple(SIZE * y + x if 0 <= x < SIZE and 0 <= y < SIZE else SQUARES for x, y in places)


AROUND = tuple((right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down)
RAYS = tuple(tuple(ray(square, right, down) for right, down in AROUND) for square in range(SQUARES))


def turned(mine: int, theirs: int, square: int) -> int:
    """The discs that a new disc turns, as bits."""
    discs = 0
    for places in RAYS[square]:
        between = 0
        for place in places:
            if mine >> place & 1:
                discs |= between
            if not theirs >> place & 1:
                break
            between |= 1 << place
    return discs


def can_move(mine: int, theirs: int) -> bool:
    """Whether a player can turn a disc."""
    for square in range(SQUARES):
        if not (mine | theirs) >> square & 1 and turned(mine, theirs, square):
            return True
    return False


def moves(key: int, out: NDArray[np.int64]) -> int:
    """Every square on which a new disc turns others."""
    mine, theirs, n = key & BOARD, key >> SQUARES, 0
    for square in range(SQUARES):
        if (mine | theirs) >> square & 1:
            continue
        discs = turned(mine, theirs, square)
        if discs:
            own, other = mine | discs | 1 << square, theirs & ~discs
            again = not can_move(other, own) and can_move(own, other)
            out[n, 0] = own | other << SQUARES if again else other | own << SQUARES
            out[n, 1], out[n, 2] = square, ONGOING | AGAIN if again else ONGOING
            n += 1
    return n


def no_moves(key: int) -> int:
    """Neither player can turn a disc: all discs count."""
    return score(popcount(key & BOARD) - popcount(key >> SQUARES))


def tier(key: int) -> int:
    """Empty squares; every move lowers it."""
    return SQUARES - popcount(key)
