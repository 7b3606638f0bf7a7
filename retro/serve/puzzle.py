"""A puzzle over HTTP: a few random positions are judged as those of `retro compose` are, and the best is given."""

from __future__ import annotations

from itertools import islice
from typing import Any

from retro.play.states import States
from retro.puzzles.compose import Wanted, candidates, judge
from retro.puzzles.conditions import Conditions
from retro.query.puzzles import puzzle_as_json
from retro.serve.open_databases import Shelf
from retro.serve.random_states import Lots, any_seed
from retro.serve.requests import Asked, Unknown

MOST_DRAWN, OF_A_FRAME = 200, 40
ENOUGH = 2
"""Positions that are drawn for a puzzle, at most, and puzzles of which the best is given."""
MOST_STATES = 150
"""Of the solver in one puzzle: nobody wants to wait long."""
LONGEST = 31
"""Plies of a solution."""


def puzzle(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """A puzzle, as of `retro compose`; with the same seed the same."""
    seed = asked.get("seed", any_seed())
    with shelf.open(asked.game, asked.settings) as table:
        rules = table.rules
        theme = asked.get("theme") or ("points" if rules.scores else "win")
        wanted = Wanted(theme, length=asked.get("length", 9), states=MOST_STATES)
        wished, _ = candidates(rules, Conditions(), wanted)
        lots = Lots(wished.value or None, wished.min_dtm, wished.max_dtm, seed)
        states = States(rules, asked.watched(table.database.record))
        drawn = islice(lots.drawn(table, OF_A_FRAME), MOST_DRAWN)
        judged = (judge(states.at(key), wanted) for key in drawn)
        found = list(islice((each for each in judged if each is not None), ENOUGH))
        if not found:
            told = "another theme or length may have some, or a larger variant of the game"
            raise Unknown(f"no puzzle among {MOST_DRAWN} positions: {told}")
        return {"seed": seed, "theme": theme, **puzzle_as_json(max(found, key=lambda each: each.score))}
