"""All that the server answers: paths, parameters, and the functions that answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from retro.api import MOST_PLIES
from retro.serve import answers
from retro.serve.answers import ROOT
from retro.serve.asked import Asked, Parameter
from retro.serve.shelf import Shelf
from retro.values import OUTCOMES


@dataclass(frozen=True)
class Route:
    """A path below `ROOT`, in which ``{game}`` may stand, and who answers; with a ``body`` it is asked by POST."""

    path: str
    answer: Callable[[Shelf, Asked], Any]
    parameters: tuple[Parameter, ...] = ()
    body: bool = False
    kind: str = "application/json"

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
    SET,
)
LOTS = (
    Parameter("value", "Value for the player to move.", choices=OUTCOMES),
    Parameter("min_dtm", "Plies to the end of the game, at least.", int, most=MOST_PLIES),
    Parameter("max_dtm", "Plies to the end of the game, at most.", int, most=MOST_PLIES),
    Parameter("seed", "Draws the same position again.", int, most=2**63 - 1),
    SET,
)
PICTURE = (
    Parameter("show", "A move to be drawn on the board."),
    Parameter("flip", "1: as seen from the other side.", int, most=1),
    Parameter("mover", "The player who is to move, where the position does not tell.", int, least=1, most=2),
)
REPLIES = Parameter("replies", "0: without how many replies hold, which takes longest to find out.", int, most=1)
ROUTES = (
    Route("/games", answers.games),
    Route("/games/{game}", answers.game),
    Route("/games/{game}/position", answers.position, (*STATE, REPLIES)),
    Route("/games/{game}/board.svg", answers.board, (*STATE, *PICTURE), kind="image/svg+xml"),
    Route("/games/{game}/line", answers.line, STATE),
    Route("/games/{game}/random", answers.random, (*LOTS, REPLIES)),
    Route("/games/{game}/statistics", answers.statistics, (SET,)),
    Route("/games/{game}/probe", answers.probe, (SET,), body=True),
)

__all__ = ["ROOT", "ROUTES", "Route"]
