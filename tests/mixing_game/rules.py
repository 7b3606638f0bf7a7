"""From each number two moves lead to others; where it divides by 7 a third one ends the game."""

from retro.game import LOSS, ONGOING, WIN

from .options import SIZE

INITIAL = 1
CODES = 3
MAX_MOVES = 3
FAR = 1 << 40
"""Keys are spread: they are far from being numbered one after the other."""


def moves(key, out):
    number = key % FAR
    out[0, 0], out[0, 1], out[0, 2] = spread((number * 48271 + 11) % SIZE), 0, ONGOING
    out[1, 0], out[1, 1], out[1, 2] = spread((number * 69621 + 5) % SIZE), 1, ONGOING
    if number % 7 == 0:
        out[2, 0], out[2, 1], out[2, 2] = 0, 2, WIN if number % 5 else LOSS
        return 3
    return 2


def spread(number):
    return number % 1021 * FAR + number
