"""A token goes down a chain, one step at a time; who cannot move has lost: the DTM is the token's place."""

from retro.game import ONGOING

from .options import LENGTH

INITIAL = LENGTH
CODES = 1
SLOTS = LENGTH + 1
BELOW = tuple(range(-1, LENGTH))


def moves(key, out):
    if key == 0:
        return 0
    out[0, 0], out[0, 1], out[0, 2] = BELOW[key], 0, ONGOING
    return 1


def rank(key):
    return key, 0, False


def unrank(index):
    return index
