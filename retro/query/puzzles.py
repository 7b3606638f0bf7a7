"""Puzzles as JSON, for commands and the server: stipulation, solution, tries, and what a shifted piece changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from retro.game import NONE
from retro.game.rules import Rules
from retro.play.states import State
from retro.puzzles import proof_tree
from retro.puzzles.compose import Composed, Puzzle
from retro.puzzles.proof_tree import Variation
from retro.puzzles.shifted import shifts
from retro.query.puzzle_words import ENGLISH


def as_json(rules: Rules, composed: Composed) -> list[dict[str, Any]]:
    """An object for each puzzle, then one that sums up."""
    summary = {
        "game": rules.game.name,
        "options": rules.options,
        "judged": composed.judged,
        "puzzles": len(composed.puzzles),
    }
    return [*map(puzzle_as_json, composed.puzzles), summary]


def puzzle_as_json(puzzle: Puzzle) -> dict[str, Any]:
    """All that is told of a puzzle."""
    state, key = puzzle.state, puzzle.key
    rules = state.states.rules
    return {
        "position": str(rules.text.format(state.key)),
        "forbidden": None if state.forbidden == NONE else str(rules.text.format_move(state.key, state.forbidden)),
        "stipulation": ENGLISH.stipulation(state),
        **state.value()._asdict(),
        "moves": len(state.choices),
        "key": proof_tree.texts(state, [key])[0],
        "plies": puzzle.proof.plies,
        "states": puzzle.proof.states,
        "duals": puzzle.proof.duals,
        "score": puzzle.score,
        "marks": dict(puzzle.marks),
        "line": [proof_tree.texts(here, [choice])[0] for here, choice in puzzle.line],
        "solution": _variations(proof_tree.solution(state, key, puzzle.goal, puzzle.proof.plies)),
        "tries": [
            {
                "move": proof_tree.texts(state, [each.choice])[0],
                "refutation": _reply(state, each),
                "tempting": each.tempting,
            }
            for each in puzzle.tries
        ],
        "shifted": list(_shifted(puzzle)),
    }


def _shifted(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    """Values with a piece shifted; ``key``: what the moves are that reach the same goal, None if none does."""
    goal = puzzle.goal
    for origin, to, state in shifts(puzzle.state):
        key = None
        if state.choices and proof_tree.goal(state) == goal:
            codes = [choice.move.code for choice in proof_tree.reaching(state, goal)]
            key = "several" if len(codes) > 1 else "same" if codes == [puzzle.key.move.code] else "other"
        yield {"from": origin, "to": to, **state.value()._asdict(), "key": key}


def _reply(state: State, tried: proof_tree.Try) -> str:
    after = state.after(tried.choice)
    assert after is not None
    return proof_tree.texts(after, [tried.refutation])[0]


def _variations(variations: tuple[Variation, ...]) -> list[dict[str, Any]]:
    return [
        {
            "defences": list(each.defences),
            "answers": list(each.answers),
            "value": None if each.value is None else each.value.value,
            "dtm": None if each.value is None else each.value.dtm,
            "then": _variations(each.then),
        }
        for each in variations
    ]
