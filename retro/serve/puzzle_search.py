"""The search for the puzzles of a collection: for each kind, the best of random candidates.

Candidates are drawn by a seed, so all servers of a database get the same puzzles.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from retro.play.states import States
from retro.puzzles.compose import Brief, Puzzle, candidates, different, judge, themes_of
from retro.puzzles.conditions import Conditions
from retro.query.api import Tablebase
from retro.serve.puzzle_collections import KINDS, MAX_SOLUTION_PLIES
from retro.serve.random_states import Sampler

MAX_DRAWN, MAX_OF_FRAME = 6_000, 200
"""Positions that are drawn for a range, in all and of each frame."""
MAX_MOVES_JUDGED = 1_500
"""Moves of all positions that are judged for a range; for draws and points, whose solutions are short, three times as
many."""
MAX_OF_LENGTH = 24
"""Puzzles of a kind with the same number of plies."""
BRIEF = Brief(length=MAX_SOLUTION_PLIES, states=150)
"""Bounds of a puzzle's proof: a larger one takes too long."""


def composed(table: Tablebase) -> Iterator[tuple[str, list[Puzzle]]]:
    """Yields the kinds that the game has, each with its puzzles: of different lengths, most of them with tries."""
    states = States(table.rules, table.record)
    for kind, (theme, ranges) in KINDS.items():
        if theme in themes_of(table.rules):
            found = [puzzle for least, most in ranges for puzzle in _judged(table, states, theme, least, most)]
            yield kind, collected(found)


def collected(found: Iterable[Puzzle]) -> list[Puzzle]:
    """Returns puzzles of which no two are alike, by length, and at most a third of them without tries.

    If none has tries, returns a few of them.
    """
    by_length: dict[int, list[Puzzle]] = defaultdict(list)
    for each in sorted(found, key=lambda each: (not each.tries, -each.score)):
        by_length[each.proof.plies].append(each)
    some = [each for _, alike in sorted(by_length.items()) for each in different(alike, MAX_OF_LENGTH)]
    plain = [each for each in some if not each.tries]
    dropped = plain[(len(some) - len(plain)) // 2 if len(plain) < len(some) else MAX_OF_LENGTH :]
    return [each for each in some if each not in dropped]


def _judged(table: Tablebase, states: States, theme: str, least: int, most: int) -> Iterable[Puzzle]:
    wanted = Conditions(min_dtm=least, max_dtm=most) if theme == "win" else Conditions()
    conditions, _ = candidates(table.rules, wanted, replace(BRIEF, theme=theme))
    drawn = map(states.at, islice(Sampler(table, conditions).keys(MAX_OF_FRAME), MAX_DRAWN))
    single = (state for state in drawn if len(state.choices) > 1 and len(state.keeping) == 1)
    found, moves = [], 0
    for state in single:
        found.append(judge(state, BRIEF))
        moves += len(state.choices)
        if moves > MAX_MOVES_JUDGED * (1 if theme == "win" else 3):
            break
    return [each for each in found if each is not None]
