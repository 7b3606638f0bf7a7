"""Positions and moves for people.

A position is the rows from the top, with ``x`` for a disc of the player to move, ``o`` for one of the opponent and
``.`` for an empty square: ``..../.ox./.xo./....``. A move is the square of the new disc, ``a1`` at the bottom left.
"""

from __future__ import annotations

from retro.game.scene import Piece, Scene, grid

from .rules import BOARD, SIZE, SQUARES

NAMES = tuple(f"{'abcd'[square % SIZE]}{SIZE - square // SIZE}" for square in range(SQUARES))
POINTS = grid(SIZE, SIZE)


def format(key: int) -> str:
    marks = "".join(".xo"[(key >> square & 1) + 2 * (key >> SQUARES + square & 1)] for square in range(SQUARES))
    return "/".join(marks[SIZE * row : SIZE * (row + 1)] for row in range(SIZE))


def parse(text: str) -> int:
    marks = text.lower().replace("/", "")
    if text.count("/") in (0, SIZE - 1) and len(marks) == SQUARES and {*marks} <= {*".xo"}:
        return sum(1 << square + SQUARES * (mark == "o") for square, mark in enumerate(marks) if mark != ".")
    raise ValueError(
        f"a position is {SIZE} rows of x (of the player to move), o (of the opponent) and ., "
        f"as in '..../.ox./.xo./....', not {text[:60]!a}"
    )


def format_move(key: int, code: int) -> str:
    return NAMES[code]


def scene(key: int) -> Scene:
    mine = [Piece("stone", name, 1) for square, name in enumerate(NAMES) if key & BOARD & 1 << square]
    return Scene(POINTS, (*mine, *(Piece("stone", name, 2) for s, name in enumerate(NAMES) if key >> SQUARES + s & 1)))
