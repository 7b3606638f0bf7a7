"""The review of a played game in JSON: what each move gave away, and the best move instead."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from retro.game import notation
from retro.game.rules import IndexedRules
from retro.game.values import ReadRecord
from retro.play.course import PLAYERS_IN_JSON, Course, Ending
from retro.play.states import Choice, State, States
from retro.query.json_types import Count, Options, SchemaFields, ValueAnswer, value_answer
from retro.query.played_game import PlayedGame


class ReviewedMoveAnswer(TypedDict):
    """A move and what it gave away; ``keeping`` of the ``legal`` moves keep the outcome, or the points."""

    player: Annotated[str, SchemaFields(enum=list(PLAYERS_IN_JSON))]
    move: str
    before: Annotated[ValueAnswer, "Of the state, for the player to move, or where scores are his for the first."]
    after: ValueAnswer
    best: str
    refutation: Annotated[str | None, "The best reply to a move that gave something away."]
    keeping: Count
    legal: Count
    blunder: Annotated[bool, "Whether the outcome, or the points, are worse after the move."]
    points: Count
    plies: Annotated[Count, "Plies by which the move delays a win or hastens a loss."]


class ReviewAnswer(TypedDict):
    """A game and what each of its moves gave away."""

    game: str
    options: Options
    position: str
    forbidden: str | None
    first: str
    second: str
    result: str
    ending: Annotated[dict[str, Any] | None, Ending]
    blunders: dict[str, Count]
    moves: list[ReviewedMoveAnswer]


def review(game: PlayedGame, rules: IndexedRules, records: ReadRecord) -> ReviewAnswer:
    """Review a game with the records of its database; the answer of `retro replay`. GameError for an illegal move."""
    key, code = notation.read_state(rules, game.position, game.forbidden)
    course = Course(States(rules, records), key, code, game.plies, game.mover - 1, game.lead)
    course.replay(game.moves)
    moves = [_reviewed(*made) for made in course.made]
    return {
        "game": game.game,
        "options": game.options,
        "position": game.position,
        "forbidden": game.forbidden,
        "first": game.first,
        "second": game.second,
        "result": str(course.ending or game.result or "not played to the end"),
        "ending": None if course.ending is None else course.ending._asdict(),
        "blunders": {
            name: sum(each["blunder"] for each in moves if each["player"] == name) for name in PLAYERS_IN_JSON
        },
        "moves": moves,
    }


def _reviewed(state: State, choice: Choice, player: int) -> ReviewedMoveAnswer:
    best, kind, blunder = state.best_choice, state.rules.kind, choice not in state.keeping
    plies = abs((kind.dtm(choice.value) or 0) - (kind.dtm(best.value) or 0))
    return {
        "player": PLAYERS_IN_JSON[player],
        "move": state.text(choice),
        "before": value_answer(state.value()),
        "after": value_answer(state.value(choice)),
        "best": state.text(best),
        "refutation": _refutation(state, choice) if choice.value != best.value else None,
        "keeping": len(state.keeping),
        "legal": len(state.choices),
        "blunder": blunder,
        "points": kind.result(best.value) - kind.result(choice.value) if kind.scores else 0,
        "plies": 0 if blunder else plies,
    }


def _refutation(state: State, choice: Choice) -> str | None:
    after = None if choice.move.again else state.after(choice)
    return after.text(after.best_choice) if after is not None and after.choices else None
