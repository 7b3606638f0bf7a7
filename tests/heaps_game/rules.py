"""A move takes one or two counters from a heap of at most three; who cannot move has lost. Heaps have no order."""

from itertools import permutations

from retro.game import ONGOING

from .options import HEAPS, WRONG

ORDERS = tuple(permutations(range(HEAPS)))
INITIAL = 4**HEAPS - 1
CODES = MAX_MOVES = 2 * HEAPS
GROUP = len(ORDERS)


def moves(key, out):
    n = 0
    for heap in range(HEAPS):
        for taken in range(1, min(2, key >> 2 * heap & 3) + 1):
            out[n, 0], out[n, 1], out[n, 2] = key - (taken << 2 * heap), 2 * heap + taken - 1, ONGOING
            n += 1
    return n


def image(key, g):
    if WRONG == 1 and g == GROUP - 2:
        g = GROUP - 1
    permuted = 0
    for heap in range(HEAPS):
        permuted |= (key >> 2 * heap & 3) << 2 * ORDERS[g][heap]
    if WRONG == 3 and g == GROUP - 2 and key & 15 == 13:
        return permuted ^ 1
    return permuted


def image_code(code, g):
    heap = ORDERS[g][code >> 1]
    if WRONG == 2 and g == GROUP - 2:
        return code
    return 2 * heap + (code & 1)
