"""Values in ordinary Python: in words, ordered for the player to move, and one ply up."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from retro.game import DRAW, LOSS, NONE, UNKNOWN, WIN, dtm, loss, outcome_name, score, win
from retro.game.endless import (
    DISTANCE_SHIFT,
    DRAWN,
    ENDLESS_DRAW,
    ENDLESS_LOSS,
    ENDLESS_WIN,
    EVEN,
    is_draw,
    plies,
    points_of,
)
from retro.game.rules import IndexedRules, Move, Rules

NEVER = 1 << 31
"""In orders, more plies than any game takes."""
OUTCOMES = ("win", "draw", "loss")

Record = tuple[int, int, int]
"""best, second and only move, as in `retro.storage.solution`."""
ReadRecord = Callable[[int], Record]
"""The record of a slot."""


class Value(NamedTuple):
    """A value in words.

    value  ``win``, ``loss`` or ``draw``; points if values are scores
    dtm    plies to the end of the game; None for draws, scores, and where play goes on for ever. In a game with
           `endless`, draws by rule and scores have plies, too (`retro.game.endless`)
    """

    value: str | int
    dtm: int | None

    @classmethod
    def of(cls, packed: int, scores: str = "") -> Value:
        """The words for a packed value; ``scores`` is the game's SCORES."""
        return cls(points_of(packed) if scores else outcome_name(packed), plies(packed, scores))

    @property
    def endless(self) -> bool:
        """Whether a player wins by play without end."""
        return self.dtm is None and self.value in ("win", "loss")

    @property
    def without_plies(self) -> str:
        """The value in words, but for its plies."""
        if isinstance(self.value, int):
            return f"{self.value:+d}" if self.value else "0"
        return f"{self.value} without end" if self.endless else self.value

    def __str__(self) -> str:
        return self.without_plies if self.dtm is None else f"{self.without_plies} in {self.dtm}"


def scored(rules: Rules, key: int, points: int, plies: int) -> int:
    """The value of a position, or of a move from it, with these points after ``plies``."""
    if not rules.thresholds:
        return score(points)
    more = points - points_of(rules.endless(key))
    distance = 0 if more == 0 else win(plies) if more > 0 else loss(plies)
    return distance << DISTANCE_SHIFT | score(points)


def ended(rules: Rules, key: int, outcome: int, plies: int) -> int:
    """The value of a position, or of a move from it, after which the game ends in 0 or 1 ``plies``."""
    if rules.scores:
        return scored(rules, key, points_of(outcome), plies)
    if rules.thresholds and outcome == DRAW:
        return {WIN: DRAWN | loss(plies), LOSS: DRAWN | win(plies), DRAW: EVEN | loss(plies)}[rules.endless(key)]
    return outcome


def without_moves(rules: Rules, key: int) -> int:
    """The value of a position whose mover has no legal move."""
    return ended(rules, key, rules.no_moves(key), 0)


def endless(rules: Rules, key: int) -> int:
    """The value of a position from which play goes on for ever."""
    worth = rules.endless(key)
    if rules.scores:
        return worth
    if not rules.thresholds:
        return UNKNOWN
    return {WIN: ENDLESS_WIN, LOSS: ENDLESS_LOSS, DRAW: ENDLESS_DRAW}[worth]


def one_ply_up(rules: Rules, key: int, move: Move, successor_value: int) -> int:
    """The value of a move that goes on, for the player who makes it, from the value of its successor.

    Scores that are for the first player stay so.
    """
    if rules.scores:
        after = points_of(successor_value)
        if rules.scores == "first":
            after += move.gained if rules.first_to_move(key) else -move.gained
        else:
            after = move.gained + (after if move.again else -after)
        return scored(rules, key, after, 1 + (plies(successor_value, rules.scores) or 0))
    if successor_value <= DRAW:
        return UNKNOWN
    if successor_value >= ENDLESS_LOSS:
        return endless(rules, key)
    band, longer = successor_value & ~(DRAWN - 1), dtm(successor_value & (DRAWN - 1)) + 1
    won = bool(successor_value & 1) == move.again and band != EVEN
    return band | (win(longer) if won else loss(longer))


def move_value(rules: IndexedRules, record: ReadRecord, key: int, move: Move) -> int:
    """The packed value of a move for the player who makes it; ``record`` returns the record of a slot."""
    if not move.goes_on:
        return ended(rules, key, move.outcome, 1)
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
    if rules.scores != "first" or first:
        return value
    distance = value >> DISTANCE_SHIFT
    return (distance ^ 1 if distance else 0) << DISTANCE_SHIFT | score(-points_of(value))


def order(rules: Rules, key: int, value: int) -> tuple[int, int]:
    """A sort key that puts the best values of moves first: the shortest win, draws, the longest loss.

    Its first number is 0, 1 or 2, or minus the points for the player to move; the second has the plies.
    """
    if rules.scores:
        value = for_mover(rules, value, rules.first_to_move(key))
        return -points_of(value), _sooner(value >> DISTANCE_SHIFT)
    if is_draw(value):
        return 1, _sooner(value & (DRAWN - 1) if DRAWN <= value < ENDLESS_LOSS else 0)
    if value >= ENDLESS_LOSS:
        return (0, NEVER) if value & 1 else (2, -NEVER)
    return (0, dtm(value)) if value & 1 else (2, -dtm(value))


def needs_an_end(rules: Rules, key: int, value: int) -> bool:
    """Whether the player to move would get less than this value of the position, or of a move, from play without end.

    Such a player has to make progress: moves that only keep the value might go round in circles.
    """
    if rules.scores:
        distance = for_mover(rules, value, rules.first_to_move(key)) >> DISTANCE_SHIFT
    else:
        distance = value & (DRAWN - 1) if value < ENDLESS_LOSS else 0
    return distance > DRAW and bool(distance & 1)


def _sooner(distance: int) -> int:
    """A sort key of distances: short ones that are won, none, long ones that are lost."""
    if distance <= DRAW:
        return 0
    return dtm(distance) - NEVER if distance & 1 else NEVER - dtm(distance)
