"""A puzzle over HTTP: the best of a few random positions, judged as those of `retro compose`."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

from retro.play.states import States
from retro.puzzles.compose import THEMES, Brief, candidates, judge
from retro.puzzles.conditions import Conditions
from retro.query import puzzle_answers
from retro.query.api import Tablebase
from retro.query.json_types import Count, SchemaFields
from retro.serve.random_states import Sampler, any_seed
from retro.serve.requests import GameRequest, NotFound

MAX_JUDGED, MAX_OF_FRAME = 200, 40
"""Positions that are judged for an answer, in all and of each frame."""
N_PUZZLES = 2
"""Puzzles of which the best is the answer."""
MAX_PROOF_STATES = 150
"""States of a puzzle's proof: a larger one takes too long."""
MAX_SOLUTION_PLIES = 31
"""Plies of a solution."""


class PuzzleAnswer(puzzle_answers.ComposedPuzzleAnswer):
    """A puzzle, and the seed that gives it again."""

    seed: Count
    theme: Annotated[str, SchemaFields(enum=list(THEMES))]


def puzzle(table: Tablebase, request: GameRequest) -> PuzzleAnswer:
    """A puzzle, as of `retro compose`; the same seed gives the same one."""
    seed = request.get("seed", any_seed())
    rules = table.rules
    theme = request.get("theme") or ("points" if rules.scores else "win")
    brief = Brief(theme, length=request.get("length", 9), states=MAX_PROOF_STATES)
    conditions, _ = candidates(rules, Conditions(), brief)
    sampler = Sampler(conditions, seed)
    states = States(rules, request.watched(table.database.record))
    judged = (judge(states.at(key), brief) for key in islice(sampler.keys(table, MAX_OF_FRAME), MAX_JUDGED))
    rated = list(islice((each for each in judged if each is not None), N_PUZZLES))
    if not rated:
        remedy = "another theme or length may have some, or a larger variant of the game"
        raise NotFound(f"no puzzle among {MAX_JUDGED} positions: {remedy}")
    return {"seed": seed, "theme": theme, **puzzle_answers.puzzle_answer(max(rated, key=lambda each: each.score))}
