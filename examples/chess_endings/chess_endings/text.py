"""Positions in Forsyth-Edwards notation, ``4k3/8/8/8/8/8/4P3/4K3 w``; moves as two squares, ``e7-e8=Q``."""

from __future__ import annotations

import re

from retro.game.scene import Piece, Scene, grid

from .board import SQUARES
from .options import SIZE
from .position import (
    LETTERS,
    MATERIALS,
    NAMES,
    black_king,
    black_man,
    legal,
    place,
    side_to_move,
    tier,
    white_king,
    white_man,
)

PLAYERS = {"en": ("White", "Black"), "ja": ("白", "黒")}
SIDES = ("w", "b")
MEN = tuple(("K", "k", LETTERS[white], LETTERS[black].lower()) for white, black in MATERIALS)
"""By tier, the letters of the kings and of the men, of White and of Black; "" where a side has none."""
FILES = "abcdefgh"
FURTHER = re.compile(r"( - -( \d+ \d+)?)?")


def square_name(square: int) -> str:
    return f"{FILES[square % SIZE]}{1 + square // SIZE}"


def men(key: int) -> dict[int, str]:
    """By square, the letter of the man on it, a capital for White."""
    squares = (white_king(key), black_king(key), white_man(key), black_man(key))
    return {square: letter for square, letter in zip(squares, MEN[tier(key)], strict=True) if letter}


def format(key: int) -> str:
    letters = men(key)
    rows = ("".join(letters.get(SIZE * row + file, ".") for file in range(SIZE)) for row in range(SIZE - 1, -1, -1))
    board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))
    return f"{board} {SIDES[side_to_move(key)]}"


def parse(text: str) -> int:
    board, _, rest = text.strip().partition(" ")
    rows = [re.sub("[1-8]", lambda digit: "." * int(digit[0]), row) for row in reversed(board.split("/"))]
    squares = "".join(rows)
    if [*map(len, rows)] == [SIZE] * SIZE and rest[:1] in SIDES and FURTHER.fullmatch(rest[1:]):
        for number, letters in enumerate(MEN):
            if sorted(squares.replace(".", "")) == sorted("".join(letters)):
                key = place(number, SIDES.index(rest[0]), *(squares.find(each or "?") for each in letters))
                if legal(key):
                    return key
    raise ValueError(
        f"a position is a legal one of {' or '.join(NAMES)} on {SIZE} x {SIZE} in FEN, "
        f"with the side to move, not {text[:60]!a}"
    )


def format_move(key: int, code: int) -> str:
    king, man = (white_king(key), white_man(key)) if side_to_move(key) == 0 else (black_king(key), black_man(key))
    if code < SQUARES:
        return f"{square_name(king)}-{square_name(code)}"
    if code < 2 * SQUARES:
        return f"{square_name(man)}-{square_name(code - SQUARES)}"
    return f"{square_name(man)}-{square_name(man + SIZE)}={'QRBN'[code - 2 * SQUARES]}"


def scene(key: int) -> Scene:
    pieces = (
        Piece("stone", square_name(square), 1 if man.isupper() else 2, man.upper()) for square, man in men(key).items()
    )
    return Scene(grid(SIZE, SIZE), tuple(pieces), turn=1 + side_to_move(key))
