"""A played game, reviewed: each move, what it made of the position, and the best move instead; as JSON, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from retro.game import NONE, notation
from retro.game.rules import IndexedRules
from retro.game.values import Records
from retro.play.course import MOST_PLIES, NAMES, Course
from retro.play.review import Reviewed
from retro.play.review import review as reviewed
from retro.play.states import States
from retro.query.played_game import PlayedGame


class Review(NamedTuple):
    """A game, looked through: its moves, how it stands after them, in words, and what the players are called."""

    moves: list[Reviewed]
    result: str
    names: Sequence[str]


def review(game: PlayedGame, rules: IndexedRules, records: Records) -> Review:
    """Look through a game with the records of its database. GameError if its moves cannot be made."""
    key = notation.position_key(rules, game.position)
    forbidden = NONE if game.forbidden is None else notation.move_code(rules, key, game.forbidden)
    course = Course(States(rules, records), key, forbidden, MOST_PLIES, game.mover - 1)
    moves = reviewed(course, game.moves)
    names = [course.name(player) for player in (0, 1)] if rules.text.players else NAMES
    return Review(moves, str(course.ending or game.result or "not played to the end"), names)


def as_json(game: PlayedGame, found: Review) -> dict[str, Any]:
    """The answer of `retro replay`."""
    return {
        "game": game.game,
        "options": game.options,
        "position": game.position,
        "forbidden": game.forbidden,
        "first": game.first,
        "second": game.second,
        "result": found.result,
        "blunders": {name: blunders(found.moves, player) for player, name in enumerate(NAMES)},
        "moves": [
            {
                "player": NAMES[each.player],
                "move": each.text(each.choice),
                "before": each.before._asdict(),
                "after": each.after._asdict(),
                "best": each.text(each.best),
                "keeping": each.keeping,
                "legal": each.legal,
                "blunder": each.blunder,
                "points": each.points,
                "plies": each.plies,
            }
            for each in found.moves
        ],
    }


def blunders(moves: Sequence[Reviewed], player: int) -> int:
    return sum(each.blunder for each in moves if each.player == player)
