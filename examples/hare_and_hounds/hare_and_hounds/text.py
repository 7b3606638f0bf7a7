"""Positions and moves for people.

A position is the side to move, the points of the hounds and that of the hare: ``hounds 1-4-9 8``. A move is the point
it starts from and the point it ends on: ``4-5``.
"""

from __future__ import annotations

from retro.game.scene import Piece, Scene

from .rules import COLUMN, LINES, POINTS, hare_moves, hare_of, place

PLAYERS = {"en": ("Hounds", "Hare"), "ja": ("犬", "うさぎ")}
SIDES = ("hounds", "hare")
ROW = (2, 2, 2, 1, 1, 1, 1, 1, 0, 0, 0)
PLACES = {str(point + 1): (COLUMN[point], ROW[point]) for point in range(POINTS)}
JOINED = tuple((str(one), str(other)) for one, other in LINES)


def hounds_of(key: int) -> list[str]:
    return [str(point + 1) for point in range(POINTS) if key >> point & 1]


def format(key: int) -> str:
    return f"{SIDES[hare_moves(key)]} {'-'.join(hounds_of(key))} {hare_of(key) + 1}"


def parse(text: str) -> int:
    side, hounds, hare = text.lower().split() if len(text.split()) == 3 else ("", "", "")
    points = [*hounds.split("-"), hare]
    if side not in SIDES or len({*points} & {*PLACES}) != 4 or len(points) != 4:
        raise ValueError(
            "a position is the side to move, the points of the hounds and that of the hare, all different, as in "
            f"'hounds 1-4-9 8', not {text[:60]!a}"
        )
    *three, fourth = (int(point) - 1 for point in points)
    return place(sum(1 << point for point in three), fourth, SIDES.index(side))


def format_move(key: int, code: int) -> str:
    if hare_moves(key):
        return f"{hare_of(key) + 1}-{code + 1}"
    return f"{code // 16}-{code % 16 + 1}"


def scene(key: int) -> Scene:
    hounds = (Piece("stone", name, 1) for name in hounds_of(key))
    return Scene(PLACES, (*hounds, Piece("stone", str(hare_of(key) + 1), 2, "H")), JOINED, turn=1 + hare_moves(key))
