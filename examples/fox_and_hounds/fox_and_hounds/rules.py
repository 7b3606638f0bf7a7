"""One fox against SIZE / 2 hounds on the dark squares of a board.

    key     squares of the hounds, a bit for each, and above them the square of the fox, as a number
    code    of the fox: the square it goes to; of a hound: 2 * its square + (1 if it goes to the right)

Dark squares are numbered by rows from the hounds' side, HOUNDS in a row. In rows 0, 2, ... they begin at the second
square, in the others at the first. Every move changes the row of one piece by one, so the rows determine whose turn it
is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game import ONGOING, loss, win
from retro.game.bits import lowest, popcount

from .options import SIZE

HOUNDS = SIZE // 2
SQUARES = SIZE * HOUNDS
BOARD = (1 << SQUARES) - 1
CODES = 2 * SQUARES
MAX_MOVES = max(4, 2 * HOUNDS)


def square(file: int, row: int) -> int:
    """The number of a dark square; -1 outside the board. The square must be dark."""
    return HOUNDS * row + file // 2 if 0 <= file < SIZE and 0 <= row < SIZE else -1


def file_of(number: int) -> int:
    """The file, from 0, of a dark square."""
    return 2 * (number % HOUNDS) + 1 - number // HOUNDS % 2


AHEAD = tuple(
    tuple(square(file_of(number) + aside, number // HOUNDS + 1) for aside in (-1, 1)) for number in range(SQUARES)
)
"""The squares diagonally in front of a hound, to the left and to the right; -1 outside the board."""
NEAR = tuple(
    sum(1 << other for other in range(SQUARES) if number in AHEAD[other] or other in AHEAD[number])
    for number in range(SQUARES)
)
"""The squares beside each square, as bits."""
LEFT = sum(1 << number for number in range(SQUARES) if file_of(number) == 0)
RIGHT = sum(1 << number for number in range(SQUARES) if file_of(number) == SIZE - 1)
EVEN = sum(1 << number for number in range(SQUARES) if number // HOUNDS % 2 == 0)


def place(fox: int, hounds: int) -> int:
    """The key of a position."""
    return fox << SQUARES | hounds


def fox_moves(key: int) -> int:
    """1 if the fox is to move, 0 if the hounds are."""
    return ((key >> SQUARES) // HOUNDS + popcount(key & BOARD & ~EVEN)) & 1


INITIAL = place(square(2 * (SIZE // 4), SIZE - 1), (1 << HOUNDS) - 1)


def reachable(hounds: int) -> int:
    """The squares that hounds may still come to if nothing stands in their way, their own included."""
    reached = hounds
    for _ in range(SIZE - 1):
        even, odd = reached & EVEN, reached & ~EVEN
        reached |= (reached << HOUNDS | (even & ~RIGHT) << HOUNDS + 1 | (odd & ~LEFT) << HOUNDS - 1) & BOARD
    return reached


def escaped(fox: int, hounds: int) -> bool:
    """Whether no hound can come to the fox's square any more, nor to one beside it."""
    safe = ~reachable(hounds)
    return safe >> fox & 1 != 0 and safe & NEAR[fox] != 0


def moves(key: int, out: NDArray[np.int64]) -> int:
    """The moves of the side whose turn it is; none once the fox has escaped."""
    hounds, fox, n = key & BOARD, key >> SQUARES, 0
    if escaped(fox, hounds):
        return 0
    if fox_moves(key):
        ends = NEAR[fox] & ~hounds
        while ends:
            end = lowest(ends)
            ends &= ends - 1
            out[n, 0], out[n, 1], out[n, 2] = place(end, hounds), end, ONGOING
            n += 1
        return n
    left = hounds
    while left:
        start = lowest(left)
        left &= left - 1
        for side in range(2):
            end = AHEAD[start][side]
            if end >= 0 and end != fox and not hounds >> end & 1:
                out[n, 0], out[n, 1] = place(fox, hounds ^ 1 << start ^ 1 << end), 2 * start + side
                out[n, 2] = ONGOING
                n += 1
    return n


def no_moves(key: int) -> int:
    """The fox has won if it is to move and has escaped; otherwise the side to move has lost."""
    return win(0) if fox_moves(key) and escaped(key >> SQUARES, key & BOARD) else loss(0)


def tier(key: int) -> int:
    """Twice the steps that the hounds have left, and one more if the fox is to move: every move lowers it."""
    hounds, steps = key & BOARD, 0
    while hounds:
        steps += SIZE - 1 - lowest(hounds) // HOUNDS
        hounds &= hounds - 1
    return 2 * steps + fox_moves(key)
