"""Review of a game: for each move, the value that it gave away. The game must be solved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from retro.game.values import Value
from retro.play.course import Course
from retro.play.states import Choice, State


class Reviewed(NamedTuple):
    """A move, compared with the best one.

    player      0 for the first, 1 for the second
    before      the value of the state for the player to move (or for the first player, where scores are his)
    after       the value of the move, likewise
    best        a best move
    refutation  the best reply to a move that is not a best one; None if the opponent has no reply
    keeping     number of the ``legal`` moves that keep the outcome, or the points
    blunder     whether this move keeps neither
    points      points that it gave away, where values are scores
    plies       plies by which it delayed a win, or hastened a loss, where the outcome stays
    """

    player: int
    state: State
    choice: Choice
    before: Value
    after: Value
    best: Choice
    refutation: str | None
    keeping: int
    legal: int
    blunder: bool
    points: int
    plies: int


def review(course: Course, moves: Iterable[str]) -> list[Reviewed]:
    """Make the moves of a game that has just begun, and return their reviews; GameError as of `Course.replay`."""
    course.replay(moves)
    return [_reviewed(*made) for made in course.made]


def _reviewed(state: State, choice: Choice, player: int) -> Reviewed:
    best = state.best_choice
    blunder = choice not in state.keeping
    scores = bool(state.rules.scores)
    lost = choice.order[not scores] - best.order[not scores]
    return Reviewed(
        player,
        state,
        choice,
        state.value(),
        state.value(choice),
        best,
        _refutation(state, choice) if choice.order != best.order else None,
        len(state.keeping),
        len(state.choices),
        blunder,
        lost if scores else 0,
        0 if scores or blunder else lost,
    )


def _refutation(state: State, choice: Choice) -> str | None:
    after = None if state.again(choice) else state.after(choice)
    return after.text(after.best_choice) if after is not None and after.choices else None
