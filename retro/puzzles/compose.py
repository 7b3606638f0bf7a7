"""Puzzles from a solved game: candidates are found by conditions, and rated one by one by what composers value.

A puzzle is a state with several moves of which exactly one reaches the goal (`retro.puzzles.proof_tree`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from types import MappingProxyType

import numpy as np

from retro.game import NONE, staging
from retro.game.rules import Move, Rules
from retro.game.scene import Scene
from retro.lookup.table import RecordTable
from retro.play import material
from retro.play.material import STANDING
from retro.play.states import Choice, State, States, best_play
from retro.puzzles import export, proof_tree
from retro.puzzles.conditions import Conditions
from retro.puzzles.proof_tree import Goal, Proof, Try
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.system.settings import settings
from retro.system.suggestions import suggestion

THEMES = ("win", "draw", "points")
WEIGHTS = MappingProxyType({"dual_free": 4.0, "quiet": 3.0, "tries": 3.0, "length": 2.0, "economy": 1.0})
"""Weights of the criteria by which a puzzle is rated, each from 0 to 1."""
MAX_SOLVER_STATES = 3_000
"""States of the solver in one puzzle, at most; larger ones cannot be read."""
DRAWN_FOR_EACH = 20
"""States drawn per candidate, where no condition requires a single move that reaches the goal."""
SHORTEST_WIN = 3
"""Plies of the shortest win that is a puzzle: a win in one is obvious."""
GLANCE = 3
"""Plies that a solver sees ahead at first sight."""
ENOUGH_TRIES = 3
"""Number of tries beyond which the rating does not rise."""
ALIKE = 0.75
"""Two boards are alike if this share of the pieces on either is on both."""


@dataclass(frozen=True)
class Brief:
    """What to compose.

    theme       one of THEMES; empty: wins, or points where values are scores
    number      highest number of puzzles
    length      highest number of plies of a solution
    candidates  highest number of rated candidates, drawn by ``seed``
    weights     by criterion, as in WEIGHTS
    states      highest number of the solver's states in one puzzle
    """

    theme: str = ""
    number: int = 6
    length: int = 9
    candidates: int = 300
    seed: int = 0
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)
    states: int = MAX_SOLVER_STATES


@dataclass(frozen=True)
class Puzzle:
    """A state with a single move that reaches the goal, and its rating.

    marks  by criterion, as in WEIGHTS, each from 0 to 1
    score  their weighted mean
    """

    state: State
    proof: Proof
    tries: tuple[Try, ...]
    marks: Mapping[str, float]
    score: float

    @property
    def goal(self) -> Goal:
        """The value that the solver must reach."""
        return proof_tree.goal(self.state)

    @property
    def key(self) -> Choice:
        """The only move that reaches the goal."""
        return proof_tree.reaching(self.state, self.goal)[0]

    @property
    def line(self) -> list[tuple[State, Choice]]:
        """Best play of both sides, up to the puzzle's number of plies."""
        return list(islice(best_play(self.state, lambda state: state.best_choice), self.proof.plies))


@dataclass(frozen=True)
class Composed:
    """Puzzles, the best first, and the number of candidates that were rated."""

    puzzles: tuple[Puzzle, ...]
    judged: int


def weights(given: Iterable[str]) -> dict[str, float]:
    """Returns WEIGHTS with the changes ``given`` as NAME=NUMBER; GameError for an unknown name or a bad number."""
    result = dict(WEIGHTS)
    for name, number in settings(given, "--weights").items():
        if name not in result:
            raise GameError(f"no weight {name[:40]!r}{suggestion(name, result)}; weights: {', '.join(result)}")
        try:
            result[name] = float(number)
        except ValueError:
            result[name] = -1.0
        if not 0 <= result[name] < 1e6:
            raise GameError(f"a weight is a number from 0 to a million, not {number[:40]!r}")
    if not any(result.values()):
        raise GameError("one weight at least must be more than 0")
    return result


def compose(table: RecordTable, conditions: Conditions, brief: Brief, threads: int, progress: Progress) -> Composed:
    """Returns the best puzzles among states that meet ``conditions``, no two alike.

    GameError if the conditions do not fit the theme.
    """
    narrowed, drawn = candidates(table.rules, conditions, brief)
    states = States(table.rules, table.record)
    sampled = export.sample(table, narrowed, drawn, brief.seed, threads, progress)
    single = [
        state
        for rows in sampled
        for state in map(states.at, rows.keys.tolist(), rows.forbidden.tolist())
        if len(state.choices) > 1 and len(state.keeping) == 1
    ]
    chosen = np.random.default_rng(brief.seed).permutation(len(single))[: brief.candidates]
    progress.phase("puzzles", len(chosen), None)
    puzzles = []
    for index in chosen.tolist():
        puzzle = judge(single[index], brief)
        puzzles += [] if puzzle is None else [puzzle]
        progress.advance(1, 0)
    puzzles.sort(key=lambda each: (-each.score, each.state.key, each.state.forbidden))
    return Composed(tuple(different(puzzles, brief.number)), len(chosen))


def judge(state: State, brief: Brief) -> Puzzle | None:
    """Returns a state as a rated puzzle; None if it is none, or has too many plies or states."""
    if len(state.choices) < 2 or len(state.keeping) > 1:
        return None
    proof = proof_tree.prove(state, brief.length, brief.states)
    if proof is None or proof.plies > brief.length:
        return None
    goal, key = proof_tree.goal(state), state.keeping[0]
    before = material.lead(state.rules, state.key)
    appeal = {choice: _appeal(state, choice, before) for choice in state.choices}
    tempting = [choice for choice in state.choices if choice != key and appeal[choice] >= appeal[key]]
    tries = [replace(each, tempting=each.choice in tempting) for each in proof_tree.tries(state, goal)]
    marks = {
        "dual_free": (1 - proof.duals / proof.states) / 2 if proof.duals else 1.0,
        "quiet": len(tempting) / (len(state.choices) - 1),
        "tries": min(sum(each.tempting for each in tries), ENOUGH_TRIES) / ENOUGH_TRIES,
        "length": proof.plies / brief.length,
        "economy": _economy(state),
    }
    score = sum(brief.weights[name] * mark for name, mark in marks.items()) / sum(brief.weights.values())
    return Puzzle(state, proof, tuple(sorted(tries, key=lambda each: not each.tempting)), marks, score)


def different(puzzles: Iterable[Puzzle], number: int) -> list[Puzzle]:
    """Returns the first ``number`` puzzles of which no two are alike."""
    taken: list[tuple[Puzzle, _Shape]] = []
    for puzzle in puzzles:
        if len(taken) == number:
            break
        shape = _Shape(puzzle)
        if not any(shape.like(other) for _, other in taken):
            taken.append((puzzle, shape))
    return [puzzle for puzzle, _ in taken]


class _Shape:
    """The features by which two puzzles are compared, all up to symmetry.

    Puzzles are alike if their boards are, if their solutions have the same moves, or if one of them, or the position
    after its key, is on the line of the other: the rest of the solution is then the same.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        states, rules = puzzle.state.states, puzzle.state.rules
        assert states.solved is not None
        indexed, _ = states.solved
        self._state, self._line = puzzle.state, [(state.key, choice.move) for state, choice in puzzle.line]
        self.moves = tuple(move.code for _, move in self._line)
        after = puzzle.state.after(puzzle.key)
        begin = [puzzle.state.key, *([] if after is None else [after.key])]
        self.first = {indexed.rank(key)[0] for key in begin}
        self.slots = self.first | {indexed.rank(key)[0] for key, _ in self._line}
        board = staging.scene(rules, puzzle.state.key)
        self.board = None if board is None else standing(board)

    @cached_property
    def boards(self) -> list[frozenset[tuple[str, int, str]]]:
        """The images of the board."""
        rules = self._state.rules
        keys = {rules.image(self._state.key, g) for g in range(rules.group)}
        return [standing(staging.staged(rules, key)) for key in keys]

    @cached_property
    def images(self) -> set[tuple[int, ...]]:
        """The moves of the solution in every image of the puzzle."""
        return {tuple(self._image(*each, g) for each in self._line) for g in range(self._state.rules.group)}

    def _image(self, key: int, move: Move, g: int) -> int:
        """The code of the image of a move; without `image_code`, of the move that does the same in the image."""
        rules = self._state.rules
        if rules.group == 1 or rules.defines("image_code"):
            return rules.image_code(move.code, g)
        wanted = move.outcome, rules.image(move.successor, g) if move.goes_on else move.successor
        alike = (each.code for each in rules.moves(rules.image(key, g)) if (each.outcome, each.successor) == wanted)
        return next(alike, NONE)

    def like(self, other: _Shape) -> bool:
        if self.first & other.slots or other.first & self.slots or self.moves in other.images:
            return True
        board = self.board
        return board is not None and any(len(board & image) >= ALIKE * len(board | image) for image in other.boards)


def themes_of(rules: Rules) -> tuple[str, ...]:
    """Returns the themes that puzzles of a game may have."""
    return ("points",) if rules.scores else ("win", "draw")


def candidates(rules: Rules, conditions: Conditions, brief: Brief) -> tuple[Conditions, int]:
    """Returns the conditions on candidates, and the number of states to draw.

    GameError if the conditions do not fit the theme.
    """
    themes = themes_of(rules)
    theme = brief.theme or themes[0]
    if theme not in themes:
        scores = "scores" if "points" in themes else "no scores"
        choices = f"values of {rules.game.name} are {scores}: the theme is {' or '.join(themes)}"
        raise GameError(f"no theme {theme} here: {choices}")
    if theme == "win":
        if conditions.value not in ("", "win"):
            raise GameError(f"the theme is win, so the value cannot be a {conditions.value} (--theme draw is another)")
        shortest = max(conditions.min_dtm or 0, SHORTEST_WIN)
        longest = brief.length if conditions.max_dtm is None else min(brief.length, conditions.max_dtm)
        wins = replace(conditions, value="win", unique=True, min_dtm=shortest, max_dtm=longest)
        return wins, brief.candidates
    if theme == "draw":
        if conditions.value not in ("", "draw") or conditions.about_wins:
            raise GameError("the theme is draw, so the conditions cannot be about wins or losses")
        conditions = replace(conditions, value="draw")
    return conditions, DRAWN_FOR_EACH * brief.candidates


def _appeal(state: State, choice: Choice, before: int) -> tuple[int, int, int]:
    """Returns how good a move looks to a solver who sees GLANCE plies ahead; higher is better.

    The first number is 1 if it soon wins and -1 if it soon loses; the second is the number of pieces captured, the
    opponent's less the solver's; the third is minus the number of replies.
    """
    kind = state.rules.kind
    plies = kind.dtm(choice.value)
    seen = kind.result(choice.value) if plies is not None and plies <= GLANCE else 0
    after = state.after(choice)
    if after is None:
        return seen, 0, 0
    gained = material.gain(state.rules, state.key, choice.move, before)
    return seen, gained, 0 if choice.move.again else -len(after.choices)


def _economy(state: State) -> float:
    """Returns the share of points without a piece; 0 if the game has no scene."""
    scene = staging.scene(state.rules, state.key)
    if scene is None:
        return 0.0
    taken = {point for _, _, point in standing(scene)} & scene.points.keys()
    return 1 - len(taken) / len(scene.points)


def standing(scene: Scene) -> frozenset[tuple[str, int, str]]:
    """Returns glyph, player and point of every piece on a board; player 1 is to move."""
    players = (0, 2, 1) if scene.turn == 2 else (0, 1, 2)
    return frozenset(
        (piece.glyph, players[piece.player], point)
        for piece in scene.pieces
        if piece.glyph in STANDING
        for point in piece.points
    )
