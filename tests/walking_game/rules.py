"""The rules: tables of a random graph, and look-ups in them."""

import random

import numpy as np

from retro.game import DRAW, LOSS, NONE, ONGOING, WIN

from .options import SEED

HALF = 8
NODES = 2 * HALF
DEGREE = 5

MAX_MOVES = DEGREE
MAX_UNMOVES = NODES * DEGREE
CODES = 2 * DEGREE
INITIAL = 0
SLOTS = HALF
SECTIONS = (("all", 0, HALF),)
GROUP = 2
REPETITION = True


def _graph():
    """Successor and outcome by node and code; the second half of the codes is for the mirror images."""
    chance = random.Random(SEED)
    successors = np.full((NODES, CODES), NONE, np.int64)
    outcomes = np.zeros((NODES, CODES), np.int64)
    pairs = [(a, b) for a in range(HALF) for b in range(NODES) if a != b and chance.random() < 0.17]
    for a, b in pairs:
        ends = [(a, b), (b, a)] if chance.random() < 0.8 else [(a, b)]
        for start, stop in ends:
            if start >= HALF:
                start, stop = NODES - 1 - start, NODES - 1 - stop
            free = [code for code in range(DEGREE) if successors[start, code] == NONE]
            if free and stop not in successors[start]:
                outcome = chance.choices((ONGOING, WIN, LOSS, DRAW), (40, 1, 4, 1))[0]
                successors[start, free[0]], outcomes[start, free[0]] = stop, outcome
    successors[HALF:, DEGREE:] = np.where(successors[:HALF, :DEGREE] < 0, NONE, NODES - 1 - successors[:HALF, :DEGREE])[
        ::-1, ::-1
    ]
    outcomes[HALF:, DEGREE:] = outcomes[:HALF, :DEGREE][::-1, ::-1]
    return successors, outcomes


SUCCESSORS, OUTCOMES = _graph()


def moves(key, out):
    count = 0
    for code in range(CODES):
        if SUCCESSORS[key, code] >= 0:
            out[count, 0] = SUCCESSORS[key, code]
            out[count, 1] = code
            out[count, 2] = OUTCOMES[key, code]
            count += 1
    return count


def undo(key, code, successor):
    for back in range(CODES):
        if SUCCESSORS[successor, back] == key and OUTCOMES[successor, back] == ONGOING:
            return back
    return NONE


def unmoves(key, out):
    count = 0
    for node in range(NODES):
        for code in range(CODES):
            if SUCCESSORS[node, code] == key and OUTCOMES[node, code] == ONGOING:
                out[count, 0] = node
                out[count, 1] = code
                out[count, 2] = undo(node, code, key)
                count += 1
    return count


def rank(key):
    if key < HALF:
        return key, 0, False
    return NODES - 1 - key, 1, False


def unrank(index):
    return index


def image(key, g):
    return NODES - 1 - key if g == 1 else key


def image_code(code, g):
    return CODES - 1 - code if g == 1 else code
