"""Sources of the rules of games that define little more than `moves` and `draw`. Options replace the braces in them."""

from __future__ import annotations

from pathlib import Path

STEPPERS = '''
"""MEN men a side on SIZE x SIZE step like kings; a row of MEN wins. Symmetry: eight images."""
import numpy as np
from retro.game.bits import lowest

SIZE, MEN = {size}, {men}
SQUARES = SIZE * SIZE
FULL = (1 << SQUARES) - 1
CODES = SQUARES * SQUARES
MAX_MOVES = 8 * MEN
GROUP = 8
HALF = (SQUARES + 1) // 2
LOW = (1 << HALF) - 1


def bit(y, x):
    return 1 << y * SIZE + x


def on_board(y, x):
    return 0 <= y < SIZE and 0 <= x < SIZE


NEAR = tuple(
    sum(bit(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy or dx) and on_board(y + dy, x + dx))
    for y in range(SIZE) for x in range(SIZE)
)
LINES = tuple(sorted(
    {{
        sum(bit(y + i * dy, x + i * dx) for i in range(MEN))
        for y in range(SIZE) for x in range(SIZE) for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1))
        if on_board(y + (MEN - 1) * dy, x + (MEN - 1) * dx)
    }}
))


def turned(y, x, g):
    if g & 4:
        y, x = x, y
    return (SIZE - 1 - y if g & 2 else y) * SIZE + (SIZE - 1 - x if g & 1 else x)


def table():
    images = np.zeros((8, 2, 1 << HALF), np.int32)
    for g in range(8):
        for square in range(SQUARES):
            half, i = divmod(square, HALF)
            boards = np.arange(1 << HALF)
            images[g, half] |= (boards >> i & 1) << turned(*divmod(square, SIZE), g)
    return images


IMAGES = table()
INITIAL = sum(1 << i for i in range(MEN)) | sum(1 << SQUARES - 1 - i for i in range(MEN)) << SQUARES


def has_line(men):
    for line in LINES:
        if men & line == line:
            return True
    return False


def moves(key, out):
    mine, theirs = key & FULL, key >> SQUARES
    count, left = 0, mine
    while left:
        man = left & -left
        left ^= man
        square = lowest(man)
        ends = NEAR[square] & ~(mine | theirs)
        while ends:
            end = ends & -ends
            ends ^= end
            after = mine ^ man ^ end
            out[count, 0], out[count, 1] = theirs | after << SQUARES, square * SQUARES + lowest(end)
            out[count, 2] = 5 if has_line(after) else 0
            count += 1
    return count


def image(key, g):
    mine, theirs = key & FULL, key >> SQUARES
    one = int(IMAGES[g, 0, mine & LOW]) | int(IMAGES[g, 1, mine >> HALF])
    return one | (int(IMAGES[g, 0, theirs & LOW]) | int(IMAGES[g, 1, theirs >> HALF])) << SQUARES


def image_code(code, g):
    return turned(*divmod(code // SQUARES, SIZE), g) * SQUARES + turned(*divmod(code % SQUARES, SIZE), g)
'''

CONNECT_FOUR = '''
"""Connect-4 on COLUMNS x ROWS: in each column the mover's men, and one bit above the highest man of both players.

A position after four in a row has no moves and is counted, as in Tromp's table: 161,029 of 4 x 4, 69,763,700 of 5 x 5.
"""
COLUMNS, ROWS = {columns}, {rows}
HEIGHT = ROWS + 1
CODES = MAX_MOVES = COLUMNS
COLUMN = (1 << HEIGHT) - 1
INITIAL = sum(1 << column * HEIGHT for column in range(COLUMNS))


def men_and_tops(key):
    """The men of both players, and the bits above them."""
    men, tops = 0, 0
    for column in range(COLUMNS):
        filled = key >> column * HEIGHT & COLUMN
        filled |= filled >> 1
        filled |= filled >> 2
        filled |= filled >> 4
        men |= filled >> 1 << column * HEIGHT
        tops |= (filled ^ filled >> 1) << column * HEIGHT
    return men, tops


def has_four(men):
    for step in (1, HEIGHT - 1, HEIGHT, HEIGHT + 1):
        two = men & men >> step
        if two & two >> 2 * step:
            return True
    return False


def moves(key, out):
    men, tops = men_and_tops(key)
    theirs = men ^ key ^ tops
    count = 0
    if has_four(theirs):
        return 0
    for column in range(COLUMNS):
        top = tops & COLUMN << column * HEIGHT
        if not top >> column * HEIGHT + ROWS & 1:
            out[count, 0], out[count, 1], out[count, 2] = theirs | tops ^ top ^ top << 1, column, 0
            count += 1
    return count


def no_moves(key):
    men, tops = men_and_tops(key)
    return 2 if has_four(men ^ key ^ tops) else 1
'''

TIER = """

from retro.game.bits import popcount


def tier(key):
    return COLUMNS * ROWS - popcount(men_and_tops(key)[0])
"""

_FOX = Path(__file__).parents[1] / "examples/fox_and_hounds/fox_and_hounds/rules.py"
FOX = _FOX.read_text(encoding="utf-8").replace("from .options import SIZE", "SIZE = {size}").partition("def tier(")[0]
"""Fox and hounds, the example, without its tier."""

BREAKTHROUGH = '''
"""Breakthrough on COLUMNS x ROWS, one row of men a side: step forward or diagonally, capture diagonally."""
from retro.game.bits import lowest

COLUMNS, ROWS = {columns}, {rows}
SQUARES = COLUMNS * ROWS
FULL = (1 << SQUARES) - 1
CODES = 3 * SQUARES
MAX_MOVES = 3 * COLUMNS
INITIAL = (1 << COLUMNS) - 1 | ((1 << COLUMNS) - 1) << SQUARES


def mirrored(men):
    """The men as the other player sees them."""
    out = 0
    while men:
        square = lowest(men)
        men &= men - 1
        out |= 1 << SQUARES - 1 - square
    return out


def moves(key, out):
    mine, theirs = key & FULL, key >> SQUARES
    block = mirrored(theirs)
    count, left = 0, mine
    while left:
        square = lowest(left)
        left &= left - 1
        x = square % COLUMNS
        for dx in (-1, 0, 1):
            end = square + COLUMNS + dx
            if 0 <= x + dx < COLUMNS and end < SQUARES and not mine >> end & 1 and not (dx == 0 and block >> end & 1):
                after = mine ^ 1 << square ^ 1 << end
                others = mirrored(block & ~(1 << end))
                won = end >= SQUARES - COLUMNS or others == 0
                out[count, 0], out[count, 1] = others | after << SQUARES, 3 * square + dx + 1
                out[count, 2] = 5 if won else 0
                count += 1
    return count
'''

DOMINEERING = '''
"""Domineering on COLUMNS x ROWS: upright dominoes against flat ones; the board is seen so that the mover's are flat."""
COLUMNS, ROWS = {columns}, {rows}
SIZE = COLUMNS
assert COLUMNS == ROWS
SQUARES = COLUMNS * ROWS
CODES = SQUARES
MAX_MOVES = SQUARES
GROUP = 4
INITIAL = 0


def turned(board):
    out = 0
    for y in range(ROWS):
        for x in range(COLUMNS):
            out |= (board >> y * COLUMNS + x & 1) << x * COLUMNS + y
    return out


def moves(key, out):
    count = 0
    for y in range(ROWS):
        for x in range(COLUMNS - 1):
            domino = 3 << y * COLUMNS + x
            if not key & domino:
                out[count, 0], out[count, 1], out[count, 2] = turned(key | domino), y * COLUMNS + x, 0
                count += 1
    return count


def image(key, g):
    out = 0
    for y in range(ROWS):
        for x in range(COLUMNS):
            to_y, to_x = ROWS - 1 - y if g & 2 else y, COLUMNS - 1 - x if g & 1 else x
            out |= (key >> y * COLUMNS + x & 1) << to_y * COLUMNS + to_x
    return out


def image_code(code, g):
    y, x = code // COLUMNS, code % COLUMNS
    return (ROWS - 1 - y if g & 2 else y) * COLUMNS + (COLUMNS - 2 - x if g & 1 else x)


def no_moves(key):
    return 2
'''

SLIDING = '''
"""Three men each slide to empty squares next to them; who gets three in a row elsewhere than at home has won.

key     the mover's men, a bit for each square | the opponent's men << SQUARES
code    4 * square + direction
"""

from retro.game import ONGOING, WIN

SIZE = {size}

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
'''

GAMES: dict[str, tuple[str, dict[str, int]]] = {
    "steppers": (STEPPERS, {"size": 5, "men": 4}),
    "connect4": (CONNECT_FOUR, {"columns": 5, "rows": 4}),
    "connect4_tier": (CONNECT_FOUR + TIER, {"columns": 5, "rows": 4}),
    "fox": (FOX, {"size": 8}),
    "breakthrough": (BREAKTHROUGH, {"columns": 4, "rows": 6}),
    "sliding": (SLIDING, {"size": 5}),
    "domineering": (DOMINEERING, {"columns": 6, "rows": 6}),
}
"""Source of the rules of each game, and the options that replace the braces in it."""
FIVE, SIX = {"columns": 5, "rows": 5}, {"columns": 5, "rows": 6}
SIZES: dict[str, dict[str, dict[str, int]]] = {
    "normal": {},
    "large": {"connect4": FIVE, "connect4_tier": FIVE, "fox": {"size": 10}},
    "huge": {"connect4": SIX, "connect4_tier": SIX, "fox": {"size": 10}},
}
"""Other options, by size and game. Connect-4 on 5 x 6 has 1,044,334,437 positions."""


def source(name: str, size: str = "normal") -> str:
    """Returns the rules of a game in one of SIZES."""
    rules, options = GAMES[name]
    return rules.format(**options | SIZES[size].get(name, {}))
