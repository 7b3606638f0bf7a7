"""What `retro replay` says: each move of a game, what it made of the position, and what could have been."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from retro.app import layout
from retro.app.record import Record
from retro.game import NONE, notation
from retro.game.rules import IndexedRules
from retro.game.values import Records
from retro.play.course import MOST_PLIES, NAMES, Course
from retro.play.review import Reviewed
from retro.play.review import review as reviewed
from retro.play.states import States


class Review(NamedTuple):
    """A game, looked through: its moves, how it stands after them, in words, and what the players are called."""

    moves: list[Reviewed]
    result: str
    names: Sequence[str]


def review(game: Record, rules: IndexedRules, records: Records) -> Review:
    """Look through a game with the records of its database. GameError if its moves cannot be made."""
    key = notation.position_key(rules, game.position)
    forbidden = NONE if game.forbidden is None else notation.move_code(rules, key, game.forbidden)
    course = Course(States(rules, records), key, forbidden, MOST_PLIES, game.mover - 1)
    moves = reviewed(course, game.moves)
    names = [course.name(player) for player in (0, 1)] if rules.text.players else NAMES
    return Review(moves, str(course.ending or game.result or "not played to the end"), names)


def as_json(game: Record, found: Review) -> dict[str, Any]:
    """The answer of `retro replay`."""
    return {
        "game": game.game,
        "options": game.options,
        "position": game.position,
        "forbidden": game.forbidden,
        "first": game.first,
        "second": game.second,
        "result": found.result,
        "blunders": {name: _blunders(found.moves, player) for player, name in enumerate(NAMES)},
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


def write(game: Record, found: Review) -> None:
    """The same for people."""
    begins = game.position if game.forbidden is None else f"{game.position}, {game.forbidden} is forbidden"
    told = [("begins", begins), *zip(found.names, (game.first, game.second), strict=True), ("result", found.result)]
    for player, name in enumerate(found.names):
        moves = sum(each.player == player for each in found.moves)
        told.append(("blunders", f"{name}: {_blunders(found.moves, player)} in {moves} moves"))
    layout.facts(told)
    layout.table(
        ("ply>", "player", "move", "", "before", "after", "keeping>", "best", "gave away"),
        [_row(ply, found.names[each.player], each) for ply, each in enumerate(found.moves, 1)],
    )


def _row(ply: int, name: str, each: Reviewed) -> tuple[str, ...]:
    best = "" if each.choice.order == each.best.order else each.text(each.best)
    lost = "a point" if each.points == 1 else f"{each.points} points" if each.points else ""
    if each.plies:
        lost = "a ply" if each.plies == 1 else f"{each.plies} plies"
    elif each.blunder and not each.points:
        lost = f"the {'win' if each.before.value == 'win' else 'draw'}"
    kept = f"{each.keeping} of {each.legal}"
    sign, values = "??" if each.blunder else "", (str(each.before), str(each.after))
    return str(ply), name, each.text(each.choice), sign, *values, kept, best, lost


def _blunders(moves: Sequence[Reviewed], player: int) -> int:
    return sum(each.blunder for each in moves if each.player == player)
