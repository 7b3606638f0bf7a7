"""How hard a puzzle is, and what it is about: its theme, and the tags of its key.

The difficulty is the number of the solver's moves, plus twice the share of other first moves that look at least as good
as the key, plus 1.5 times the mark for tempting tries (`retro.puzzles.compose`).
"""

from __future__ import annotations

from retro.game.tags import Tags
from retro.puzzles.compose import Puzzle

GRADES = ("easy", "medium", "hard")
QUIET, LEAST_QUIET = "quiet", 0.5
"""The tag of a key that looks no better than this share of the other moves."""
MEDIUM, HARD = 3.3, 5.5
"""Difficulties from which on a puzzle is of medium grade, and hard."""


def difficulty(puzzle: Puzzle) -> float:
    """Returns the difficulty, at least 1."""
    moves = (puzzle.proof.plies + 1) // 2
    return moves + 2 * puzzle.marks["quiet"] + 1.5 * puzzle.marks["tries"]


def grade(puzzle: Puzzle) -> str:
    """Returns one of GRADES."""
    return GRADES[sum(difficulty(puzzle) >= least for least in (MEDIUM, HARD))]


def theme(puzzle: Puzzle) -> str:
    """Returns one of `retro.puzzles.compose.THEMES`: what the solver has to reach."""
    value = puzzle.state.value().value
    return "points" if isinstance(value, int) else value


def key_tags(puzzle: Puzzle, tags: Tags) -> list[str]:
    """Returns the tags of the key, and QUIET."""
    move = puzzle.key.move
    bits = int(tags.function(puzzle.state.key, move.code, move.successor, move.outcome))
    return [*tags.of(bits), *([QUIET] if puzzle.marks["quiet"] >= LEAST_QUIET else [])]
