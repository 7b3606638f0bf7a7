"""The rules: step left or right, or burn fuel and stay.

Both players move the same token. Stepping out of the corridor wins if the fuel left is even and loses if it is odd.
With fuel 0 the token is stuck on two squares, which is a draw, and the players may agree on a draw in the middle.
A step straight back is forbidden.

    key   16 * fuel + square     code   LEFT, RIGHT, BURN, AGREE
"""

from retro.game import DRAW, LOSS, NONE, ONGOING, WIN

from .options import FUEL

LENGTH, MIDDLE = 9, 4
LEFT, RIGHT, BURN, AGREE = 0, 1, 2, 3

INITIAL = 16 * FUEL + MIDDLE
CODES = 4
MAX_MOVES = 3
MAX_UNMOVES = 3
GROUP = 2
REPETITION = True
SLOTS = 5 * (FUEL + 1)
SECTIONS = (("dry", 0, 5), ("fuelled", 5, SLOTS))


def stuck(key):
    return key == 2 or key == 6


def step(key, code):
    return key - 1 if code == LEFT else key + 1


def moves(key, out):
    fuel, square = key >> 4, key & 15
    if stuck(key):
        return 0
    n = 0
    for code in range(2):
        out[n, 0], out[n, 1], out[n, 2] = step(key, code), code, ONGOING
        if (square == 0 and code == LEFT) or (square == LENGTH - 1 and code == RIGHT):
            out[n, 2] = LOSS if fuel & 1 else WIN
        n += 1
    if fuel > 0:
        out[n, 0], out[n, 1], out[n, 2] = key - 16, BURN, ONGOING
        n += 1
    elif square == MIDDLE:
        out[n, 0], out[n, 1], out[n, 2] = NONE, AGREE, DRAW
        n += 1
    return n


def unmoves(key, out):
    fuel = key >> 4
    n = 0
    for code in range(2):
        predecessor = step(key, 1 - code)
        if 0 <= (predecessor & 15) < LENGTH and predecessor >> 4 == fuel and not stuck(predecessor):
            out[n, 0], out[n, 1], out[n, 2] = predecessor, code, undo(predecessor, code, key)
            n += 1
    if fuel < FUEL:
        out[n, 0], out[n, 1], out[n, 2] = key + 16, BURN, NONE
        n += 1
    return n


def no_moves(key):
    return DRAW


def tier(key):
    return key >> 4


def wins(key):
    return (key & 15 == 0 or key & 15 == LENGTH - 1) and (key >> 4) & 1 == 0


def undo(key, code, successor):
    return NONE if code == BURN or stuck(successor) else 1 - code


def restorable(key, code):
    return code < 2


def rank(key):
    fuel, square = key >> 4, key & 15
    if square > MIDDLE:
        return 5 * fuel + LENGTH - 1 - square, 1, False
    return 5 * fuel + square, 0, square == MIDDLE


def unrank(index):
    return 16 * (index // 5) + index % 5


def image(key, g):
    return key - (key & 15) + LENGTH - 1 - (key & 15) if g == 1 else key


def image_code(code, g):
    return 1 - code if g == 1 and code < 2 else code
