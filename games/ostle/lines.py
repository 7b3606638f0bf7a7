"""All moves along one line of the board, as tables.

A move of Ostle changes one file or one rank, and what it does there depends on that line alone. So the moves of every
possible line are worked out once, on lists, by the rules as they are written; the rules in `rules.py` then look up
their ten lines. A line is one number:

    line    hole's place (SIZE if elsewhere) | opponent's places | mover's places     SIZE bits each for the last two
    entry   opponent's change | mover's change | undo | fallen | back | from          5, 5, 3, 2, 1, 3 bits

``from`` is the place of the moving piece. ``back`` is 1 for a step towards place 0. ``fallen`` says whose piece fell
(NOBODY, OWN, OTHER). ``undo`` is the place of the piece with which the other player can take the move back (NO_UNDO if
he cannot). A change has a bit for each place that a piece enters or leaves: the exclusive or of the places before and
after the move.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from retro.game.bits import pext

from .board import SQUARES
from .options import SIZE

BOUNDS_CHECKED = False  # as in rules.py

NOBODY, OWN, OTHER = 0, 1, 2
NO_UNDO = 7
FROM, BACK, FALLEN, UNDO, MOVER_CHANGE, OPPONENT_CHANGE = 0, 3, 4, 6, 9, 14
LINES = (SIZE + 1) << (2 * SIZE)

Table = dict[int, list[int]]


def _number(line: str) -> int:
    mover = sum(1 << place for place, what in enumerate(line) if what == "1")
    opponent = sum(1 << place for place, what in enumerate(line) if what == "2")
    hole = line.find("3") if "3" in line else SIZE
    return hole << (2 * SIZE) | opponent << SIZE | mover


def _moved(line: str, place: int, step: int) -> tuple[str, str, int]:
    """The line after the piece at ``place`` takes a step, the piece that fell ('' if none), and the end of the row."""
    row = [place]
    end = place + step
    while 0 <= end < SIZE and line[end] in "12":
        row.append(end)
        end += step
    cells = list(line)
    cells[place] = "0"
    fallen = ""
    for square in row:
        if 0 <= square + step < SIZE and line[square + step] != "3":
            cells[square + step] = line[square]
        else:
            fallen = line[square]
    return "".join(cells), fallen, end


def _every_line() -> list[str]:
    lines = [""]
    for _ in range(SIZE):
        lines = [line + what for line in lines for what in "0123"]
    return [line for line in lines if line.count("3") <= 1]


def _entry(line: str, place: int, back: int, after: str, fallen: str, end: int, swap: bool) -> int:
    before, now = _number(line), _number(after)
    mask = (1 << SIZE) - 1
    mover = (before ^ now) & mask
    opponent = ((before ^ now) >> SIZE) & mask
    if swap:
        mover, opponent = opponent, mover
    kind = {"": NOBODY, "1": OWN, "2": OTHER}[fallen]
    undo = end if not fallen and after[end] == "2" else NO_UNDO
    entry = place << FROM | back << BACK | kind << FALLEN | undo << UNDO
    return entry | mover << MOVER_CHANGE | opponent << OPPONENT_CHANGE


def _tables() -> tuple[Table, list[Table]]:
    """Moves by line, and unmoves by line for each choice of whose pieces may have fallen (bit 0 own, bit 1 other).

    Unmoves belong to the line as the next player sees it: mover and opponent swapped, in the changes too.
    """
    moves: Table = {}
    unmoves: list[Table] = [{} for _ in range(4)]
    swap = str.maketrans("12", "21")
    for line in _every_line():
        for place in range(SIZE):
            if line[place] != "1":
                continue
            for back, step in enumerate((1, -1)):
                after, fallen, end = _moved(line, place, step)
                moves.setdefault(_number(line), []).append(_entry(line, place, back, after, fallen, end, False))
                for allowed in range(4):
                    if not fallen or (fallen == "1" and allowed & 1) or (fallen == "2" and allowed & 2):
                        entry = _entry(line, place, back, after, fallen, end, True)
                        unmoves[allowed].setdefault(_number(after.translate(swap)), []).append(entry)
    return moves, unmoves


def _flat(tables: list[Table]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Tables as one: for every line of every table its first entry << 5 | number of entries, then the entries."""
    first = np.zeros(len(tables) * LINES, np.int32)
    entries: list[int] = []
    for number, table in enumerate(tables):
        for line, found in sorted(table.items()):
            first[number * LINES + line] = len(entries) << 5 | len(found)
            entries += found
    return first, np.array(entries + [0] * 8, np.int32)


_MOVES, _UNMOVES = _tables()
MOVES_AT, MOVES = _flat([_MOVES])
UNMOVES_AT, UNMOVES = _flat(_UNMOVES)
MOST_UNMOVES = int((UNMOVES_AT & 31).max())

# The lines of the board: files 0..SIZE-1, read upwards, then ranks, read from the left.
LINE_SQUARES = [[file * SIZE + rank for rank in range(SIZE)] for file in range(SIZE)]
LINE_SQUARES += [[file * SIZE + rank for file in range(SIZE)] for rank in range(SIZE)]
LINE_COUNT = 2 * SIZE

SPREAD = np.zeros(LINE_COUNT * 32, np.int64)
"""Places of a line as squares of the board: SPREAD[line * 32 + places]."""
LINE_CODE = np.full(LINE_COUNT * 16, -1, np.int64)
"""Code of a move: LINE_CODE[line * 16 + back * 8 + from]; -1 for NO_UNDO."""
HOLE_PLACE = np.full(SQUARES * LINE_COUNT, SIZE << (2 * SIZE), np.int64)
"""The hole's part of a line's number: HOLE_PLACE[hole * LINE_COUNT + line]."""

for _line, _squares in enumerate(LINE_SQUARES):
    for _places in range(1 << SIZE):
        SPREAD[_line * 32 + _places] = sum(1 << s for p, s in enumerate(_squares) if _places >> p & 1)
    for _place, _square in enumerate(_squares):
        HOLE_PLACE[_square * LINE_COUNT + _line] = _place << (2 * SIZE)
        for _back in range(2):
            direction = _back if _line < SIZE else 3 - _back
            LINE_CODE[_line * 16 + _back * 8 + _place] = _square * 4 + direction

_PLACES = (1 << SIZE) - 1
_FIRST_RANK = sum(1 << (file * SIZE) for file in range(SIZE))


def line_number(line: int, mover: int, opponent: int, hole: int) -> int:
    """The number of one of the board's lines."""
    if line < SIZE:
        places = ((mover >> (line * SIZE)) & _PLACES) | (((opponent >> (line * SIZE)) & _PLACES) << SIZE)
    else:
        rank_mask = _FIRST_RANK << (line - SIZE)
        places = pext(mover, rank_mask) | (pext(opponent, rank_mask) << SIZE)
    return places | int(HOLE_PLACE[hole * LINE_COUNT + line])
