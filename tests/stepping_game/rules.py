"""Two men a side step like kings on 4 x 4; who has both in the centre has won. Mover's men, then the opponent's."""

from retro.game import ONGOING, WIN

SIZE = 4
SQUARES = SIZE * SIZE
BOARD = (1 << SQUARES) - 1
CENTRE = 1 << 5 | 1 << 6 | 1 << 9 | 1 << 10
INITIAL = 1 | 1 << 3 | (1 << 12 | 1 << 15) << SQUARES
CODES = SQUARES * SQUARES
MAX_MOVES = 16
GROUP = 8


def moves(key, out):
    mover, opponent = key & BOARD, key >> SQUARES
    n = 0
    for start in range(SQUARES):
        if mover >> start & 1:
            for end in range(SQUARES):
                near = abs(start % SIZE - end % SIZE) <= 1 and abs(start // SIZE - end // SIZE) <= 1
                if near and not (mover | opponent) >> end & 1:
                    men = mover ^ 1 << start ^ 1 << end
                    out[n, 0], out[n, 1] = opponent | men << SQUARES, start * SQUARES + end
                    out[n, 2] = WIN if men & CENTRE == men else ONGOING
                    n += 1
    return n


def place(square, g):
    row, column = square // SIZE, square % SIZE
    if g & 1:
        row = SIZE - 1 - row
    if g & 2:
        column = SIZE - 1 - column
    return column * SIZE + row if g & 4 else row * SIZE + column


def image(key, g):
    turned = 0
    for square in range(SQUARES):
        if (key | key >> SQUARES) >> square & 1:
            turned |= (key >> square & 1 | (key >> square + SQUARES & 1) << SQUARES) << place(square, g)
    return turned


def image_code(code, g):
    return place(code // SQUARES, g) * SQUARES + place(code % SQUARES, g)
