"""Puzzles from a solved game, ranked by what composers value: found by condition, judged one by one in plain Python.

Everything is about states with several moves of which one alone reaches the goal (`retro.puzzles.proof_tree`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np

from retro.game import staging
from retro.game.rules import Rules
from retro.game.scene import Scene
from retro.lookup.table import RecordTable
from retro.play.states import Choice, State, States
from retro.puzzles import export, proof_tree
from retro.puzzles.conditions import Conditions
from retro.puzzles.proof_tree import Goal, Proof, Try
from retro.storage.manifest import Manifest
from retro.system.errors import GameError
from retro.system.progress import Progress
from retro.system.suggestions import suggestion

THEMES = ("win", "draw", "points")
WEIGHTS = MappingProxyType({"dual_free": 4.0, "quiet": 3.0, "tries": 3.0, "length": 2.0, "economy": 1.0})
"""What a puzzle is judged by, each from 0 to 1."""
MOST_STATES = 3_000
"""Of the solver in one puzzle: nobody wants to know more."""
DRAWN_FOR_EACH = 20
"""States drawn for each candidate, where no condition asks for a single move that reaches the goal."""
SHORTEST_WIN = 3
"""Plies: a win in one is seen."""
LOOK = 3
"""Plies that a solver sees ahead before he thinks."""
ENOUGH_TRIES = 3
"""More do not make a puzzle better."""
ALIKE = 0.75
"""Two boards are alike if so much of what stands on either stands on both."""
STANDING = ("stone", "block", "hole")
"""Glyphs of pieces; the others are marks."""


@dataclass(frozen=True)
class Wanted:
    """What is to be composed.

    theme       one of THEMES; empty: wins, or points where values are scores
    number      most puzzles
    length      most plies of a solution
    candidates  how many are judged at most, drawn by ``seed``
    weights     of those that shall have another weight than in WEIGHTS
    states      of the solver in one puzzle, at most
    """

    theme: str = ""
    number: int = 6
    length: int = 9
    candidates: int = 300
    seed: int = 0
    weights: Mapping[str, float] = field(default_factory=lambda: WEIGHTS)
    states: int = MOST_STATES


@dataclass(frozen=True)
class Puzzle:
    """A state with a single move that reaches the goal, and what it is judged by.

    marks  by name as in WEIGHTS, each from 0 to 1
    score  their weighted mean
    """

    state: State
    proof: Proof
    tries: tuple[Try, ...]
    marks: Mapping[str, float]
    score: float

    @property
    def goal(self) -> Goal:
        """What the solver has to reach."""
        return proof_tree.goal(self.state)

    @property
    def key(self) -> Choice:
        """The only move that reaches it."""
        return proof_tree.reaching(self.state, self.goal)[0]

    @property
    def line(self) -> list[tuple[State, Choice]]:
        """Best play of both, as long as the puzzle is."""
        return proof_tree.main_line(self.state, self.proof.plies)


@dataclass(frozen=True)
class Composed:
    """Puzzles, the best first, and how many candidates were judged."""

    puzzles: tuple[Puzzle, ...]
    judged: int


def weights(given: Iterable[str]) -> dict[str, float]:
    """WEIGHTS with those changed that are ``given`` as NAME=NUMBER; GameError if that cannot be done."""
    found = dict(WEIGHTS)
    for each in given:
        name, _, number = each.partition("=")
        if name not in found:
            raise GameError(f"no weight {name[:40]!r}{suggestion(name, found)}; weights: {', '.join(found)}")
        try:
            found[name] = float(number)
        except ValueError:
            raise GameError(f"--weights wants NAME=NUMBER, not {each[:40]!r}") from None
        if not 0 <= found[name] < 1e6:
            raise GameError(f"a weight is a number from 0 to a million, not {number[:40]}")
    if not any(found.values()):
        raise GameError("one weight at least must be more than 0")
    return found


def compose(
    table: RecordTable,
    about: Manifest,
    conditions: Conditions,
    wanted: Wanted,
    threads: int,
    progress: Progress,
) -> Composed:
    """The best puzzles among states that meet ``conditions``, no two alike; GameError if these do not fit the theme."""
    asked, drawn = candidates(table.rules, conditions, wanted)
    states = States(table.rules, table.record)
    found = export.sample(table, about, asked, drawn, wanted.seed, threads, progress)
    single = [
        state
        for rows in found
        for state in map(states.at, rows.keys.tolist(), rows.forbidden.tolist())
        if len(state.choices) > 1 and len(state.keeping) == 1
    ]
    chosen = np.random.default_rng(wanted.seed).permutation(len(single))[: wanted.candidates]
    progress.phase("puzzles", len(chosen), None)
    puzzles = []
    for place in chosen.tolist():
        puzzle = judge(single[place], wanted)
        puzzles += [] if puzzle is None else [puzzle]
        progress.advance(1, 0)
    puzzles.sort(key=lambda each: (-each.score, each.state.key, each.state.forbidden))
    return Composed(tuple(different(puzzles, wanted.number)), len(chosen))


def judge(state: State, wanted: Wanted) -> Puzzle | None:
    """A state as a puzzle; None if it is none, or takes too many states to be shown."""
    if len(state.choices) < 2 or len(state.keeping) > 1:
        return None
    proof = proof_tree.prove(state, wanted.length, wanted.states)
    if proof is None or proof.plies > wanted.length:
        return None
    goal, key = proof_tree.goal(state), state.keeping[0]
    looks = {choice: _looks(state, choice) for choice in state.choices}
    tempting = [choice for choice in state.choices if choice != key and looks[choice] >= looks[key]]
    tries = [replace(each, tempting=each.choice in tempting) for each in proof_tree.tries(state, goal)]
    marks = {
        "dual_free": (1 - proof.duals / proof.states) / 2 if proof.duals else 1.0,
        "quiet": len(tempting) / (len(state.choices) - 1),
        "tries": min(sum(each.tempting for each in tries), ENOUGH_TRIES) / ENOUGH_TRIES,
        "length": proof.plies / wanted.length,
        "economy": _economy(state),
    }
    score = sum(wanted.weights[name] * mark for name, mark in marks.items()) / sum(wanted.weights.values())
    return Puzzle(state, proof, tuple(sorted(tries, key=lambda each: not each.tempting)), marks, score)


def different(puzzles: Iterable[Puzzle], number: int) -> list[Puzzle]:
    """The first so many of which no two are alike: each is taken unless it is like one that was taken before."""
    taken: list[tuple[Puzzle, _Shape]] = []
    for puzzle in puzzles:
        if len(taken) == number:
            break
        shape = _Shape(puzzle)
        if not any(shape.like(other) for _, other in taken):
            taken.append((puzzle, shape))
    return [puzzle for puzzle, _ in taken]


class _Shape:
    """What tells whether two puzzles are alike; all up to symmetry.

    They are if their boards are, if their solutions are the same moves, or if one comes to the other.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        states, rules = puzzle.state.states, puzzle.state.states.rules
        assert states.solved is not None
        indexed, _ = states.solved
        _, g, _ = indexed.rank(puzzle.state.key)
        self.moves = tuple(rules.image_code(choice.move.code, g) for _, choice in puzzle.line)
        self.slots = {indexed.rank(state.key)[0] for state, _ in puzzle.line}
        self.slot = indexed.rank(puzzle.state.key)[0]
        boards = (staging.scene(rules, rules.image(puzzle.state.key, g)) for g in range(rules.group))
        self.boards = [standing(board) for board in boards if board is not None]

    def like(self, other: _Shape) -> bool:
        """Whether the puzzle is like another."""
        if self.slot in other.slots or other.slot in self.slots or self.moves == other.moves:
            return True
        return any(
            len(board & image) >= ALIKE * len(board | image) for board in self.boards[:1] for image in other.boards
        )


def candidates(rules: Rules, conditions: Conditions, wanted: Wanted) -> tuple[Conditions, int]:
    """Conditions on candidates, and how many to draw; GameError if they do not fit the theme."""
    theme = wanted.theme or ("points" if rules.scores else "win")
    if (theme == "points") != bool(rules.scores):
        told = "are scores: the theme is points" if rules.scores else "are no scores: the theme is win or draw"
        raise GameError(f"no theme {theme} here: values of {rules.game.name} {told}")
    if theme == "win":
        if conditions.value not in ("", "win"):
            raise GameError(f"the theme is win, so the value cannot be a {conditions.value} (--theme draw is another)")
        least = max(conditions.min_dtm or 0, SHORTEST_WIN)
        most = wanted.length if conditions.max_dtm is None else min(wanted.length, conditions.max_dtm)
        asked = replace(conditions, value="win", unique=True, min_dtm=least, max_dtm=most)
        return asked, wanted.candidates
    if theme == "draw":
        if conditions.value not in ("", "draw") or conditions.about_wins:
            raise GameError("the theme is draw, so the conditions cannot be about wins or losses")
        conditions = replace(conditions, value="draw")
    return conditions, DRAWN_FOR_EACH * wanted.candidates


def _looks(state: State, choice: Choice) -> tuple[int, int, int]:
    """What somebody sees of a move who looks a few plies ahead, the higher the better.

    Whether it soon wins or loses, how many pieces fall, the opponent's less his own, and how few replies there are.
    """
    outcome, rank = choice.order
    seen = 1 - outcome if outcome != 1 and abs(rank) <= LOOK and not state.states.rules.scores else 0
    after = state.after(choice)
    if after is None:
        return seen, 0, 0
    return seen, _fallen(state, after), 0 if state.again(choice) else -len(after.choices)


def _fallen(state: State, following: State) -> int:
    """How many pieces fell in a move, the opponent's less the mover's own; 0 if the game tells no scene."""
    rules = state.states.rules
    before, after = (staging.scene(rules, each.key) for each in (state, following))
    if before is None or after is None:
        return 0
    mover = before.turn or 1
    own, other = mover - 1, 2 - mover
    then, now = _pieces(before.seen_by(mover)), _pieces(after.seen_by(3 - mover))
    return then[other] - now[other] - (then[own] - now[own])


def _pieces(scene: Scene) -> tuple[int, int]:
    """How many pieces either player has on the board."""
    mine = [piece.player for piece in scene.pieces if piece.glyph in STANDING and piece.points[0] in scene.points]
    return mine.count(1), mine.count(2)


def _economy(state: State) -> float:
    """The share of the board on which nothing stands; 0 if there is no scene."""
    scene = staging.scene(state.states.rules, state.key)
    if scene is None:
        return 0.0
    taken = {point for _, _, point in standing(scene)} & scene.points.keys()
    return 1 - len(taken) / len(scene.points)


def standing(scene: Scene) -> frozenset[tuple[str, int, str]]:
    """Glyph, player and point of whatever stands on a board; player 1 is to move."""
    players = (0, 2, 1) if scene.turn == 2 else (0, 1, 2)
    return frozenset(
        (piece.glyph, players[piece.player], point)
        for piece in scene.pieces
        if piece.glyph in STANDING
        for point in piece.points
    )
