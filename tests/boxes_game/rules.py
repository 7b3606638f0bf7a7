"""Dots and boxes. A move draws an edge; who completes a box with it gets the box, and moves again.

key     edges drawn, one bit each; the next bit: the second player to move; above: the first player's lead + BOXES

Edges are numbered row by row of the grid of GRID points in a row in which boxes, edges and dots alternate.
"""

from retro.game import ONGOING, score

from .options import HIGH, WIDE

BOXES = WIDE * HIGH
GRID = 2 * WIDE + 1
PLACES = tuple((x, y) for y in range(2 * HIGH + 1) for x in range(GRID) if (x + y) % 2)
EDGES = len(PLACES)
ALL = (1 << EDGES) - 1


def _round(x, y):
    return sum(1 << PLACES.index((x + right, y + up)) for right, up in ((0, -1), (-1, 0), (1, 0), (0, 1)))


ROUND = tuple(_round(2 * column + 1, 2 * row + 1) for row in range(HIGH) for column in range(WIDE))
SCORES = "first"
INITIAL = BOXES << EDGES + 1
CODES = MAX_MOVES = EDGES


def moves(key, out):
    n, second = 0, key >> EDGES & 1
    for edge in range(EDGES):
        if not key >> edge & 1:
            edges, made = key & ALL | 1 << edge, 0
            for box in ROUND:
                made += box >> edge & 1 and edges & box == box
            lead = (key >> EDGES + 1) + (-made if second else made)
            turn = second if made else 1 - second
            out[n, 0], out[n, 1], out[n, 2] = edges | turn << EDGES | lead << EDGES + 1, edge, ONGOING
            n += 1
    return n


def no_moves(key):
    return score((key >> EDGES + 1) - BOXES)


def tier(key):
    left = 0
    for edge in range(EDGES):
        left += 1 - (key >> edge & 1)
    return left


def first_to_move(key):
    return key >> EDGES & 1 == 0
