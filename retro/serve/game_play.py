"""Games over HTTP: a player's next move, and what the moves of a game gave away."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, TypedDict

from retro.game import notation
from retro.play.course import MAX_GAME_PLIES, PLAYERS_IN_JSON, Course, Ending, default_plies
from retro.play.states import States
from retro.query import game_review, named_players
from retro.query.api import Tablebase
from retro.query.game_review import ReviewAnswer
from retro.query.played_game import PlayedGame
from retro.serve import requests
from retro.serve.random_states import any_seed
from retro.serve.requests import GameRequest


class ReplyAnswer(TypedDict):
    """A player's move, and how the game ended."""

    move: str | None
    ending: Annotated[dict[str, Any] | None, Ending]


def reply(table: Tablebase, request: GameRequest) -> ReplyAnswer:
    """A player's move after those of a game, and how the game ended: winner (0 is the first player), score, reason."""
    game = requests.game(request.body)
    rules = table.rules
    key, code = notation.read_state(rules, game.position, game.forbid)
    longest = table.database.manifest.longest_play
    plies = default_plies(rules, longest) if game.plies is None else game.plies
    course = Course(States(rules), key, code, plies, game.mover - 1, game.lead)
    for made in game.moves:
        request.proceed()
        course.replay([made])
    course.look_up(States(rules, table.record))
    move: str | None = None
    if course.ending is None:
        source = Random(any_seed() if game.seed is None else game.seed)
        player = named_players.player(game.player, source, named_players.model(None, game.skill))
        assert player is not None
        course.make(player.choose(course.state))
        move = course.made[-1].text
    return {"move": move, "ending": None if course.ending is None else course.ending._asdict()}


def review(table: Tablebase, request: GameRequest) -> ReviewAnswer:
    """What each move of a game gave away, as of `retro replay`."""
    game = requests.game(request.body)
    rules, plies = table.rules, MAX_GAME_PLIES if game.plies is None else game.plies
    position = str(rules.text.format(notation.position_key(rules, game.position)))
    begun = request.game, rules.options, position, game.forbid, *PLAYERS_IN_JSON
    played = PlayedGame(*begun, game.skill, 0, game.moves, None, game.mover, game.lead, plies)
    return game_review.review(played, rules, table.record)
