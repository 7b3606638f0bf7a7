"""Puzzles over HTTP: lists of puzzles by kind, composed and graded as by `retro compose`, and one with its solution.

Candidates are drawn by a seed, so all users of a database get the same list. The page has one seed for each day. A
puzzle is named by its position.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import islice
from typing import Annotated, TypedDict

from retro.game import NONE, notation
from retro.game.tags import Tags
from retro.game.tags import load as load_tags
from retro.play.states import State, States
from retro.puzzles.compose import SHORTEST_WIN, THEMES, Brief, Puzzle, candidates, different, judge
from retro.puzzles.conditions import Conditions
from retro.puzzles.grades import GRADES, grade
from retro.query import puzzle_answers
from retro.query.api import Tablebase
from retro.query.json_types import Count, SchemaFields
from retro.serve.random_states import Sampler, any_seed
from retro.serve.requests import GameRequest, NotFound

KINDS: dict[str, tuple[str, tuple[tuple[int, int], ...]]] = {
    "short": ("win", ((3, 4), (5, 6))),
    "middle": ("win", ((7, 8), (9, 10), (11, 12))),
    "long": ("win", ((13, 16), (17, 20), (21, 24))),
    "draw": ("draw", ((1, 15),)),
    "points": ("points", ((1, 15),)),
}
"""The theme of each kind, and ranges of plies, for each of which candidates are drawn."""
MAX_DRAWN, MAX_OF_FRAME = 1_500, 200
"""Positions that are drawn for a range, in all and of each frame."""
MAX_MOVES_JUDGED = 450
"""Moves of all positions that are judged for a range; for draws and points, whose solutions are short, three times as
many."""
MAX_OF_LENGTH = 6
"""Puzzles of a list with the same number of plies."""
MAX_PROOF_STATES = 150
"""States of a puzzle's proof: a larger one takes too long."""
MAX_SOLUTION_PLIES = 31
"""Plies of a solution."""
QUIET, LEAST_QUIET = "quiet", 0.5
"""The tag of a key that looks no better than this share of the other moves."""


class ListedPuzzleAnswer(TypedDict):
    """A puzzle of a list; ``tags`` are those of its key, and QUIET."""

    position: str
    theme: Annotated[str, SchemaFields(enum=list(THEMES))]
    grade: Annotated[str, SchemaFields(enum=list(GRADES))]
    tags: list[str]
    plies: Count
    tries: Count


class PuzzlesAnswer(TypedDict):
    """A list of puzzles; empty if the game has none of the kind."""

    kind: Annotated[str, SchemaFields(enum=list(KINDS))]
    seed: Count
    puzzles: list[ListedPuzzleAnswer]


class PuzzleAnswer(puzzle_answers.ComposedPuzzleAnswer):
    """A puzzle with its solution; ``tags`` are those of its key."""

    theme: Annotated[str, SchemaFields(enum=list(THEMES))]
    grade: Annotated[str, SchemaFields(enum=list(GRADES))]
    tags: list[str]


def puzzles(table: Tablebase, request: GameRequest) -> PuzzlesAnswer:
    """Puzzles of a kind, of different lengths, most of them with tries."""
    kind, seed = request.get("kind", "short"), request.get("seed", any_seed())
    theme, ranges = KINDS[kind]
    listed: list[ListedPuzzleAnswer] = []
    if (theme == "points") == bool(table.rules.scores):
        tags, states = load_tags(table.rules), States(table.rules, request.watched(table.database.record))
        found = [puzzle for least, most in ranges for puzzle in _judged(table, states, theme, least, most, seed)]
        listed = [_listed(puzzle, tags) for puzzle in chosen(found)]
    return {"kind": kind, "seed": seed, "puzzles": listed}


def puzzle(table: Tablebase, request: GameRequest) -> PuzzleAnswer:
    """The puzzle of a position, with its solution."""
    rules = table.rules
    key, _ = notation.read_state(rules, request.get("position", ""), None)
    state = States(rules, request.watched(table.database.record)).at(key)
    made = judge(state, Brief(length=MAX_SOLUTION_PLIES, states=MAX_PROOF_STATES)) if state.choices else None
    if made is None or (_theme(state) == "win" and made.proof.plies < SHORTEST_WIN):
        raise NotFound(
            f"{rules.text.format(key)} is no puzzle: it has several good moves, or a solution too short or long"
        )
    tags = _tags(made, load_tags(rules))
    return {"theme": _theme(state), "grade": grade(made), "tags": tags, **puzzle_answers.puzzle_answer(made)}


def chosen(found: Iterable[Puzzle]) -> list[Puzzle]:
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


def _judged(table: Tablebase, states: States, theme: str, least: int, most: int, seed: int) -> Iterable[Puzzle]:
    brief = Brief(theme, length=most, states=MAX_PROOF_STATES)
    wanted = Conditions(min_dtm=least, max_dtm=most) if theme == "win" else Conditions()
    conditions, _ = candidates(table.rules, wanted, brief)
    drawn = map(states.at, islice(Sampler(conditions, seed).keys(table, MAX_OF_FRAME), MAX_DRAWN))
    single = (state for state in drawn if len(state.choices) > 1 and len(state.keeping) == 1)
    found, moves = [], 0
    for state in single:
        found.append(judge(state, brief))
        moves += len(state.choices)
        if moves > MAX_MOVES_JUDGED * (1 if theme == "win" else 3):
            break
    return [each for each in found if each is not None]


def _theme(state: State) -> str:
    return "points" if state.rules.scores else str(state.value().value)


def _tags(puzzle: Puzzle, tags: Tags) -> list[str]:
    move = puzzle.key.move
    bits = int(tags.function(puzzle.state.key, move.code, move.successor, move.outcome))
    return [*tags.of(bits), *([QUIET] if puzzle.marks["quiet"] >= LEAST_QUIET else [])]


def _listed(puzzle: Puzzle, tags: Tags) -> ListedPuzzleAnswer:
    state = puzzle.state
    assert state.forbidden == NONE
    return {
        "position": str(state.rules.text.format(state.key)),
        "theme": _theme(state),
        "grade": grade(puzzle),
        "tags": _tags(puzzle, tags),
        "plies": puzzle.proof.plies,
        "tries": len(puzzle.tries),
    }
