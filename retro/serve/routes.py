"""All that the server answers: paths, parameters, and the functions that answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from retro.game import SCORE_ZERO
from retro.game.values import OUTCOMES
from retro.puzzles.compose import THEMES
from retro.query.api import MOST_PLIES
from retro.serve import answers, longest, play, puzzle, setup
from retro.serve.answers import ROOT
from retro.serve.open_databases import Shelf
from retro.serve.requests import Asked, Parameter

LOOKUP, SEARCH, SCAN = "lookup", "search", "scan"
"""Kinds of work: some records; thousands of them, for seconds; all of them, for minutes."""


@dataclass(frozen=True)
class Route:
    """A path below `ROOT`, in which ``{game}`` may stand, and the function that answers.

    body  the schema of a body, which is sent by POST; empty for GET
    work  how much work an answer may be: each kind has threads of its own
    """

    path: str
    answer: Callable[[Shelf, Asked], Any]
    parameters: tuple[Parameter, ...] = ()
    body: str = ""
    kind: str = "application/json"
    work: str = LOOKUP

    def lasting(self, given: Mapping[str, Any]) -> bool:
        """Whether the answer is the same as long as the database is."""
        chance = any(each.name == "seed" for each in self.parameters) and "seed" not in given
        return "{game}/" in self.path and not self.body and not chance

    @property
    def name(self) -> str:
        """Of the operation."""
        return self.answer.__name__

    @property
    def method(self) -> str:
        """Of HTTP."""
        return "POST" if self.body else "GET"

    @property
    def summary(self) -> str:
        """What the answer is, in a line."""
        return (self.answer.__doc__ or "").strip().partition("\n")[0]


SET = Parameter("set", "An option of the game, as KEY=VALUE; may be repeated.", many=True)
STATE = (
    Parameter("position", "A position, seen by the player to move; its key, or start, which it is by default."),
    Parameter("forbid", "A move that is forbidden in it."),
    Parameter("moves", "Moves to be played from there first, divided by spaces."),
    Parameter("move", "A move to be played after those, whatever its text; may be repeated.", many=True),
    SET,
)
CONDITIONS = (
    Parameter("value", "Value for the player to move.", choices=OUTCOMES),
    Parameter("min_dtm", "Plies to the end of the game, at least.", int, most=MOST_PLIES),
    Parameter("max_dtm", "Plies to the end of the game, at most.", int, most=MOST_PLIES),
    Parameter("points", "Points, as the game counts them.", int, least=1 - SCORE_ZERO, most=SCORE_ZERO - 1),
    SET,
)
SEED = Parameter("seed", "Draws the same position again.", int, most=2**63 - 1)
PUZZLE = (
    Parameter("theme", "What is to be reached; by default a win, or points.", choices=THEMES),
    Parameter("length", "Plies of the solution, at most.", int, least=1, most=puzzle.LONGEST),
    SEED,
    SET,
)
LAST = Parameter("last", "The move that ends the game.")
SHOW = Parameter("show", "A move to be drawn on the board.")
SEEN = (
    Parameter("flip", "1: as seen from the other side.", int, most=1),
    Parameter("mover", "The player who is to move, where the position does not tell.", int, least=1, most=2),
)
TOLD = (
    Parameter("replies", "0: without how many replies hold, which takes longest to find out.", int, most=1),
    Parameter("picture", "1: with the board and each move as SVG, in layers.", int, most=1),
    *SEEN,
)
ROUTES = (
    Route("/games", answers.games),
    Route("/games/{game}", answers.game),
    Route("/games/{game}/position", answers.position, (*STATE, *TOLD)),
    Route("/games/{game}/board.svg", answers.board, (*STATE, SHOW, *SEEN), kind="image/svg+xml"),
    Route("/games/{game}/final", answers.final, (*STATE, LAST, *SEEN)),
    Route("/games/{game}/setup", setup.setup, (STATE[0], SET, *SEEN)),
    Route("/games/{game}/line", answers.line, STATE),
    Route("/games/{game}/random", answers.random, (*CONDITIONS, SEED, *TOLD)),
    Route("/games/{game}/example", answers.example, (*CONDITIONS, *TOLD), work=SCAN),
    Route("/games/{game}/puzzle", puzzle.puzzle, PUZZLE, work=SEARCH),
    Route("/games/{game}/statistics", answers.statistics, (SET,)),
    Route("/games/{game}/longest", longest.longest, (SET,), work=SCAN),
    Route("/games/{game}/citation", answers.citation, (SET,)),
    Route("/games/{game}/probe", answers.probe, (SET,), body="Batch", work=SEARCH),
    Route("/games/{game}/reply", play.reply, (SET,), body="Game"),
    Route("/games/{game}/review", play.review, (SET,), body="Game", work=SEARCH),
)

__all__ = ["LOOKUP", "ROOT", "ROUTES", "SCAN", "SEARCH", "Route"]
