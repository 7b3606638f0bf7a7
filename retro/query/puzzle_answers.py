"""Puzzles as JSON, for commands and the server: stipulation, solution, tries, and what a shifted piece changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Any, TypedDict

from retro.game import tags
from retro.game.rules import Rules
from retro.puzzles import grades, proof_tree
from retro.puzzles.compose import THEMES, Composed, Puzzle
from retro.puzzles.proof_tree import Variation
from retro.puzzles.shifted import shifts
from retro.query.json_types import Count, SchemaFields, ValueAnswer, value_answer
from retro.query.puzzle_words import ENGLISH


class TryAnswer(TypedDict):
    """A move that almost reaches the goal, and the only reply that refutes it."""

    move: str
    refutation: str
    tempting: bool


class _Points(TypedDict("_Points", {"from": str})):
    to: str


class ShiftAnswer(_Points, ValueAnswer):
    """The value of the position in which one piece of the puzzle stands on the point ``to`` instead of ``from``.

    key  which moves reach the goal of the puzzle in that position: only its own key (``same``), only one other move
         (``other``), several moves (``several``), or none (None)
    """

    key: Annotated[str | None, SchemaFields(enum=["same", "other", "several", None])]


class PuzzleAnswer(ValueAnswer):
    """A puzzle with its solution; ``tags`` are those of its key move and `quiet`."""

    position: str
    forbidden: str | None
    stipulation: str
    theme: Annotated[str, SchemaFields(enum=list(THEMES))]
    grade: Annotated[str, SchemaFields(enum=list(grades.GRADES))]
    tags: list[str]
    moves: Count
    key: str
    plies: Count
    states: Count
    duals: Count
    score: float
    marks: dict[str, float]
    line: list[str]
    solution: list[Annotated[dict[str, Any], Variation]]
    tries: list[TryAnswer]
    shifted: list[ShiftAnswer]


def as_json(rules: Rules, composed: Composed) -> Sequence[Mapping[str, Any]]:
    """The answer of `retro compose`: an object for each puzzle, then the totals."""
    summary = {
        "game": rules.game.name,
        "options": rules.options,
        "judged": composed.judged,
        "puzzles": len(composed.puzzles),
    }
    return [*map(puzzle_answer, composed.puzzles), summary]


def puzzle_answer(puzzle: Puzzle) -> PuzzleAnswer:
    """A puzzle with its solution."""
    state, key = puzzle.state, puzzle.key
    rules = state.rules
    return {
        "position": str(rules.text.format(state.key)),
        "forbidden": rules.move_text(state.key, state.forbidden),
        "stipulation": ENGLISH.stipulation(state),
        "theme": grades.theme(puzzle),
        "grade": grades.grade(puzzle),
        "tags": grades.key_tags(puzzle, tags.load(rules)),
        **value_answer(state.value()),
        "moves": len(state.choices),
        "key": state.text(key),
        "plies": puzzle.proof.plies,
        "states": puzzle.proof.states,
        "duals": puzzle.proof.duals,
        "score": puzzle.score,
        "marks": dict(puzzle.marks),
        "line": [here.text(choice) for here, choice in puzzle.line],
        "solution": [asdict(each) for each in proof_tree.solution(state, key, puzzle.goal, puzzle.proof.plies)],
        "tries": [
            {"move": state.text(each.choice), "refutation": each.after.text(each.refutation), "tempting": each.tempting}
            for each in puzzle.tries
        ],
        "shifted": list(_shifted(puzzle)),
    }


def _shifted(puzzle: Puzzle) -> Iterator[ShiftAnswer]:
    """The puzzle with a piece on another point, once for each such shift that leaves a position."""
    goal = puzzle.goal
    for origin, to, state in shifts(puzzle.state):
        key = None
        if state.choices and proof_tree.goal(state) == goal:
            codes = [choice.move.code for choice in proof_tree.reaching(state, goal)]
            key = "several" if len(codes) > 1 else "same" if codes == [puzzle.key.move.code] else "other"
        yield {"from": origin, "to": to, **value_answer(state.value()), "key": key}
