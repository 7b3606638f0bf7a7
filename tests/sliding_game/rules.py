"""Three men each slide to empty squares next to them; who gets three in a row elsewhere than at home has won.

key     the mover's men, a bit for each square | the opponent's men << SQUARES
code    4 * square + direction
"""

from retro.game import ONGOING, WIN

from .options import SIZE

SQUARES = SIZE * SIZE
BOARD = (1 << SQUARES) - 1
HOMES = 7, 7 << SQUARES - 3
INITIAL = HOMES[0] | HOMES[1] << SQUARES
CODES = 4 * SQUARES
MAX_MOVES = 12
LEFT = sum(1 << row * SIZE for row in range(SIZE))
RIGHT = LEFT << SIZE - 1


def _rows():
    for square in range(SQUARES):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            row, column = square // SIZE + 2 * down, square % SIZE + 2 * right
            if row < SIZE and 0 <= column < SIZE:
                yield sum(1 << square + i * (down * SIZE + right) for i in range(3))


ROWS = tuple(row for row in _rows() if row not in HOMES)


def slid(man, direction):
    if direction == 0:
        return man << SIZE & BOARD
    if direction == 1:
        return man >> SIZE
    if direction == 2:
        return (man & ~LEFT) >> 1
    return (man & ~RIGHT) << 1


def has_row(men):
    for row in ROWS:
        if men == row:
            return True
    return False


def moves(key, out):
    mover, opponent = key & BOARD, key >> SQUARES
    n = 0
    for square in range(SQUARES):
        man = 1 << square
        if mover & man:
            for direction in range(4):
                end = slid(man, direction)
                if end and end & (mover | opponent) == 0:
                    after = mover ^ man ^ end
                    out[n, 0], out[n, 1] = opponent | after << SQUARES, 4 * square + direction
                    out[n, 2] = WIN if has_row(after) else ONGOING
                    n += 1
    return n
