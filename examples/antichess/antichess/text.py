"""Positions in Forsyth-Edwards notation, the mover's man as a capital: ``8/8/8/3p4/8/8/8/K7``; moves as in ``e7-e8=Q``.

``ep`` behind the board says that the opponent's pawn can be captured en passant.
"""

from __future__ import annotations

import re

from retro.game.scene import Piece, Scene, grid

from .options import SIZE
from .position import EN_PASSANT, KIND, LETTERS, OTHER, OWN, PAWN, SQUARES, legal

FILES = "abcdefgh"


def square_name(square: int) -> str:
    return f"{FILES[square % SIZE]}{1 + square // SIZE}"


def men(key: int) -> dict[int, str]:
    """By square, the letter of the man on it, a capital for the mover."""
    kind = key // SQUARES**2
    return {key // SQUARES % SQUARES: LETTERS[OWN[kind]], key % SQUARES: LETTERS[OTHER[kind]].lower()}


def format(key: int) -> str:
    letters = men(key)
    rows = ("".join(letters.get(SIZE * row + file, ".") for file in range(SIZE)) for row in range(SIZE - 1, -1, -1))
    board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))
    return f"{board} ep" if key // SQUARES**2 == EN_PASSANT else board


def parse(text: str) -> int:
    board, _, rest = text.strip().partition(" ")
    rows = [re.sub("[1-8]", lambda digit: "." * int(digit[0]), row) for row in reversed(board.split("/"))]
    squares = "".join(rows)
    letters = sorted(squares.replace(".", ""))
    if [*map(len, rows)] == [SIZE] * SIZE and len(letters) == 2 and rest in ("", "ep"):
        own, other = letters
        if own in LETTERS and other.upper() in LETTERS and other.islower():
            kind = EN_PASSANT if rest else KIND[6 * LETTERS.index(own) + LETTERS.index(other.upper())]
            key = (kind * SQUARES + squares.index(own)) * SQUARES + squares.index(other)
            if legal(key) and (not rest or own + other == "Pp"):
                return key
    raise ValueError(
        f"a position is two men on {SIZE} x {SIZE} in FEN, the mover's as a capital, with ep if his pawn can "
        f"capture en passant, not {text[:60]!a}"
    )


def format_move(key: int, code: int) -> str:
    piece, own = OWN[key // SQUARES**2], key // SQUARES % SQUARES
    new = f"={LETTERS[code // SQUARES]}" if piece == PAWN != code // SQUARES else ""
    return f"{square_name(own)}-{square_name(code % SQUARES)}{new}"


def scene(key: int) -> Scene:
    pieces = (
        Piece("stone", square_name(square), 1 if man.isupper() else 2, man.upper()) for square, man in men(key).items()
    )
    return Scene(grid(SIZE, SIZE), tuple(pieces))
