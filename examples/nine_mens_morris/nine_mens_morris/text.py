"""Positions and moves of nine men's morris, as names of points: files a to g, ranks 1 to 7.

A position is the mover's men, a slash and the opponent's men, and in the placing phase the number of men in hand of
both players together:

    a1 d2 g7 / b2 b4 c3             a1 / - hand 17

A move is ``a1-a4``, with the man that is removed ``a1-a4xd2``; a man is placed by ``a1`` or ``a1xd2``.
"""

from __future__ import annotations

import re
from itertools import pairwise

from retro.game.scene import Piece, Scene, Step

from .board import ALL, LINES, POINTS
from .index import HAND, block_of
from .options import MEN

_RINGS = ("a1 a4 a7 d7 g7 g4 g1 d1", "c3 c4 c5 d5 e5 e4 e3 d3", "b2 b4 b6 d6 f6 f4 f2 d2")
NAMES = " ".join(_RINGS).split()
SORTED = sorted(range(POINTS), key=lambda point: NAMES[point])
LONGEST_TEXT = 200
HAND_TEXT = re.compile(r"\s*hand\s+([0-9]{1,2})\s*$", re.IGNORECASE | re.ASCII)
BOARD = """\
7 #-----#-----#
6 | #---#---# |
5 | | #-#-# | |
4 #-#-#   #-#-#
3 | | #-#-# | |
2 | #---#---# |
1 #-----#-----#
  a b c d e f g"""
DRAWN = [name for rank in "7654321" for name in sorted(NAMES) if name[1] == rank]
"""The points in the order of `BOARD`."""


def _names(men: int) -> str:
    return " ".join(NAMES[point] for point in SORTED if men >> point & 1) or "-"


def format(key: int) -> str:
    """The men of both players, the mover's first, and the number of men in hand, if any."""
    hand = key >> HAND
    return f"{_names(key & ALL)} / {_names(key >> POINTS & ALL)}{f' hand {hand}' if hand else ''}"


def parse(text: str) -> int:
    """Key of a written position; ValueError with one line if it is none of the game."""
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"a position has at most {LONGEST_TEXT} characters; this text has {len(text)}")
    written = HAND_TEXT.search(text)
    sides = (text[: written.start()] if written else text).split("/")
    if len(sides) != 2:
        raise ValueError(f"a position is written as in 'a1 d2 g7 / b2 b4 c3', not {text[:40]!a}")
    mover, opponent = _men(sides[0]), _men(sides[1])
    if mover & opponent:
        raise ValueError(f"both players have a man on {_names(mover & opponent)}")
    hand = int(written[1]) if written else 0
    numbers = mover.bit_count(), opponent.bit_count()
    if max(numbers) > MEN or hand > 2 * MEN or block_of(mover, opponent, hand) < 0:
        having = f"{numbers[0]} men of the mover's and {numbers[1]} of the opponent's on the board, and {hand} in hand"
        raise ValueError(f"no position of the game has {having}")
    return hand << HAND | opponent << POINTS | mover


def _men(text: str) -> int:
    men = 0
    for word in text.lower().split():
        if word == "-":
            continue
        if word not in NAMES:
            raise ValueError(f"{word[:20]!a} is no point of the board")
        if men >> NAMES.index(word) & 1:
            raise ValueError(f"{word} is written twice")
        men |= 1 << NAMES.index(word)
    return men


def draw(key: int) -> str:
    """The board: * the mover's men, o the opponent's, + empty points."""
    hand = key >> HAND
    marks = iter(_mark(key, NAMES.index(name)) for name in DRAWN)
    board = "".join(next(marks) if character == "#" else character for character in BOARD)
    return f"{board}\n{hand} in hand" if hand else board


def _mark(key: int, point: int) -> str:
    return "*" if key >> point & 1 else "o" if key >> POINTS + point & 1 else "+"


def _points(code: int) -> tuple[str, str, str]:
    """Names of the points that a move comes from, goes to, and takes a man from; empty where there is none."""
    captured, start, to = code // POINTS**2, code // POINTS % POINTS, code % POINTS
    return NAMES[start] if start != to else "", NAMES[to], NAMES[captured] if captured < POINTS else ""


def format_move(key: int, code: int) -> str:
    """A move as in a1-a4, a1-a4xd2, a1 or a1xd2."""
    start, to, captured = _points(code)
    return f"{f'{start}-' if start else ''}{to}{f'x{captured}' if captured else ''}"


def swapped(key: int) -> int:
    """The men of both players exchanged."""
    return key >> HAND << HAND | (key & ALL) << POINTS | key >> POINTS & ALL


def swapped_move(key: int, code: int) -> str:
    """Both players call the points by the same names."""
    return format_move(key, code)


def squares(key: int) -> dict[str, int]:
    """1 for the mover's men, 2 for the opponent's, and the number of men in hand."""
    return {NAMES[point]: (key >> point & 1) + 2 * (key >> POINTS + point & 1) for point in SORTED} | {
        "hand": key >> HAND
    }


PLACES = {name: (float(ord(name[0]) - 96), float(name[1])) for name in NAMES}
JOINED = tuple((NAMES[one], NAMES[other]) for line in LINES for one, other in pairwise(line))


def scene(key: int) -> Scene:
    """The board as points that lines join; the men in hand as a note."""
    men = [(point, player) for player in (1, 2) for point in SORTED if key >> (player - 1) * POINTS + point & 1]
    hand = key >> HAND
    pieces = tuple(Piece("stone", NAMES[point], player) for point, player in men)
    return Scene(PLACES, pieces, JOINED, notes=(f"{hand} men in hand",) if hand else ())


def shown(key: int, code: int) -> tuple[Step, ...]:
    """An arrow or a point, and the point of the man that is removed."""
    start, to, captured = _points(code)
    moved = Step("arrow", (start, to)) if start else Step("point", (to,))
    return (moved, Step("point", (captured,))) if captured else (moved,)
