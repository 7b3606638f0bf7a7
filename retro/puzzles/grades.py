"""How hard a puzzle is: by the moves that the solver has to find, how quiet its key is, and the tries that tempt.

The difficulty is the number of the solver's moves, plus twice the share of other first moves that look at least as good
as the key, plus 1.5 times the mark for tempting tries (`retro.puzzles.compose`).
"""

from __future__ import annotations

from retro.puzzles.compose import Puzzle

GRADES = ("easy", "medium", "hard")
MEDIUM, HARD = 3.3, 5.5
"""Difficulties from which on a puzzle is of medium grade, and hard."""


def difficulty(puzzle: Puzzle) -> float:
    """Returns the difficulty, at least 1."""
    moves = (puzzle.proof.plies + 1) // 2
    return moves + 2 * puzzle.marks["quiet"] + 1.5 * puzzle.marks["tries"]


def grade(puzzle: Puzzle) -> str:
    """Returns one of GRADES."""
    return GRADES[sum(difficulty(puzzle) >= least for least in (MEDIUM, HARD))]
