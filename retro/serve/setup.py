"""Setting up a position: the board and the value of a text, or why it is no position."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from retro.drawing.svg import layers
from retro.game import notation, staging
from retro.game.text import START
from retro.query.api import Tablebase
from retro.query.json_types import Count
from retro.serve.answers import Turn, turn
from retro.serve.requests import GameRequest
from retro.system.errors import GameError


class SetupAnswer(TypedDict):
    """A text as a position; ``position``, ``value`` and ``dtm`` are absent if it is none."""

    problem: Annotated[str | None, "Why the text is no position."]
    scores: str
    position: NotRequired[str]
    value: NotRequired[Annotated[str | int, "An outcome, or points."]]
    dtm: NotRequired[Annotated[Count | None, "Plies to the end of the game; null for draws and points."]]
    turn: Turn
    picture: Annotated[str | None, "The board as SVG; null if the text is no position or the game has no scene."]
    drawn: Annotated[str | None, "The position as lines of text; null if the text is no position."]


def setup(table: Tablebase, request: GameRequest) -> SetupAnswer:
    """A text as a position: its board and its value, or why it is none."""
    rules, key, value, problem = table.rules, None, None, None
    try:
        key = notation.position_key(rules, str(request.get("position", START)))
        value = table.probe(key)
    except GameError as error:
        problem = str(error)
    board = None if key is None else staging.scene(rules, key)
    answer: SetupAnswer = {
        "problem": problem,
        "scores": rules.scores,
        "turn": 0 if key is None else turn(rules, key),
        "picture": None if board is None else layers(board, (), mover=request.get("mover", 1)).board,
        "drawn": None if key is None else str(rules.text.draw(key)),
    }
    if key is not None and value is not None:
        answer["position"], (answer["value"], answer["dtm"]) = str(rules.text.format(key)), value
    return answer
