"""What a move of the L-game does besides placing the L."""

from __future__ import annotations

from .rules import CHOICES

TAGS = ("neutral",)


def tags(key: int, code: int, successor: int, outcome: int) -> int:
    """Whether the move takes a neutral piece to another square."""
    return 1 if code % CHOICES else 0
