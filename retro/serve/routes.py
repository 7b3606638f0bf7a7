"""The paths of the server, their parameters, and the functions that answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from retro.game.values import MAX_SCORE, OUTCOMES
from retro.query.api import MAX_LINE_PLIES
from retro.serve import answers, game_play, how_to_play, longest, puzzle, replay, setup
from retro.serve.answers import ROOT
from retro.serve.puzzle_collections import KINDS
from retro.serve.random_states import MAX_FRAMES_READ, MAX_TRIES
from retro.serve.requests import BatchBody, GameBody, GameRequest, Parameter

LOOKUP, SEARCH, SCAN = "lookup", "search", "scan"
"""Amounts of work: a few records; thousands of them, for seconds; all of them, for minutes."""
SECONDS = {LOOKUP: 10.0, SEARCH: 60.0, SCAN: 600.0}
"""An answer that is not computed after so many seconds is given up."""


@dataclass(frozen=True)
class Route:
    """A path below `ROOT`, which may contain ``{game}``, and the function that answers it.

    answer  takes the databases or, if ``of_database``, the one of the request's game and options; and the request
    bound  what limits the answer, whatever the game, and the work for it
    body  the type of the body, which is sent by POST; None for GET
    kind  the media type of the answer
    work  how much work an answer may be: each amount has threads of its own
    lasting  whether the answer stays the same as long as the database does, unless it depends on chance
    """

    path: str
    answer: Callable[[Any, GameRequest], Any]
    bound: str
    parameters: tuple[Parameter, ...] = ()
    body: type | None = None
    kind: str = "application/json"
    work: str = LOOKUP
    lasting: bool = True

    def is_cacheable(self, values: Mapping[str, Any]) -> bool:
        """Whether the answer with these values of parameters stays the same as long as the database does."""
        random = any(each.name == "seed" for each in self.parameters) and "seed" not in values
        return self.lasting and self.of_database and not self.body and not random

    @property
    def of_database(self) -> bool:
        """Whether the answer comes from one database."""
        return "{game}/" in self.path

    @property
    def name(self) -> str:
        return self.answer.__name__

    @property
    def method(self) -> str:
        return "POST" if self.body else "GET"


SET = Parameter("set", "An option of the game, as KEY=VALUE; may be repeated.", repeatable=True)
STATE = (
    Parameter("position", "A position, seen by the player to move; its key, or start, start2, ...; by default start."),
    Parameter("forbid", "A move that is forbidden in it."),
    Parameter("moves", "Moves to be played from there first, separated by spaces."),
    Parameter("move", "A move to be played after those, whose text may have spaces; may be repeated.", repeatable=True),
    SET,
)
CONDITIONS = (
    Parameter("value", "The outcome for the player to move.", choices=OUTCOMES),
    Parameter("min_dtm", "The fewest plies to the end of the game.", int, high=MAX_LINE_PLIES),
    Parameter("max_dtm", "The most plies to the end of the game.", int, high=MAX_LINE_PLIES),
    Parameter("points", "Points, as the game counts them.", int, low=-MAX_SCORE, high=MAX_SCORE),
    SET,
)
SEED = Parameter("seed", "The same seed draws the same positions.", int, high=2**63 - 1)
LANGUAGE = Parameter("language", "A language in which the plugin brings the rules; by default en.")
CHOICE = Parameter("seed", "The same seed chooses the same puzzles.", int, high=2**63 - 1)
KIND = Parameter("kind", "The kind of puzzles, by goal and, for wins, by length; by default all.", choices=tuple(KINDS))
PLIES = Parameter(
    "plies", "The most plies of the line; by default as many as allowed.", int, low=1, high=answers.MAX_PLIES
)
LAST = Parameter("last", "The move that ends the game.")
SHOW = Parameter("show", "A move to be drawn on the board.")
VIEW = (
    Parameter("flip", "1: the board is seen from the other side.", int, high=1),
    Parameter("mover", "The player to move, where the position does not determine it.", int, low=1, high=2),
)
DETAILS = (
    Parameter("replies", "0: without the numbers of replies that hold, which take longest to compute.", int, high=1),
    Parameter("picture", "1: with the board and each move as SVG, in layers.", int, high=1),
    *VIEW,
)
DRAWN = 2 * MAX_FRAMES_READ * MAX_TRIES
"""Records with nothing forbidden, and with a forbidden move."""
ROUTES = (
    Route("/games", answers.games, "all games and databases of the server"),
    Route("/games/{game}", answers.game, "all databases of the game"),
    Route("/games/{game}/position", answers.position, "the moves of one position", (*STATE, *DETAILS)),
    Route("/games/{game}/board.svg", answers.board, "one board", (*STATE, SHOW, *VIEW), kind="image/svg+xml"),
    Route("/games/{game}/final", answers.final, "one board", (*STATE, LAST, *VIEW)),
    Route("/games/{game}/setup", setup.setup, "one board", (STATE[0], SET, *VIEW)),
    Route("/games/{game}/line", answers.line, f"{answers.MAX_PLIES:,} plies", (*STATE, PLIES), work=SEARCH),
    Route("/games/{game}/random", answers.random, f"{DRAWN:,} records drawn", (*CONDITIONS, SEED, *DETAILS)),
    Route("/games/{game}/example", answers.example, "all records", (*CONDITIONS, *DETAILS), work=SCAN),
    Route("/games/{game}/puzzles", puzzle.puzzles, "18 puzzles of each kind", (KIND, CHOICE, SET), lasting=False),
    Route("/games/{game}/puzzle", puzzle.puzzle, "31 plies and 150 states of the solver", (STATE[0], SET), work=SEARCH),
    Route("/games/{game}/statistics", answers.statistics, "one row for each value", (SET,)),
    Route("/games/{game}/longest", longest.longest, "all records, and 6 positions of each section", (SET,), work=SCAN),
    Route("/games/{game}/rules", how_to_play.rules, "the text of the plugin", (LANGUAGE, SET)),
    Route("/games/{game}/citation", answers.citation, "one database", (SET,)),
    Route("/games/{game}/probe", answers.probe, "1,000 states", (SET,), body=BatchBody, work=SEARCH),
    Route("/games/{game}/reply", game_play.reply, "1,000 moves, and 300 states searched", (SET,), body=GameBody),
    Route("/games/{game}/replay", replay.replay, "1,000 moves", (SET,), body=GameBody),
    Route("/games/{game}/review", game_play.review, "1,000 moves", (SET,), body=GameBody, work=SEARCH),
)

__all__ = ["LOOKUP", "ROOT", "ROUTES", "SCAN", "SEARCH", "SECONDS", "Route"]
