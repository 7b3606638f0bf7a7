"""Positions and moves for people.

Points are numbered from 1, and a line is its two points. A position is the mover's lines and those of the opponent,
``13 45 / 12 26``, or ``-`` for none.
"""

from __future__ import annotations

from retro.game.scene import Piece, Scene, Step

from .rules import ALL, COUNT, LINES

NAMES = tuple(f"{one + 1}{other + 1}" for one, other in LINES)
PLACES = {name: (other, -one) for name, (one, other) in zip(NAMES, LINES, strict=True)}


def names(lines: int) -> list[str]:
    return [NAMES[number] for number in range(COUNT) if lines >> number & 1]


def format(key: int) -> str:
    return " / ".join(" ".join(names(lines)) or "-" for lines in (key & ALL, key >> COUNT))


def parse(text: str) -> int:
    sides = [[] if side.strip() == "-" else side.split() for side in text.split("/")]
    lines = [name for side in sides for name in side]
    if len(sides) == 2 and {*lines} <= {*NAMES} and len({*lines}) == len(lines):
        if len(sides[1]) - len(sides[0]) in (0, 1):
            mine, theirs = (sum(1 << NAMES.index(name) for name in side) for side in sides)
            return mine | theirs << COUNT
    raise ValueError(
        "a position is the mover's lines and the opponent's, which are as many or one more, "
        f"as in '12 / 13 23' or '- / -', not {text[:60]!a}"
    )


def format_move(key: int, code: int) -> str:
    return NAMES[code]


def scene(key: int) -> Scene:
    """A table of all lines, with a row for the first point and a column for the second; a stone for a coloured line."""
    mine = (Piece("stone", name, 1, name) for name in names(key & ALL))
    return Scene(PLACES, (*mine, *(Piece("stone", name, 2, name) for name in names(key >> COUNT))))


def shown(key: int, code: int) -> tuple[Step, ...]:
    return (Step("point", (NAMES[code],)),)
