"""A token goes down a binary tree, from node k to node 2 k + 1 or 2 k + 2; who cannot move has lost."""

from retro.game import NONE, ONGOING

from .options import THOUSANDS

SLOTS = 1000 * THOUSANDS
INITIAL = 0
MAX_MOVES = 2
MAX_UNMOVES = 1
CODES = 2


def moves(key, out):
    n = 0
    while n < 2 and 2 * key + 1 + n < SLOTS:
        out[n, 0], out[n, 1], out[n, 2] = 2 * key + 1 + n, n, ONGOING
        n += 1
    return n


def unmoves(key, out):
    if key == 0:
        return 0
    out[0, 0], out[0, 1], out[0, 2] = (key - 1) // 2, (key - 1) % 2, NONE
    return 1


def rank(key):
    return key, 0, False


def unrank(index):
    return index
