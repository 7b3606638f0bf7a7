"""Boards and moves of Ostle for people.

A board is its squares row by row from the top: 1 a piece of the player to move, 2 one of the opponent, 3 the hole,
0 empty; hyphens, slashes and white space between them are ignored. A drawn board is read, too. The start is
22222-00000-00300-00000-11111. A move is a square and a direction, as in Takizawa (2023): d2L.
Keys and codes are drawn in board.py.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np

from retro.game import SLACK
from retro.game.scene import Piece, Scene, Step, grid
from retro.game.text import cells

from . import rules
from .board import ALL, CODES, HOLE, OFF, SQUARES, STEP, pack, square_name
from .options import LEFT, MEN, PIECES, SIZE
from .rules import MAX_MOVES, MAX_UNMOVES, moves, unmoves

PLAYERS = {"en": ("Blue", "Amber"), "ja": ("青", "黄")}
FILES = "abcde"[:SIZE]
DIRECTIONS = "UDLR"
WAYS = ((0, 1), (0, -1), (-1, 0), (1, 0))
POINTS = grid(SIZE, SIZE)
READING_ORDER = tuple(file * SIZE + rank for rank in reversed(range(SIZE)) for file in range(SIZE))
STANDING = {
    (digit, square): Piece(glyph, square_name(square), player)
    for digit, glyph, player in (("1", "stone", 1), ("2", "stone", 2), ("3", "hole", 0))
    for square in READING_ORDER
}
SEPARATORS = "-/ \t\r\n"
GLYPHS = ".XO#"
TAKES_BACK = "it takes the last move back"
TURNS_BACK = "it leads to the board of two plies before, turned or mirrored"
LEADS_BACK = "it leads to the board of two plies before, as it was, turned or mirrored"
LONGEST_TEXT = 8 * SQUARES
MOVE = re.compile(rf"([a-{FILES[-1]}])([1-{SIZE}])([{DIRECTIONS}])", re.IGNORECASE | re.ASCII)


def parse(text: str) -> int:
    """Key of a written board; ValueError if it is none, or has more or fewer pieces than these options allow."""
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"a board has {SQUARES} squares; this text has {len(text)} characters")
    text = cells(text, GLYPHS, SIZE, SIZE).translate(str.maketrans(GLYPHS, "0123")) or text
    for place, character in enumerate(text, 1):
        if character not in "0123" + SEPARATORS:
            raise ValueError(f"a board is written with the digits 0, 1, 2 and 3; character {place} is {character!a}")
    digits = [character for character in text if character not in SEPARATORS]
    if len(digits) != SQUARES:
        raise ValueError(f"a board has {SQUARES} squares, {SIZE} in a row; this text has {len(digits)}")
    hole = _set(digits, "3")
    if hole.bit_count() != 1:
        raise ValueError(f"a board has one hole, written 3; this one has {hole.bit_count() or 'none'}")
    mover, opponent = _set(digits, "1"), _set(digits, "2")
    for name, pieces in (("the player to move (1)", mover), ("the opponent (2)", opponent)):
        if not LEFT < pieces.bit_count() <= MEN:
            raise ValueError(f"{name} must have {LEFT + 1} to {MEN} pieces, not {pieces.bit_count()}")
    if mover.bit_count() + opponent.bit_count() > PIECES:
        together = mover.bit_count() + opponent.bit_count()
        raise ValueError(f"both players together must have at most {PIECES} pieces, not {together}")
    return pack(hole.bit_length() - 1, mover, opponent)


def _set(digits: list[str], content: str) -> int:
    return sum(1 << square for square, digit in zip(READING_ORDER, digits, strict=True) if digit == content)


def _content(key: int, square: int) -> str:
    if key >> HOLE == square:
        return "3"
    return "1" if key >> square & 1 else "2" if key >> SQUARES + square & 1 else "0"


def _contents(key: int) -> str:
    """The digit of each square, in reading order."""
    return "".join(_content(key, square) for square in READING_ORDER)


def _rows(key: int) -> list[str]:
    contents = _contents(key)
    return [contents[start : start + SIZE] for start in range(0, SQUARES, SIZE)]


def format(key: int) -> str:
    """The board in digits, rows joined by hyphens."""
    return "-".join(_rows(key))


def swapped(key: int) -> int:
    """The board as the other player sees it."""
    return pack(key >> HOLE, key >> SQUARES & ALL, key & ALL)


def swapped_move(key: int, code: int) -> str:
    """Both players call the squares by the same names."""
    return format_move(key, code)


def squares(key: int) -> dict[str, int]:
    """The digit of each square, as in the text."""
    return {square_name(square): int(digit) for square, digit in zip(READING_ORDER, _contents(key), strict=True)}


def draw(key: int) -> str:
    """The board with coordinates."""
    shown = str.maketrans("0123", GLYPHS)
    lines = [f"{SIZE - place}  {' '.join(row.translate(shown))}" for place, row in enumerate(_rows(key))]
    lines.append(f"   {' '.join(FILES)}")
    lines.append("X to move, O opponent, # hole")
    return "\n".join(lines)


def scene(key: int) -> Scene:
    """The board; beside it, off the squares of its edges, where pieces are pushed to."""
    standing = zip(_contents(key), READING_ORDER, strict=True)
    return Scene(POINTS, tuple(STANDING[digit, square] for digit, square in standing if digit != "0"), beside=_beside())


def shown(key: int, code: int) -> tuple[Step]:
    """One step, whatever it pushes."""
    return (Step("arrow", (square_name(code // 4), _goal(code))),)


def final_scene(key: int, code: int) -> Scene:
    """The board after a move that ends the game, on which a player has too few pieces for a position."""
    out = np.zeros((rules.MAX_MOVES + SLACK, 3), np.int64)
    count = rules.moves(key, out)
    after = next(successor for successor, made, _ in out[:count].tolist() if made == code)
    return scene(swapped(after))


def _goal(code: int) -> str:
    """Where a step leads: a square, or off the board, as in off a5U."""
    goal = int(STEP[code])
    return f"off {format_move(0, code)}" if goal == OFF else square_name(goal)


@cache
def _beside() -> dict[str, tuple[float, float]]:
    """The points off the board, by the steps that lead there."""
    beside = {}
    for code in range(CODES):
        if STEP[code] == OFF:
            (x, y), (dx, dy) = POINTS[square_name(code // 4)], WAYS[code % 4]
            beside[_goal(code)] = (x + 0.7 * dx, y + 0.7 * dy)
    return beside


def parse_move(key: int, text: str) -> int:
    """Code of a written move; ValueError if the position has no such move (a forbidden one is one of its moves)."""
    written = MOVE.fullmatch(text.strip()) if len(text) <= LONGEST_TEXT else None
    if written is None:
        raise ValueError(f"a move is a square and U, D, L or R, such as a1U; {ascii(text[:20])[:40]} is not")
    square = FILES.index(written[1].lower()) * SIZE + int(written[2]) - 1
    code = square * 4 + DIRECTIONS.index(written[3].upper())
    content = _content(key, square)
    if content == "3":
        centre = int(STEP[code])
        if centre == OFF or _content(key, centre) != "0":
            raise ValueError(f"the hole cannot make the move {format_move(key, code)}: it goes to empty squares only")
    elif content != "1":
        there = "a piece of the opponent" if content == "2" else "nothing"
        raise ValueError(f"there is {there} on {square_name(square)}; a move moves an own piece or the hole")
    return code


def format_move(key: int, code: int) -> str:
    """Square and direction, as in d2L."""
    square, direction = divmod(code, 4)
    return f"{square_name(square)}{DIRECTIONS[direction]}"


def why_forbidden(key: int, code: int) -> str:
    """What is true of all boards that may have been there before the last move, of which an address says nothing."""
    out = np.empty((max(MAX_MOVES, MAX_UNMOVES) + SLACK, 3), np.int64)
    after = {successor for successor, move, _ in out[: moves(key, out)].tolist() if move == code}
    before = {predecessor for predecessor, _, undo in out[: unmoves(key, out)].tolist() if undo == code}
    if before == after:
        return TAKES_BACK
    return LEADS_BACK if before & after else TURNS_BACK


def section(name: str) -> str:
    """Pieces of both players, wherever the hole is: of ``a1 5 4``, ``mover 5, opponent 4``."""
    _, mover, opponent = name.split()
    return f"mover {mover}, opponent {opponent}"
