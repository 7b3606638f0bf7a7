"""Positions as the three rows from the top, and w or b for the side to move; moves as two squares."""

import re

from retro.game.scene import Piece, Scene, grid

from .options import TURN
from .rules import BLACK, SIZE, SQUARES

PLAYERS = {"en": ("White", "Black")}
NAMES = tuple(f"{'abc'[square % SIZE]}{square // SIZE + 1}" for square in range(SQUARES))


def format(key):
    glyphs = [".wb"[(key >> square & 1) + 2 * (key >> SQUARES + square & 1)] for square in range(SQUARES)]
    rows = ("".join(glyphs[start : start + SIZE]) for start in range(SQUARES - SIZE, -1, -SIZE))
    return f"{'/'.join(rows)} {'b' if key & BLACK else 'w'}"


def parse(text):
    if not re.fullmatch(r"[.wb]{3}/[.wb]{3}/[.wb]{3} [wb]", text):
        raise ValueError(f"a position is three rows and the side to move, as in bbb/.w./w.w b, not {text[:20]!r}")
    board, side = text.split()
    glyphs = "".join(reversed(board.split("/")))
    key = sum(1 << square + SQUARES * (glyph == "b") for square, glyph in enumerate(glyphs) if glyph != ".")
    return key | (BLACK if side == "b" else 0)


def format_move(key, code):
    square, aside = divmod(code, 3)
    row = square // SIZE + (-1 if key & BLACK else 1)
    return f"{NAMES[square]}{NAMES[SIZE * row + square % SIZE + aside - 1]}"


def scene(key):
    pieces = tuple(
        Piece("stone", NAMES[square], 1 + player)
        for player in range(2)
        for square in range(SQUARES)
        if key >> square + player * SQUARES & 1
    )
    turn = {"right": 2 if key & BLACK else 1, "stuck": 1, "none": 0}[TURN]
    return Scene(grid(SIZE, SIZE), pieces, turn=turn)
