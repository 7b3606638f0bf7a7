"""Symmetries of a square board, one turn and one mirror at a time."""

from __future__ import annotations


def turned(n: int, square: int, g: int) -> int:
    """Image of a square under the symmetries of an n x n board: turned g & 3 times, mirrored if g & 4."""
    column, row = divmod(square, n)
    for _ in range(g & 3):
        column, row = row, n - 1 - column
    return (n - 1 - column if g & 4 else column) * n + row


GROUPS = {"all eight": range(8), "rotations": range(4), "half turn": (0, 2), "mirror": (0, 4), "none": (0,)}
