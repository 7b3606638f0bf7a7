"""What each move of a game gave away, in a solved game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from retro.game.values import Value
from retro.play.course import Course
from retro.play.states import Choice, State
from retro.system.errors import GameError


class Reviewed(NamedTuple):
    """A move that was made, and what could have been.

    player    0 for the first, 1 for the second
    before    what the state was worth to the player to move (with scores for the first player, to him)
    after     what the move made of it, likewise
    best      a best move
    keeping   how many of the ``legal`` moves kept the outcome, or the points
    blunder   whether this one did not
    points    how many points it gave away, where values are scores
    plies     by how many plies it delayed a win, or hastened a loss, if it kept the outcome
    """

    player: int
    state: State
    choice: Choice
    before: Value
    after: Value
    best: Choice
    keeping: int
    legal: int
    blunder: bool
    points: int
    plies: int

    def text(self, choice: Choice) -> str:
        """A move of the position as people write it."""
        return str(self.state.states.rules.text.format_move(self.state.key, choice.move.code))


def review(course: Course, moves: Iterable[str]) -> list[Reviewed]:
    """Make the moves of a game that has just begun, whose values are known, and say of each what it gave away.

    GameError, with its ply, if a move cannot be made.
    """
    found = []
    for ply, move in enumerate(moves, 1):
        ending = course.ending
        if ending is not None:
            raise GameError(f"there is a move after the end of the game, ply {ply}: {ending}")
        try:
            choice = course.named(move)
        except GameError as error:
            raise GameError(f"ply {ply}: {error}") from error
        found.append(_reviewed(course.player, course.state, choice))
        course.make(choice)
    return found


def _reviewed(player: int, state: State, choice: Choice) -> Reviewed:
    best = min(state.choices, key=lambda each: each.order)
    lost = choice.order[1] - best.order[1]
    blunder = choice not in state.keeping
    scores = bool(state.states.rules.scores)
    return Reviewed(
        player,
        state,
        choice,
        state.value(),
        state.value(choice),
        best,
        len(state.keeping),
        len(state.choices),
        blunder,
        lost if scores else 0,
        0 if scores or blunder else lost,
    )
