"""Grades of drawn states in ordinary Python: of a state, and of its moves (`retro.grading`).

The grade of a draw says how well the player to move stands in the tier in which play stays for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from retro.game import NONE
from retro.game.rules import IndexedRules, Move


class Grade(NamedTuple):
    """The grade of a drawn state for the player to move, or of a move for the player who makes it.

    plies  of a state: plies until play leaves its tier, positive if the player to move wants that, negative if the
           opponent does, 0 if play stays; of a move: at least 1, and the plies of the state that it leads to
    """

    grade: int
    plies: int


Row = tuple[Grade, int, Grade]
"""The grade of a position with nothing forbidden, its only best move or NONE, and the grade with it forbidden."""
ReadGrades = Callable[[int], Row]
"""The grades of a slot."""
ENDED = Grade(0, 1)
"""Of a move that ends the game in a draw."""


def row_of(numbers: list[int]) -> Row:
    """Returns a row of grades from its numbers in the file, of which there are 2 or 5 (`retro.storage.grades`)."""
    best = Grade(numbers[0], numbers[1])
    return (best, NONE, best) if len(numbers) == 2 else (best, numbers[2] - 1, Grade(numbers[3], numbers[4]))


def of_state(rules: IndexedRules, read: ReadGrades, key: int, forbidden: int) -> Grade:
    """Returns the grade of a drawn state."""
    index, g, _ = rules.rank(key)
    best, only_move, second = read(index)
    return second if forbidden != NONE and rules.image_code(forbidden, g) == only_move else best


def of_move(rules: IndexedRules, read: ReadGrades, key: int, move: Move) -> Grade:
    """Returns the grade of a move that holds a draw."""
    if not move.goes_on:
        return ENDED
    index, g, _ = rules.rank(move.successor)
    after, only_move, second = read(index)
    undone = rules.undo(rules.image(key, g), rules.image_code(move.code, g), rules.image(move.successor, g))
    if only_move != NONE and only_move == undone:
        after = second
    inside = rules.tier(key) == rules.tier(move.successor)
    return Grade(after.grade if move.again else -after.grade, 1 + abs(after.plies) if inside else 1)


def order(state: Grade, move: Grade) -> tuple[int, int]:
    """Returns a sort key that puts the best moves that hold the draw of a ``state`` first.

    Of moves with the same grade, the one that makes progress comes first where the player to move wants to leave the
    tier, the one that delays it where the opponent wants that.
    """
    later = move.plies if state.plies > 0 else -move.plies if state.plies < 0 else 0
    return -move.grade, later
