"""The review of a played game: what each move gave away, and the best move instead; also as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple, TypedDict

from retro.game import notation
from retro.game.rules import IndexedRules
from retro.game.values import ReadRecord
from retro.play.course import MAX_GAME_PLIES, PLAYERS_IN_JSON, Course
from retro.play.review import Reviewed
from retro.play.review import review as reviewed
from retro.play.states import States
from retro.query.json_types import Count, Options, SchemaFields, ValueAnswer, value_answer
from retro.query.played_game import PlayedGame


class Review(NamedTuple):
    """A reviewed game.

    moves   each with what it gave away
    result  how the game ended, in words
    names   of the first and the second player
    """

    moves: list[Reviewed]
    result: str
    names: Sequence[str]


class ReviewedMoveAnswer(TypedDict):
    """A move and what it gave away."""

    player: Annotated[str, SchemaFields(enum=list(PLAYERS_IN_JSON))]
    move: str
    before: ValueAnswer
    after: ValueAnswer
    best: str
    refutation: Annotated[str | None, "The best reply to a move that gave something away."]
    keeping: Count
    legal: Count
    blunder: bool
    points: Count
    plies: Count


class ReviewAnswer(TypedDict):
    """A game and what each of its moves gave away."""

    game: str
    options: Options
    position: str
    forbidden: str | None
    first: str
    second: str
    result: str
    blunders: dict[str, Count]
    moves: list[ReviewedMoveAnswer]


def review(game: PlayedGame, rules: IndexedRules, records: ReadRecord) -> Review:
    """Review a game with the records of its database. GameError if a move is not legal."""
    key, code = notation.read_state(rules, game.position, game.forbidden)
    course = Course(States(rules, records), key, code, MAX_GAME_PLIES, game.mover - 1)
    moves = reviewed(course, game.moves)
    names = [course.name(player) for player in (0, 1)] if rules.text.players else PLAYERS_IN_JSON
    return Review(moves, str(course.ending or game.result or "not played to the end"), names)


def as_json(game: PlayedGame, result: Review) -> ReviewAnswer:
    """The answer of `retro replay`."""
    return {
        "game": game.game,
        "options": game.options,
        "position": game.position,
        "forbidden": game.forbidden,
        "first": game.first,
        "second": game.second,
        "result": result.result,
        "blunders": {name: blunders(result.moves, player) for player, name in enumerate(PLAYERS_IN_JSON)},
        "moves": [
            {
                "player": PLAYERS_IN_JSON[each.player],
                "move": each.state.text(each.choice),
                "before": value_answer(each.before),
                "after": value_answer(each.after),
                "best": each.state.text(each.best),
                "refutation": each.refutation,
                "keeping": each.keeping,
                "legal": each.legal,
                "blunder": each.blunder,
                "points": each.points,
                "plies": each.plies,
            }
            for each in result.moves
        ],
    }


def blunders(moves: Sequence[Reviewed], player: int) -> int:
    """The number of a player's blunders."""
    return sum(each.blunder for each in moves if each.player == player)
