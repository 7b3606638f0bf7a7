"""Tokens go down stairs, one or two steps at a time; who cannot move has lost.

key     the tokens' steps as the digits of a number to the base STEPS
slot    positions in order of the sum of steps, which is the tier, and then of the digits
"""

import numpy as np

from retro.game import ONGOING

from .options import SLY, TOKENS

STEPS = (0, 0, 100, 80, 60)[TOKENS]
SUMS = TOKENS * (STEPS - 1) + 1
SLOTS = STEPS**TOKENS
SECTIONS = (("low", 0, 3000), ("high", 3000, SLOTS))
INITIAL = SLOTS - 1
CODES = MAX_MOVES = 2 * TOKENS + SLY

UP_TO = np.zeros((TOKENS + 1, SUMS + 1), np.int64)
"""By tokens and n, their positions with a sum of steps below n."""
for tokens in range(TOKENS + 1):
    for number in range(SUMS):
        below = UP_TO[tokens - 1, number + 1] - UP_TO[tokens - 1, max(0, number + 1 - STEPS)] if tokens else number == 0
        UP_TO[tokens, number + 1] = UP_TO[tokens, number] + below


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
    left = tier(key)
    index = UP_TO[TOKENS, left]
    for tokens in range(TOKENS - 1, -1, -1):
        steps = key // STEPS**tokens % STEPS
        # positions in which this token has fewer steps
        index += UP_TO[tokens, left + 1] - UP_TO[tokens, left + 1 - steps]
        left -= steps
    return index, 0, False


def unrank(index):
    left = 0
    while UP_TO[TOKENS, left + 1] <= index:
        left += 1
    index -= UP_TO[TOKENS, left]
    key = 0
    for tokens in range(TOKENS - 1, -1, -1):
        steps = 0
        while True:
            fewer = UP_TO[tokens, left + 1 - steps] - UP_TO[tokens, left - steps]
            if index < fewer:
                break
            index -= fewer
            steps += 1
        left -= steps
        key = key * STEPS + steps
    return key
