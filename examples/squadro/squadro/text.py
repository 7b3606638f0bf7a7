"""Positions of Squadro as people write them, and moves from point to point.

A position is the steps of top's pieces from left to right, those of left's pieces from top to bottom, and the player to
move. The start:

    0-0-0-0-0/0-0-0-0-0 top

Points have a letter from the left and a number from the bottom; top begins on b7 to f7, left on a6 to a2.
"""

from __future__ import annotations

import re

from retro.game.scene import Piece, Scene, grid

from .board import DIGIT, FINISHED, LANES, PIECES, SIDE, TURNED, crossed, digits, stops
from .index import TURN, possible
from .rules import MOVES

PLAYERS = {"en": ("Top", "Left"), "ja": ("上", "左")}
SIDES = ("top", "left")
EDGE = LANES + 2
CORNERS = {f"{file}{rank}" for file in "a" + chr(96 + EDGE) for rank in (1, EDGE)}
POINTS = {name: at for name, at in grid(EDGE, EDGE).items() if name not in CORNERS}
NUMBERS = "-".join([r"(\d{1,2})"] * LANES)
POSITION = re.compile(rf"\s*{NUMBERS}\s*/\s*{NUMBERS}\s+(top|left)\s*", re.ASCII)
EXAMPLE = "/".join(["-".join("0" * LANES)] * 2) + " top"


def steps_of(key: int, side: int) -> list[int]:
    """The steps of a player's pieces, lane by lane."""
    return [key >> SIDE * side + DIGIT * lane & 15 for lane in range(LANES)]


def point(side: int, lane: int, steps: int) -> str:
    """The name of the point where a piece stands."""
    along = min(steps, FINISHED - steps)
    return f"{chr(98 + lane)}{EDGE - along}" if side == 0 else f"{chr(97 + along)}{EDGE - 1 - lane}"


def glyph(side: int, steps: int) -> str:
    """The direction in which a piece goes, or a star for one that is at home."""
    return "*" if steps == FINISHED else ("v^", "><")[side][steps // TURNED]


def standing(key: int) -> list[tuple[str, int, str]]:
    """Point, player and glyph of every piece."""
    pieces = [(side, lane, steps) for side in range(2) for lane, steps in enumerate(steps_of(key, side))]
    return [(point(side, lane, steps), side, glyph(side, steps)) for side, lane, steps in pieces]


def format(key: int) -> str:
    """The steps of all pieces and the player to move."""
    top, left = ("-".join(map(str, steps_of(key, side))) for side in range(2))
    return f"{top}/{left} {SIDES[key >> TURN]}"


def parse(text: str) -> int:
    """Key of a written position; ValueError with one line if it is none."""
    match = POSITION.fullmatch(text)
    if not match:
        raise ValueError(f"a position is the steps of {LANES} pieces of both players and who moves, as in {EXAMPLE!r}")
    numbers = list(map(int, match.groups()[:-1]))
    for place, steps in enumerate(numbers):
        side, lane = divmod(place, LANES)
        if steps not in stops(side, lane):
            allowed = ", ".join(map(str, stops(side, lane)))
            raise ValueError(f"piece {lane + 1} of {SIDES[side]} cannot have made {steps} steps, only {allowed}")
    top, left, turn = digits(tuple(numbers[:LANES])), digits(tuple(numbers[LANES:])), SIDES.index(match[2 * LANES + 1])
    key = turn << TURN | left << SIDE | top
    points = [at for at, _, _ in standing(key)]
    for at in points:
        if points.count(at) > 1:
            raise ValueError(f"two pieces stand on {at}")
    if not possible(top, left, turn):
        raise ValueError(f"{SIDES[turn]} has won already and cannot be the player to move")
    return key


def format_move(key: int, code: int) -> str:
    """The points that a piece leaves and comes to."""
    side = key >> TURN
    steps = steps_of(key, side)[code]
    others = crossed(1 - side, key >> SIDE - SIDE * side & PIECES) >> LANES * code & (1 << LANES) - 1
    end = MOVES[((side * LANES + code) << DIGIT | steps) << LANES | others] & 15
    return f"{point(side, code, steps)}-{point(side, code, end)}"


def draw(key: int) -> str:
    """The board with coordinates, and whose turn it is."""
    glyphs = {at: sign for at, _, sign in standing(key)}
    lines = []
    for rank in reversed(range(1, EDGE + 1)):
        names = [f"{chr(97 + file)}{rank}" for file in range(EDGE)]
        lines.append(f"{rank}  " + " ".join(glyphs.get(name, "." if name in POINTS else " ") for name in names))
    return "\n".join([*lines, "   " + " ".join(map(chr, range(97, 97 + EDGE))), f"{SIDES[key >> TURN]} to move"])


def scene(key: int) -> Scene:
    """The pieces, labelled with their direction."""
    pieces = [Piece("stone", at, side + 1, sign) for at, side, sign in standing(key)]
    return Scene(POINTS, tuple(pieces), turn=(key >> TURN) + 1)
