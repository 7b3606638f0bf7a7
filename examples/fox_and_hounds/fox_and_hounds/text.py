"""Positions and moves for people.

A position is the side to move, the square of the fox and those of the hounds: ``fox e8 b1 d1 f1 h1``. A move is the
square it starts from and the square it ends on: ``e8-d7``.
"""

from __future__ import annotations

from retro.game.scene import Piece, Scene

from .options import SIZE
from .rules import AHEAD, BOARD, HOUNDS, SQUARES, file_of, fox_moves, place

PLAYERS = {"en": ("Fox", "Hounds")}
SIDES = ("hounds", "fox")
NAMES = tuple(f"{'abcdefghij'[file_of(number)]}{number // HOUNDS + 1}" for number in range(SQUARES))
POINTS = {name: (file_of(number), number // HOUNDS) for number, name in enumerate(NAMES)}


def hounds_of(key: int) -> list[str]:
    return [NAMES[number] for number in range(SQUARES) if key >> number & 1]


def fox_of(key: int) -> str:
    return NAMES[key >> SQUARES]


def format(key: int) -> str:
    return " ".join((SIDES[fox_moves(key)], fox_of(key), *hounds_of(key)))


def parse(text: str) -> int:
    side, *squares = text.lower().split() or [""]
    if side not in SIDES or len({*squares} & {*NAMES}) != len(squares) or len(squares) != 1 + HOUNDS:
        raise ValueError(
            f"a position is the side to move, the fox and {HOUNDS} hounds, all on different dark squares of {SIZE} x "
            f"{SIZE}, as in 'fox {NAMES[-1]} {' '.join(NAMES[:HOUNDS])}', not {text[:60]!a}"
        )
    fox, *hounds = map(NAMES.index, squares)
    key = place(fox, sum(1 << number for number in hounds))
    if side != SIDES[fox_moves(key)]:
        raise ValueError(f"with pieces on these squares, it is the turn of the {SIDES[fox_moves(key)]}")
    return key


def format_move(key: int, code: int) -> str:
    if fox_moves(key):
        return f"{fox_of(key)}-{NAMES[code]}"
    return f"{NAMES[code // 2]}-{NAMES[AHEAD[code // 2][code % 2]]}"


def scene(key: int) -> Scene:
    hounds = (Piece("stone", name, 2) for name in hounds_of(key & BOARD))
    return Scene(POINTS, (Piece("stone", fox_of(key), 1, "F"), *hounds), turn=2 - fox_moves(key))
