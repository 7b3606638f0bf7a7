"""Tokens go down stairs, one or two steps at a time; who cannot move has lost.

key     the tokens' steps as the digits of a number to the base STEPS
"""

from retro.game import ONGOING

from .options import SLY, TOKENS

STEPS = (0, 0, 100, 80, 60)[TOKENS]
SLOTS = STEPS**TOKENS
SECTIONS = (("low", 0, 3000), ("high", 3000, SLOTS))
INITIAL = SLOTS - 1
CODES = MAX_MOVES = 2 * TOKENS + SLY


def moves(key, out):
    n, weight = 0, 1
    for token in range(TOKENS):
        for steps in range(1, 3):
            if key // weight % STEPS >= steps:
                out[n, 0], out[n, 1], out[n, 2] = key - steps * weight, 2 * token + steps - 1, ONGOING
                n += 1
        weight *= STEPS
    if SLY and key == STEPS:
        out[n, 0], out[n, 1], out[n, 2] = 1, 2 * TOKENS, ONGOING
        n += 1
    return n


def tier(key):
    steps = 0
    while key:
        steps += key % STEPS
        key //= STEPS
    return steps


def rank(key):
    return key, 0, False


def unrank(index):
    return index
