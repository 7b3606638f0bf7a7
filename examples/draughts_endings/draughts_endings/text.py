"""Positions in Portable Draughts Notation, with the mover as White: ``W:WK18:BK9``; moves: ``18-14``, ``18x11``."""

from __future__ import annotations

import re

from retro.game.scene import Piece, Scene

from .rules import KINDS, SQUARES, STEP, legal, place

POINTS = {str(square + 1): (place(square)[0], 7 - place(square)[1]) for square in range(SQUARES)}
LETTERS = ("K", "")
POSITION = re.compile(r"\s*W:W(K?)(\d{1,2}):B(K?)(\d{1,2})\.?\s*", re.ASCII)


def format(key: int) -> str:
    own, other = (LETTERS[piece] for piece in KINDS[key // SQUARES**2])
    return f"W:W{own}{key // SQUARES % SQUARES + 1}:B{other}{key % SQUARES + 1}"


def parse(text: str) -> int:
    match = POSITION.fullmatch(text)
    if match:
        kind = 2 * LETTERS.index(match[1]) + LETTERS.index(match[3])
        own, other = int(match[2]) - 1, int(match[4]) - 1
        key = (kind * SQUARES + own) * SQUARES + other
        if 0 <= own < SQUARES and 0 <= other < SQUARES and legal(key):
            return key
    raise ValueError(f"a position is a piece of White, who is to move, and one of Black, W:WK18:BK9, not {text[:40]!a}")


def format_move(key: int, code: int) -> str:
    own = key // SQUARES % SQUARES
    return f"{own + 1}{'-' if code in STEP[own] else 'x'}{code + 1}"


def scene(key: int) -> Scene:
    squares = (key // SQUARES % SQUARES, key % SQUARES)
    labels = (LETTERS[piece] for piece in KINDS[key // SQUARES**2])
    pieces = (
        Piece("stone", str(square + 1), player, label)
        for player, (square, label) in enumerate(zip(squares, labels, strict=True), 1)
    )
    return Scene(POINTS, tuple(pieces))
