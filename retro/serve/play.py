"""Games over HTTP: a player's next move, and what the moves of a game gave away."""

from __future__ import annotations

from random import Random
from typing import Any

from retro.game import NONE, notation
from retro.play.course import NAMES, Course
from retro.play.states import States
from retro.query import game_review, named_players
from retro.query.api import Tablebase
from retro.query.played_game import PlayedGame
from retro.serve import requests as asking
from retro.serve.open_databases import Shelf
from retro.serve.random_states import any_seed
from retro.serve.requests import Asked
from retro.system.errors import GameError

PLIES = 200
"""After which a game is drawn."""
PLAYERS = (named_players.RANDOM, *named_players.SOLVED)


def reply(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """A player's move after those of a game, and how the game ended: winner (0 is the first player), score, why."""
    game = asking.game(asked.body, PLAYERS)
    with shelf.open(asked.game, asked.settings) as table:
        course = _course(table, asked, game)
        for ply, made in enumerate(game.moves, 1):
            if course.ending is not None:
                raise GameError(f"there is a move after the end of the game, ply {ply}: {course.ending}")
            course.make(course.named(made))
        move: str | None = None
        if course.ending is None:
            source = Random(any_seed() if game.seed is None else game.seed)
            player = named_players.player(game.player, source, named_players.model(None, game.skill))
            assert player is not None
            course.make(player.choose(course.state))
            move = course.made[-1].text
        return {"move": move, "ending": None if course.ending is None else course.ending._asdict()}


def review(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """What each move of a game gave away, as of `retro replay`."""
    game = asking.game(asked.body, PLAYERS)
    with shelf.open(asked.game, asked.settings) as table:
        options, rules = table.rules.options, table.rules
        position = str(rules.text.format(notation.position_key(rules, game.position)))
        record = PlayedGame(
            asked.game, options, position, game.forbid, *NAMES, game.skill, 0, list(game.moves), None, game.mover
        )
        return game_review.as_json(record, game_review.review(record, rules, asked.watched(table.database.record)))


def _course(table: Tablebase, asked: Asked, game: asking.Game) -> Course:
    rules = table.rules
    key = notation.position_key(rules, game.position)
    code = NONE if game.forbid is None else notation.move_code(rules, key, game.forbid)
    return Course(States(rules, asked.watched(table.database.record)), key, code, PLIES, game.mover - 1)
