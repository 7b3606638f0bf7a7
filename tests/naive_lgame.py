"""An independent L-game, slow and plain: boards of sixteen squares, both players in full, no symmetry, no index.

Shares nothing with retro or its plugin and agrees with them on one thing only: the text of a position, four rows with
* for the mover.
"""

from __future__ import annotations

from functools import cache

from naive_plies import values_of

SHAPE = ((0, 0), (1, 0), (2, 0), (2, 1))

Board = tuple[frozenset[int], frozenset[int], frozenset[int]]
"""Squares of the mover's L, of the opponent's L and of the neutral pieces; square = 4 * row + column."""


def _every_l() -> list[frozenset[int]]:
    shapes, shape = [], SHAPE
    for _ in range(4):
        shape = tuple((column, -row) for row, column in shape)
        shapes += [shape, tuple((row, -column) for row, column in shape)]
    placed = set()
    for shape in shapes:
        for down in range(-4, 8):
            for right in range(-4, 8):
                cells = [(row + down, column + right) for row, column in shape]
                if all(0 <= row < 4 and 0 <= column < 4 for row, column in cells):
                    placed.add(frozenset(4 * row + column for row, column in cells))
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
