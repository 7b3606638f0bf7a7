"""Ostle's rules as scalar functions (the contract of `retro.game`).

    key   hole square | opponent's set | mover's set      squares n*n bits each, a1 = 0, a2 = 1, ..., b1 = n, ...
    code  square * 4 + direction                          U, D, L, R = 0, 1, 2, 3: the order of the paper's algorithm 1

A move takes one piece, and the row of pieces it pushes, one step on; the last of them may fall into the hole or off
the board. Sets are moved as a whole: the squares of the pushed row, shifted.
"""

from __future__ import annotations

import numpy as np

from retro.bits import lowest, pext, popcount
from retro.game import LOSS, NONE, ONGOING, WIN
from retro.indexing.combinatorial import PairIndex

from .lines import (
    BACK,
    FALLEN,
    HOLE_PLACE,
    LINE_CODE,
    LINE_COUNT,
    LINES,
    MOST_UNMOVES,
    MOVER_CHANGE,
    MOVES,
    MOVES_AT,
    NO_UNDO,
    NOBODY,
    OPPONENT_CHANGE,
    OTHER,
    OWN,
    SPREAD,
    UNDO,
    UNMOVES,
    UNMOVES_AT,
)
from .options import LEFT, MEN, PIECES, RULE8, SIZE

SQUARES = SIZE * SIZE
ALL = (1 << SQUARES) - 1
BOTH = (1 << (2 * SQUARES)) - 1
HOLE = 2 * SQUARES
FEWEST = LEFT + 1
PAPER = RULE8 == "paper"
OFF = -1

# Steps: a square's neighbour in each direction, and sets that are moved as a whole.
_FILES, _RANKS = np.divmod(np.arange(SQUARES), SIZE)
STEP = np.full(SQUARES * 4, OFF, np.int32)
for _square in range(SQUARES):
    for _direction, (_file, _rank) in enumerate(((0, 1), (0, -1), (-1, 0), (1, 0))):
        if 0 <= _FILES[_square] + _file < SIZE and 0 <= _RANKS[_square] + _rank < SIZE:
            STEP[_square * 4 + _direction] = _square + _file * SIZE + _rank
EDGE = np.array([sum(1 << s for s in range(SQUARES) if STEP[s * 4 + d] == OFF) for d in range(4)], np.int64)
EXITS = np.array(
    [
        EDGE[d] | (1 << STEP[hole * 4 + (d ^ 1)] if STEP[hole * 4 + (d ^ 1)] != OFF else 0)
        for hole in range(SQUARES)
        for d in range(4)
    ],
    np.int64,
)
NOT_TOP = int(ALL ^ EDGE[0])
NOT_BOTTOM = int(ALL ^ EDGE[1])
LINE = (1 << SIZE) - 1
FIRST_RANK = sum(1 << (file * SIZE) for file in range(SIZE))

# The symmetries in the order of the paper's algorithm 2: flip left-right, flip up-down, transpose, combined.
GROUP = 8


def _turned(square: int, g: int) -> int:
    file, rank = divmod(square, SIZE)
    if g & 1:
        file = SIZE - 1 - file
    if g & 2:
        rank = SIZE - 1 - rank
    if g & 4:
        file, rank = rank, file
    return file * SIZE + rank


PERMUTATIONS = [[_turned(square, g) for square in range(SQUARES)] for g in range(GROUP)]
_DIRECTIONS = [[0, 1, 2, 3], [0, 1, 3, 2], [1, 0, 2, 3], [1, 0, 3, 2]]
_TRANSPOSED = [3, 2, 1, 0]
_TURNED_DIRECTION = _DIRECTIONS + [[_TRANSPOSED[d] for d in row] for row in _DIRECTIONS]
CODES = SQUARES * 4
CODE_IMAGE = np.array(
    [PERMUTATIONS[g][code >> 2] * 4 + _TURNED_DIRECTION[g][code & 3] for g in range(GROUP) for code in range(CODES)],
    np.int32,
)

# The index: blocks by piece counts, most pieces first, as in table 1 of the paper.
COUNTS = [
    (mover, opponent)
    for mover in range(MEN, FEWEST - 1, -1)
    for opponent in range(MEN, FEWEST - 1, -1)
    if mover + opponent <= PIECES
]
INDEX = PairIndex(PERMUTATIONS, COUNTS)
rank_pair, unrank_pair, image_set = INDEX.rank, INDEX.unrank, INDEX.image_set


def _square_name(square: int) -> str:
    return "abcdefgh"[square // SIZE] + str(square % SIZE + 1)


SLOTS = INDEX.slots
TIERS = tuple((f"{_square_name(s)} {m} {o}", start, stop) for s, m, o, start, stop in INDEX.blocks)
MAX_MOVES = 4 * MEN + 4
MAX_UNMOVES = LINE_COUNT * MOST_UNMOVES + 4
REPETITION = True


def pack(square: int, mover: int, opponent: int) -> int:
    """The key of a board."""
    return mover | (opponent << SQUARES) | (square << HOLE)


def _start() -> int:
    if 2 * MEN > PIECES:
        return -1
    bottom = sum(1 << (file * SIZE) for file in range(MEN))
    top = sum(1 << ((SIZE - 1 - file) * SIZE + SIZE - 1) for file in range(MEN))
    return pack((SIZE // 2) * (SIZE + 1), bottom, top)


INITIAL = _start()


def rank(key: int) -> tuple[int, int, bool]:
    return rank_pair(key >> HOLE, key & ALL, (key >> SQUARES) & ALL)


def unrank(index: int) -> int:
    square, mover, opponent = unrank_pair(index)
    if square < 0:
        return -1
    return pack(square, mover, opponent)


def image(key: int, g: int) -> int:
    square = lowest(image_set(1 << (key >> HOLE), g))
    return pack(square, image_set(key & ALL, g), image_set((key >> SQUARES) & ALL, g))


def image_code(code: int, g: int) -> int:
    return int(CODE_IMAGE[g * CODES + code])


def last_of_row(square: int, direction: int, pieces: int) -> int:
    """The last piece of the row that a step of the piece on ``square`` pushes."""
    following = int(STEP[square * 4 + direction])
    while following >= 0 and (pieces >> following) & 1:
        square = following
        following = int(STEP[square * 4 + direction])
    return square


def wins(key: int) -> bool:
    """Whether a move removes an opponent's piece and leaves him too few: all rows of a direction at once.

    The falling pieces of a direction are opponent's pieces at an exit; then those behind them in the same row, until
    a piece of the mover's stands there, which can push them all.
    """
    mover = key & ALL
    opponent = (key >> SQUARES) & ALL
    if popcount(opponent) != FEWEST:
        return False
    exits = (key >> HOLE) * 4
    up = opponent & int(EXITS[exits])
    down = opponent & int(EXITS[exits + 1])
    left = opponent & int(EXITS[exits + 2])
    right = opponent & int(EXITS[exits + 3])
    pushed = 0
    for _ in range(SIZE - 1):
        up = (up & NOT_BOTTOM) >> 1
        down = (down & NOT_TOP) << 1
        left = (left << SIZE) & ALL
        right >>= SIZE
        pushed |= up | down | left | right
        up &= opponent
        down &= opponent
        left &= opponent
        right &= opponent
    return (pushed & mover) != 0


def line_number(line: int, mover: int, opponent: int, hole: int) -> int:
    """The number of one of the board's lines, see `lines`."""
    if line < SIZE:
        places = ((mover >> (line * SIZE)) & LINE) | (((opponent >> (line * SIZE)) & LINE) << SIZE)
    else:
        rank_mask = FIRST_RANK << (line - SIZE)
        places = pext(mover, rank_mask) | (pext(opponent, rank_mask) << SIZE)
    return places | int(HOLE_PLACE[hole * LINE_COUNT + line])


def moves(key: int, out: np.ndarray) -> int:
    mover = key & ALL
    opponent = (key >> SQUARES) & ALL
    hole = key >> HOLE
    pieces = mover | opponent
    mover_size = popcount(mover)
    opponent_size = popcount(opponent)
    count = 0
    for line in range(LINE_COUNT):
        at = int(MOVES_AT[line_number(line, mover, opponent, hole)])
        first = at >> 5
        for i in range(first, first + (at & 31)):
            out[count, 0] = line << 20 | int(MOVES[i])
            count += 1
    for i in range(count):
        entry = out[i, 0]
        line = entry >> 20
        own = mover ^ int(SPREAD[line * 32 + ((entry >> MOVER_CHANGE) & 31)])
        other = opponent ^ int(SPREAD[line * 32 + ((entry >> OPPONENT_CHANGE) & 31)])
        fallen = (entry >> FALLEN) & 3
        outcome = ONGOING
        if fallen == OTHER and opponent_size == FEWEST:
            outcome = WIN
        elif fallen == OWN and mover_size == FEWEST:
            outcome = LOSS
        out[i, 0] = pack(hole, other, own)
        out[i, 1] = int(LINE_CODE[line * 16 + (entry & 15)])
        out[i, 2] = outcome
    for direction in range(4):
        centre = int(STEP[hole * 4 + direction])
        if centre >= 0 and not (pieces >> centre) & 1:
            out[count, 0] = pack(centre, opponent, mover)
            out[count, 1] = hole * 4 + direction
            out[count, 2] = ONGOING
            count += 1
    return count


# Rule 8. A move may not lead back to the position before the opponent's move. In the paper's reading that is any of
# the eight images of that position, and the forbidden move is the first in order that leads there. Nearly always that
# is the move that takes the last one back. Otherwise some g > 0 turns the position before the last move, q, into one a
# move away from the position after it, p. A move that removes nothing changes two squares from empty to occupied or
# back, the hole's not counted. So either the hole stays within one step under g, and then g changes at most four such
# squares of p; or both moves move the hole, and g turns p's pieces into themselves.
_NEIGHBOURS = [[int(s) for s in STEP[h * 4 : h * 4 + 4] if s >= 0] for h in range(SQUARES)]


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
    hole = key >> HOLE
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
        if code < first and centre >= 0 and not ((mover | opponent) >> centre) & 1:
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


def undo(key: int, code: int, successor: int) -> int:
    square, direction = code >> 2, code & 3
    pieces = (key | (key >> SQUARES)) & ALL
    hole = key >> HOLE
    if square == hole:
        exact = int(STEP[code]) * 4 + (direction ^ 1)
    else:
        last = last_of_row(square, direction, pieces)
        following = int(STEP[last * 4 + direction])
        if following < 0 or following == hole:
            return NONE
        exact = following * 4 + (direction ^ 1) if (successor >> following) & 1 else NONE
    if PAPER and nearly_symmetric(successor):
        return forbidden(successor, key, exact)
    return exact


def unmoves(key: int, out: np.ndarray) -> int:
    """Every edge into a position. There the mover made the move, here he is the opponent."""
    mover = key & ALL
    opponent = (key >> SQUARES) & ALL
    hole = key >> HOLE
    pieces = mover | opponent
    look = PAPER and nearly_symmetric(key)
    table = 0
    if popcount(pieces) < PIECES:
        table = (popcount(opponent) < MEN) + 2 * (popcount(mover) < MEN)
    table *= LINES
    # Most lines have at most three entries: copying three always is cheaper than guessing how many there are.
    count = 0
    for line in range(LINE_COUNT):
        at = int(UNMOVES_AT[table + line_number(line, mover, opponent, hole)])
        first = at >> 5
        found = at & 31
        for i in range(3):
            out[count + i, 0] = line << 20 | int(UNMOVES[first + i])
        for i in range(3, found):
            out[count + i, 0] = line << 20 | int(UNMOVES[first + i])
        count += found
    for i in range(count):
        entry = out[i, 0]
        line = entry >> 20
        other = mover ^ int(SPREAD[line * 32 + ((entry >> MOVER_CHANGE) & 31)])
        own = opponent ^ int(SPREAD[line * 32 + ((entry >> OPPONENT_CHANGE) & 31)])
        out[i, 0] = pack(hole, own, other)
        out[i, 1] = int(LINE_CODE[line * 16 + (entry & 15)])
        out[i, 2] = int(LINE_CODE[line * 16 + (((entry >> BACK) & 1) ^ 1) * 8 + ((entry >> UNDO) & 7)])
    pushed = count
    for direction in range(4):
        source = int(STEP[hole * 4 + (direction ^ 1)])
        if source >= 0 and not (pieces >> source) & 1:
            out[count, 0] = pack(source, opponent, mover)
            out[count, 1] = source * 4 + direction
            out[count, 2] = hole * 4 + (direction ^ 1)
            count += 1
    if look:
        for i in range(count):
            if i >= pushed or popcount(out[i, 0] & BOTH) == popcount(pieces):
                out[i, 2] = forbidden(key, out[i, 0], out[i, 2])
    return count


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
