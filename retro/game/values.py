"""Values in ordinary Python: in words, ordered for the player to move, and one ply up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from retro.game import DRAW, NONE, UNKNOWN, dtm, loss, outcome_name, points, score, win
from retro.game.rules import IndexedRules, Move, Rules

OUTCOMES = ("win", "draw", "loss")

Record = tuple[int, int, int]
"""best, second and only move, as in `retro.storage.solution`."""
ReadRecord = Callable[[int], Record]
"""The record of a slot."""


class Value(NamedTuple):
    """A value in words.

    value  ``win``, ``loss`` or ``draw``; points if values are scores
    dtm    plies to the end of the game; None for draws and scores
    """

    value: str | int
    dtm: int | None

    @classmethod
    def of(cls, packed: int, scores: str = "") -> Value:
        """The words for a packed value; ``scores`` is the game's SCORES."""
        if scores:
            return cls(points(packed), None)
        return cls(outcome_name(packed), dtm(packed) if packed > DRAW else None)

    def __str__(self) -> str:
        if isinstance(self.value, int):
            return f"{self.value:+d}" if self.value else "0"
        return self.value if self.dtm is None else f"{self.value} in {self.dtm}"


def one_ply_up(rules: Rules, key: int, move: Move, successor_value: int) -> int:
    """The value of a move that goes on, for the player who makes it, from the value of its successor.

    Scores that are for the first player stay so.
    """
    if rules.scores == "first":
        return successor_value + (move.gained if rules.first_to_move(key) else -move.gained)
    if rules.scores:
        return score(move.gained + (points(successor_value) if move.again else -points(successor_value)))
    if successor_value <= DRAW:
        return UNKNOWN
    plies = dtm(successor_value) + 1
    won = bool(successor_value & 1) == move.again
    return win(plies) if won else loss(plies)


def move_value(rules: IndexedRules, record: ReadRecord, key: int, move: Move) -> int:
    """The packed value of a move for the player who makes it; ``record`` returns the record of a slot."""
    if not move.goes_on:
        return move.outcome
    index, g, _ = rules.rank(move.successor)
    value, second, only_move = record(index)
    # records are of canonical positions, so compare what the image of the move forbids
    if only_move != NONE and only_move == rules.undo(
        rules.image(key, g), rules.image_code(move.code, g), rules.image(move.successor, g)
    ):
        value = second
    return one_ply_up(rules, key, move, value)


def for_mover(rules: Rules, value: int, first: bool) -> int:
    """A packed value for the player to move; ``first``: that is the player who made the game's first move."""
    return score(-points(value)) if rules.scores == "first" and not first else value


def order(rules: Rules, key: int, value: int) -> tuple[int, int]:
    """A sort key that puts the best values of moves first: the shortest win, draws, the longest loss."""
    if rules.scores:
        return 0, -points(for_mover(rules, value, rules.first_to_move(key)))
    if value <= DRAW:
        return 1, 0
    return (0, dtm(value)) if value & 1 else (2, -dtm(value))
