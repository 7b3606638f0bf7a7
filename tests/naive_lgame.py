"""An independent L-game, slow and plain: boards of sixteen squares, both players in full, no symmetry, no index.

Shares nothing with retro or its plugin and agrees with them on one thing only: the text of a position, four rows with
* for the mover.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from naive_plies import values_of

SHAPE = (0j, 1 + 0j, 2 + 0j, 2 + 1j)

Board = tuple[frozenset[int], frozenset[int], frozenset[int]]
"""Squares of the mover's L, of the opponent's L and of the neutral pieces; square = 4 * row + column."""


def _every_l() -> list[frozenset[int]]:
    """Every place of an L: turned, mirrored and moved, its squares being complex numbers, column + row * i."""
    placed = set()
    for turn, mirrored, column, row in product((1, 1j, -1, -1j), (False, True), range(4), range(4)):
        cells = [complex(column, row) + turn * (each.conjugate() if mirrored else each) for each in SHAPE]
        if all(each.real in range(4) and each.imag in range(4) for each in cells):
            placed.add(frozenset(int(4 * each.imag + each.real) for each in cells))
    return sorted(placed, key=sorted)


EVERY_L = _every_l()
SQUARES = frozenset(range(16))


def boards() -> list[Board]:
    """Every arrangement of the pieces, * to move."""
    return [
        (mover, opponent, frozenset((low, high)))
        for mover in EVERY_L
        for opponent in EVERY_L
        if not mover & opponent
        for high in SQUARES - mover - opponent
        for low in SQUARES - mover - opponent
        if low < high
    ]


def successors(board: Board) -> list[Board]:
    """The boards after each move, seen by the other player, who is the mover there."""
    mover, opponent, neutrals = board
    placed = []
    for to in EVERY_L:
        if to == mover or to & opponent or to & neutrals:
            continue
        placed.append((opponent, to, neutrals))
        for taken in neutrals:
            for put in SQUARES - to - opponent - neutrals:
                placed.append((opponent, to, neutrals - {taken} | {put}))
    return placed


def text(board: Board) -> str:
    """The four rows in one line."""
    mover, opponent, neutrals = board
    marks = ["*" if s in mover else "#" if s in opponent else "x" if s in neutrals else "." for s in range(16)]
    return "/".join("".join(marks[row : row + 4]) for row in range(0, 16, 4))


def board_of(rows: str) -> Board:
    """The board of a text as `text` writes it."""
    squares = rows.replace("/", "")
    return tuple(frozenset(s for s in range(16) if squares[s] == mark) for mark in "*#x")  # type: ignore[return-value]


@cache
def graph() -> tuple[list[Board], list[list[int]]]:
    """Every board, and for each the numbers of the boards that its moves lead to."""
    every = boards()
    number = {board: i for i, board in enumerate(every)}
    return every, [[number[after] for after in successors(board)] for board in every]


@cache
def values() -> dict[str, int]:
    """The value of every position by its text: plies to a win + 1, minus plies to a loss - 1, or 0 for a draw."""
    every, after = graph()
    return dict(zip(map(text, every), values_of(dict(enumerate(after))).values(), strict=True))


def words(value: int) -> str:
    """A value as `retro query` prints it."""
    return f"{'win' if value > 0 else 'loss'} in {abs(value) - 1}" if value else "draw"
