"""The states along a game over HTTP, so that a page can open a game of many moves by one request."""

from __future__ import annotations

from typing import Annotated, TypedDict

from retro.game import notation
from retro.game.values import Value
from retro.play.course import MAX_GAME_PLIES, Course
from retro.play.states import Choice, State, States
from retro.query.api import Tablebase
from retro.query.json_types import SchemaFields, ValueAnswer, value_answer
from retro.serve import requests
from retro.serve.requests import GameRequest
from retro.system.errors import NoSuchState


class ReplayedStateAnswer(TypedDict):
    """A state of a game; after a move that ended the game, the state before that move."""

    position: str
    forbidden: str | None
    mover: Annotated[int, SchemaFields(enum=[1, 2]), "The player to move."]
    lead: Annotated[int, "Points that moves gained for the first player so far, minus those for the second."]
    move: Annotated[str | None, "The move that led there; null for the first state."]
    over: Annotated[ValueAnswer | None, "The value of that move if it ended the game."]


class ReplayAnswer(TypedDict):
    """The states of a game, up to the first move that is not legal."""

    states: list[ReplayedStateAnswer]


def replay(table: Tablebase, request: GameRequest) -> ReplayAnswer:
    """The states of a game, up to the first move that is not legal. Case matters only if several moves fit."""
    game = requests.game(request.body)
    rules = table.rules
    key, code = notation.read_state(rules, game.position, game.forbid)
    course = Course(States(rules), key, code, MAX_GAME_PLIES, game.mover - 1, game.lead)
    states = [_state(table, course, None)]
    for text in game.moves:
        request.proceed()
        choice = _named(course.state, text)
        if choice is None:
            break
        course.make(choice)
        states.append(_state(table, course, course.made[-1].text))
        if not choice.move.goes_on:
            here, made = table.moves(course.state.key, states[-1]["forbidden"]), states[-1]["move"]
            states[-1]["over"] = next(value_answer(Value(each.value, each.dtm)) for each in here if each.move == made)
            break
    return {"states": states}


def _state(table: Tablebase, course: Course, move: str | None) -> ReplayedStateAnswer:
    key, forbidden = course.state.key, course.state.forbidden
    return {
        "position": str(table.rules.text.format(key)),
        "forbidden": table.rules.move_text(key, forbidden),
        "mover": course.player + 1,
        "lead": course.lead,
        "move": move,
        "over": None,
    }


def _named(state: State, text: str) -> Choice | None:
    """The legal move that a text stands for; None if there is none."""
    alike = [choice for choice in state.choices if state.text(choice).lower() == text.lower()]
    named = [choice for choice in alike if state.text(choice) == text or len(alike) == 1]
    if named:
        return named[0]
    try:
        code = notation.move_code(state.rules, state.key, text)
    except NoSuchState:
        return None
    return next((choice for choice in state.choices if choice.move.code == code), None)
