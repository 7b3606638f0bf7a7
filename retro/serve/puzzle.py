"""Puzzles over HTTP: those of a collection, and the one of a position with its solution.

A puzzle is named by its position, so it has an address whether or not it is in a collection.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from retro.game import notation
from retro.play.states import States
from retro.puzzles import grades
from retro.puzzles.compose import SHORTEST_WIN, judge
from retro.query.api import Tablebase
from retro.query.json_types import Count
from retro.query.puzzle_answers import PuzzleAnswer, puzzle_answer
from retro.serve.puzzle_collections import KINDS, ListedPuzzleAnswer
from retro.serve.puzzle_search import BRIEF
from retro.serve.random_states import any_seed
from retro.serve.requests import GameRequest, NotFound


class PuzzlesAnswer(TypedDict):
    """A list of puzzles; empty if the game has none of the kind, or none is composed yet."""

    seed: Count
    ready: Annotated[bool, "Whether all are composed; if not, a later request may find more."]
    puzzles: list[ListedPuzzleAnswer]


def puzzles(table: Tablebase, request: GameRequest) -> PuzzlesAnswer:
    """Puzzles that were composed beforehand, of different lengths, most of them with tries; chosen by the seed."""
    kind, seed, collection = request.get("kind"), request.get("seed", any_seed()), request.collections.of(table)
    kinds = [kind] if kind else list(KINDS)
    ready = collection.complete or kind in collection.kinds
    listed = [each for kind in kinds for each in collection.chosen(kind, seed)]
    return {"seed": seed, "ready": ready, "puzzles": listed}


def puzzle(table: Tablebase, request: GameRequest) -> PuzzleAnswer:
    """The puzzle of a position, with its solution."""
    rules = table.rules
    key, _ = notation.read_state(rules, request.get("position", ""), None)
    composed = request.collections.of(table).answer(str(rules.text.format(key)))
    if composed is not None:
        return composed
    state = States(rules, table.record).at(key)
    made = judge(state, BRIEF) if state.choices else None
    if made is None or (grades.theme(made) == "win" and made.proof.plies < SHORTEST_WIN):
        raise NotFound(
            f"{rules.text.format(key)} is no puzzle: it has several good moves, or a solution too short or long"
        )
    return puzzle_answer(made)
