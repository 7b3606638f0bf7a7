"""The rules of British Square: moves, passes, scores and symmetry.

The players take turns to put a piece of their own on an empty square that is not next to a piece of the opponent. Who
has no such square passes; when neither has one, the game is over, and its score is the number of the first player's
pieces less the number of the second player's. For a board of n squares:

    key     bit 2 n + 5    2 n        n              0      squares  SIZE * rank + file, a1 = 0, b1 = 1, ...
            | turn          | second | first         |      turn     1 at the start; odd: the first player is to move

    code    the square, or PASS

Every move, a pass too, raises the turn, so there are no cycles, and keys in order are turns in order. Both boards lie
in one word: a symmetry moves all pieces at once, by swapping sets of bits that lie the same distance apart.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import ONGOING, score
from retro.game.bits import lowest, popcount

from .options import BIAS, CENTRE, SIZE

SQUARES = SIZE * SIZE
BOARD = (1 << SQUARES) - 1
TURN = 2 * SQUARES
NEXT_TURN = 1 << TURN
PASS = SQUARES
LAST_TURN = {3: 9, 4: 18, 5: 32}[SIZE]

INITIAL = NEXT_TURN
CODES = SQUARES + 1
MAX_MOVES = SQUARES
GROUP = 8
SCORES = "first"

FIRST_FILE = sum(1 << SIZE * rank for rank in range(SIZE))
FIRST_RANK = (1 << SIZE) - 1
NOT_FIRST_FILE = BOARD & ~FIRST_FILE
NOT_LAST_FILE = BOARD & ~(FIRST_FILE << SIZE - 1)
BARRED = 1 << SQUARES // 2 if CENTRE == "forbidden" and SIZE % 2 else 0
"""Where the first player's first piece may not go; a board of even size has no centre."""


def neighbours(squares: int) -> int:
    """The squares next to some of ``squares``, and others beyond the board's bits."""
    return squares << SIZE | squares >> SIZE | (squares & NOT_LAST_FILE) << 1 | (squares & NOT_FIRST_FILE) >> 1


def usable(own: int, other: int) -> int:
    """The squares where the player who has ``own`` may put a piece when the opponent has ``other``."""
    return BOARD & ~(own | other | neighbours(other))


def moves(key: int, out: NDArray[np.int64]) -> int:
    """A piece on each usable square; a pass if there is none but the opponent has one."""
    turn = key >> TURN
    shift = 0 if turn & 1 else SQUARES
    own, other = key >> shift & BOARD, key >> (SQUARES - shift) & BOARD
    squares = usable(own, other)
    if turn == 1:
        squares &= ~BARRED
    after = key + NEXT_TURN
    n = 0
    while squares:
        square = lowest(squares)
        out[n, 0], out[n, 1], out[n, 2] = after | 1 << (shift + square), square, ONGOING
        n += 1
        squares &= squares - 1
    if n == 0 and usable(other, own):
        out[0, 0], out[0, 1], out[0, 2] = after, PASS, ONGOING
        n = 1
    return n


def no_moves(key: int) -> int:
    """The score of a finished game."""
    return score(popcount(key & BOARD) - popcount(key >> SQUARES & BOARD) - BIAS)


def tier(key: int) -> int:
    """How many turns are left at most."""
    return LAST_TURN - (key >> TURN)


def first_to_move(key: int) -> bool:
    """Whether the turn is odd."""
    return key >> TURN & 1 == 1


def _both(squares: int) -> int:
    return squares | squares << SQUARES


def _diagonal(above: int) -> int:
    """The squares so many files to the right of the diagonal from a1, on both boards."""
    return _both(sum(1 << (SIZE + 1) * rank + above for rank in range(SIZE - above)))


# Squares that change places with those at a fixed distance: none on small boards, where the machine does nothing.
DIAGONAL_1, DIAGONAL_2, DIAGONAL_3, DIAGONAL_4 = map(_diagonal, range(1, 5))
OUTER_RANK, INNER_RANK = _both(FIRST_RANK), _both(FIRST_RANK << SIZE) if SIZE > 3 else 0
OUTER_FILE, INNER_FILE = _both(FIRST_FILE), _both(FIRST_FILE << 1) if SIZE > 3 else 0


def _exchange(key: int, distance: int, lower: int) -> int:
    """Exchange the bits at ``lower`` with those ``distance`` above them."""
    differing = (key ^ key >> distance) & lower
    return key ^ differing ^ differing << distance


def image(key: int, g: int) -> int:
    """Image of a position: files and ranks exchanged (4), then ranks upside down (2), then files mirrored (1)."""
    if g & 4:
        key = _exchange(key, SIZE - 1, DIAGONAL_1)
        key = _exchange(key, 2 * (SIZE - 1), DIAGONAL_2)
        key = _exchange(key, 3 * (SIZE - 1), DIAGONAL_3)
        key = _exchange(key, 4 * (SIZE - 1), DIAGONAL_4)
    if g & 2:
        key = _exchange(key, SIZE * (SIZE - 1), OUTER_RANK)
        key = _exchange(key, SIZE * (SIZE - 3), INNER_RANK)
    if g & 1:
        key = _exchange(key, SIZE - 1, OUTER_FILE)
        key = _exchange(key, SIZE - 3, INNER_FILE)
    return key
