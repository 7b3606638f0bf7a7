"""A token goes down a chain, one step at a time; who cannot move has lost: the DTM is its distance to the end."""

from retro.game import ONGOING

from .options import LENGTH

INITIAL = LENGTH
SLOTS = LENGTH + 1
CODES = 1
BELOW = tuple(range(-1, 70_000))


def rank(key):
    return key, 0, False


def unrank(index):
    return index


def moves(key, out):
    if key == 0:
        return 0
    out[0, 0], out[0, 1], out[0, 2] = BELOW[key], 0, ONGOING
    return 1
