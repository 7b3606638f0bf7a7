"""Rule 8: no move may lead back to the position before the opponent's move.

In the *exact* reading that is the very same board, and the forbidden move is the one that takes the last move back, if
there is one. In the *paper* reading it is any of the eight images of that board, and the forbidden move is the first
in order that leads there. Nearly always that is the same move. Otherwise some g > 0 turns the position before the last
move, q, into one a move away from the position after it, p. A move that removes nothing changes two squares from empty
to occupied or back, the hole's not counted. So either the hole stays within one step under g, and then g changes at
most four such squares of p; or both moves move the hole, and g turns p's pieces into themselves. `nearly_symmetric`
looks for that, and only then is anything costly done.
"""

from __future__ import annotations

import numpy as np

from retro.game import NONE
from retro.game.bits import popcount

from .board import ALL, CODES, GROUP, HOLE, OFF, OUTSIDE, PERMUTATIONS, SQUARES, STEP, pack
from .index import image, image_set
from .lines import (
    FALLEN,
    LINE_CODE,
    LINE_COUNT,
    MOVER_CHANGE,
    MOVES,
    MOVES_AT,
    NO_UNDO,
    NOBODY,
    OPPONENT_CHANGE,
    SPREAD,
    UNDO,
    line_number,
)
from .options import RULE8, SIZE

BOUNDS_CHECKED = False  # as in rules.py

PAPER = RULE8 == "paper"
_NEIGHBOURS = [[int(s) for s in STEP[h * 4 : h * 4 + 4] if s != OFF] for h in range(SQUARES)]


def _nearly_fixing() -> tuple[np.ndarray, np.ndarray]:
    """For every hole square the group elements to be looked at, and how many squares of p they may change."""
    elements = np.zeros(SQUARES * GROUP, np.int32)
    change = np.full(SQUARES * GROUP, -1, np.int32)
    for hole, neighbours in enumerate(_NEIGHBOURS):
        count = 0
        for g in range(1, GROUP):
            to = PERMUTATIONS[g]
            near = to[hole] == hole or to[hole] in neighbours or any(to[q] == hole for q in neighbours)
            swaps = any(to[q] in neighbours and to[q] != q for q in neighbours)
            if near or swaps:
                elements[hole * GROUP + count] = g
                change[hole * GROUP + count] = 4 if near else 0
                count += 1
    return elements, change


NEAR, NEAR_CHANGE = _nearly_fixing()


def nearly_symmetric(key: int) -> bool:
    """Whether a position may have another forbidden move than the one that takes the last move back."""
    pieces = (key | (key >> SQUARES)) & ALL
    first = (key >> HOLE) * GROUP
    for i in range(first, first + GROUP):
        allowed = int(NEAR_CHANGE[i])
        if allowed < 0:
            break
        if popcount(image_set(pieces, int(NEAR[i])) ^ pieces) <= allowed:
            return True
    return False


def leads_to(key: int, target: int) -> bool:
    """Whether ``target`` is an image of a position."""
    for g in range(GROUP):
        if image(target, g) == key:
            return True
    return False


def first_leading_to(key: int, target: int) -> int:
    """The first move of a position, in order, that removes nothing and leads to an image of ``target``, or NONE."""
    mover = key & ALL
    opponent = (key >> SQUARES) & ALL
    hole = (key >> HOLE) & 31
    first = CODES
    for line in range(LINE_COUNT):
        at = int(MOVES_AT[line_number(line, mover, opponent, hole)])
        for i in range(at >> 5, (at >> 5) + (at & 31)):
            entry = int(MOVES[i])
            code = int(LINE_CODE[line * 16 + (entry & 15)])
            if code < first and (entry >> FALLEN) & 3 == NOBODY:
                own = mover ^ int(SPREAD[line * 32 + ((entry >> MOVER_CHANGE) & 31)])
                other = opponent ^ int(SPREAD[line * 32 + ((entry >> OPPONENT_CHANGE) & 31)])
                if leads_to(pack(hole, other, own), target):
                    first = code
    for code in range(hole * 4, hole * 4 + 4):
        centre = int(STEP[code])
        if code < first and not ((mover | opponent | OUTSIDE) >> centre) & 1:
            if leads_to(pack(centre, opponent, mover), target):
                first = code
    return first if first < CODES else NONE


def forbidden(key: int, predecessor: int, exact: int) -> int:
    """The move of a nearly symmetric position that leads back to ``predecessor``'s class; ``exact`` takes back."""
    first = (key >> HOLE) * GROUP
    swapped = pack(key >> HOLE, (key >> SQUARES) & ALL, key & ALL)
    for i in range(first, first + GROUP):
        if NEAR_CHANGE[i] < 0:
            break
        change = swapped ^ image(predecessor, int(NEAR[i]))
        if popcount((change | (change >> SQUARES)) & ALL) <= SIZE:
            return first_leading_to(key, predecessor)
    return exact


def last_of_row(square: int, direction: int, pieces: int) -> int:
    """The last piece of the row that a step of the piece on ``square`` pushes."""
    following = int(STEP[square * 4 + direction])
    while (pieces >> following) & 1:
        square = following
        following = int(STEP[square * 4 + direction])
    return square


def undo(key: int, code: int, successor: int) -> int:
    square, direction = code >> 2, code & 3
    pieces = (key | (key >> SQUARES)) & ALL
    hole = key >> HOLE
    if square == hole:
        exact = int(STEP[code]) * 4 + (direction ^ 1)
    else:
        last = last_of_row(square, direction, pieces)
        following = int(STEP[last * 4 + direction])
        if following == OFF or following == hole:
            return NONE
        exact = following * 4 + (direction ^ 1) if (successor >> following) & 1 else NONE
    if PAPER and nearly_symmetric(successor):
        return forbidden(successor, key, exact)
    return exact


def restorable(key: int, code: int) -> bool:
    """Whether some edge into the position forbids ``code``: if it takes a move back, the opponent can repeat it."""
    if PAPER and nearly_symmetric(key):
        return True
    square, direction = code >> 2, code & 3
    if square == key >> HOLE:
        return True
    file, rank_ = square // SIZE, square % SIZE
    line, start = (file, rank_ | direction << 3) if direction < 2 else (SIZE + rank_, file | (3 - direction) << 3)
    at = int(MOVES_AT[line_number(line, key & ALL, (key >> SQUARES) & ALL, key >> HOLE)])
    for i in range(at >> 5, (at >> 5) + (at & 31)):
        if int(MOVES[i]) & 15 == start:
            return (int(MOVES[i]) >> UNDO) & 7 != NO_UNDO
    return False
