"""Positions and moves for people.

A line is named by its place in a grid in which dots, lines and boxes alternate: the dots are a1, c1 ... and b1 is the
line between these two. A position is the lines that are drawn, or ``-`` for none.
"""

from __future__ import annotations

from retro.game.scene import Piece, Scene, Step

from .rules import COUNT, PLACES

NAMES = tuple(f"{'abcdefg'[x]}{y + 1}" for x, y in PLACES)
POINTS = dict(zip(NAMES, PLACES, strict=True))


def names(key: int) -> list[str]:
    return [NAMES[line] for line in range(COUNT) if key >> line & 1]


def format(key: int) -> str:
    return " ".join(names(key)) or "-"


def parse(text: str) -> int:
    lines = [] if text.strip() == "-" else text.lower().split()
    if (lines or text.strip() == "-") and {*lines} <= {*NAMES} and len({*lines}) == len(lines):
        return sum(1 << NAMES.index(name) for name in lines)
    raise ValueError(f"a position is the lines that are drawn, as in '{' '.join(NAMES[:3])}', or -, not {text[:60]!a}")


def format_move(key: int, code: int) -> str:
    return NAMES[code]


def scene(key: int) -> Scene:
    return Scene(POINTS, tuple(Piece("block", name) for name in names(key)))


def shown(key: int, code: int) -> tuple[Step, ...]:
    return (Step("point", (NAMES[code],)),)
