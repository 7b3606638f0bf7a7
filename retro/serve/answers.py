"""The answers about games, states and databases; those that commands print, too, are made by `retro.query`.

Each function answers the route of its name. The type that it returns is the source of the answer's JSON schema, the
first line of its docstring the summary in the OpenAPI document.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, NotRequired, TypedDict
from urllib.parse import urlencode

from retro import __version__ as version
from retro.drawing.svg import Drawing, layers, overlay
from retro.game import Game, Option, how_to_play, notation, scene, staging, turns
from retro.game.plugins import Listing
from retro.game.rules import Move, Rules
from retro.game.text import START
from retro.puzzles.conditions import Conditions
from retro.query import state_answers, summaries
from retro.query.api import Tablebase
from retro.query.json_types import Count, Options, SchemaFields, ValueAnswer, value_answer
from retro.serve import random_states, requests
from retro.serve.open_databases import OpenDatabases
from retro.serve.plugin_words import Words, words
from retro.serve.requests import GameRequest, StateBody
from retro.system.errors import GameError, RetroError

ROOT = "/api/v1"
MAX_PLIES = 1_000
"""Plies of a line in one answer."""


class ListedGameAnswer(summaries.ListedAnswer):
    """A game and its databases."""

    options: list[Annotated[dict[str, Any], Option]]
    notes: list[str]
    words: Words
    rules: Annotated[list[str], "Languages in which the plugin brings the rules."]
    small: Annotated[str | None, "The command that solves a small variant."]


class GamesAnswer(TypedDict):
    version: str
    games: list[ListedGameAnswer]


class ShownMoveAnswer(state_answers.MoveAnswer):
    """A move and how the board shows it."""

    after: Annotated[str | None, "The next position, seen by the next player; null if the game is over."]
    steps: list[Annotated[dict[str, Any], scene.Step]]
    picture: NotRequired[str]


SceneAnswer = Annotated[dict[str, Any] | None, SchemaFields(type=["object", "null"])]
LastPicture = Annotated[str | None, "The last move as SVG, to be laid over the board."]
Turn = Annotated[int, SchemaFields(enum=[0, 1, 2]), "The player to move; 0 if the position does not determine it."]


class PositionAnswer(state_answers.StateFields):
    """A state with its moves and its board."""

    game: str
    options: Options
    key: Annotated[str, "In digits."]
    moves: list[ShownMoveAnswer]
    unforbidden: Annotated[ValueAnswer, "The value if no move were forbidden."]
    scene: SceneAnswer
    turn: Turn
    picture: Annotated[str | None, "The board as SVG."]
    last_picture: LastPicture
    alternating: Annotated[bool, "Whether turns alternate, so that a win in 9 plies takes 5 moves of the winner."]
    endless: Annotated[bool, "Whether play without end is a win or a loss. Then draws are draws by rule."]
    scores: Annotated[str, SchemaFields(enum=["", "mover", "first"]), "Whose points values are, if they are points."]
    players: Annotated[dict[str, list[str]], "Names of both players by language, as far as the plugin gives them."]
    drawn: str
    link: str


class RandomAnswer(PositionAnswer):
    """A random state, and the seed that draws it again."""

    seed: Count


class FinalAnswer(ValueAnswer):
    """The board after the last move of a game."""

    position: Annotated[str, "The position in which the last move was made."]
    last: str
    scene: Annotated[SceneAnswer, "Null if the plugin has no final scene."]
    picture: str | None
    last_picture: LastPicture


class CitationAnswer(TypedDict):
    """The identity of a solution."""

    game: str
    title: str
    options: Options
    digest: str
    content: Annotated[str | None, "Of the values alone, whichever version wrote them; null in an older database."]
    files: dict[str, str]
    version: Annotated[str | None, "Of the program that solved it; null, like date and backend, if that is not known."]
    date: str | None
    backend: str | None
    solve: str
    verify: str
    notes: list[str]


class StateErrorAnswer(TypedDict):
    """Why a text or key is no state."""

    error: str


class ProbeAnswer(TypedDict):
    values: list[ValueAnswer | StateErrorAnswer]


def games(databases: OpenDatabases, request: GameRequest) -> GamesAnswer:
    """The games of this server and their databases."""
    listed = []
    for name in databases.names:
        request.proceed()
        listed.append(_game(databases, name))
    return {"version": version, "games": listed}


def game(databases: OpenDatabases, request: GameRequest) -> ListedGameAnswer:
    """A game and its databases."""
    databases.game(request.game)
    return _game(databases, request.game)


def _game(databases: OpenDatabases, name: str) -> ListedGameAnswer:
    game: Game | None
    spoken: Words = {}
    try:
        game, problem = databases.game(name), ""
        spoken = words(game)
    except RetroError as error:
        game, problem = None, str(error)
    return {
        **summaries.listed(Listing(name, game, problem), databases.databases(game) if game else None),
        "options": [asdict(each) for each in (game.options if game else ())],
        "notes": list(game.notes) if game else [],
        "words": spoken,
        "rules": how_to_play.languages(game) if game else [],
        "small": game.command("solve", game.choose(game.small)) if game and game.small else None,
    }


def position(table: Tablebase, request: GameRequest) -> PositionAnswer:
    """A state, its moves, best first, its board, and the value that it would have if no move were forbidden."""
    key, forbidden, last = _state(table, request)
    answer = _position(table, request, key, forbidden)
    if request.get("picture", 0) and last is not None:
        before, move = last
        if not turns.board_turns(table.rules, before, move):
            answer["last_picture"] = _drawn_move(table.rules, request, before, move.code)
    return answer


def board(table: Tablebase, request: GameRequest) -> Drawing:
    """The board as SVG."""
    key, _, _ = _state(table, request)
    return table.draw(key, request.get("show"), **_view(request))


def final(table: Tablebase, request: GameRequest) -> FinalAnswer:
    """The board after a move that ends the game."""
    key, forbidden, _ = _state(table, request)
    made = next((each for each in table.moves(key, forbidden) if each.move == request.get("last")), None)
    if made is None or made.forbidden or made.after is not None:
        what = f"no legal move that ends the game: {notation.shown(request.get('last'))}"
        raise GameError(f"{table.rules.text.format(key)} has {what}")
    stage = staging.final_scene(table.rules, key, made.code)
    return {
        "position": str(table.rules.text.format(key)),
        "last": made.move,
        "value": made.value,
        "dtm": made.dtm,
        "scene": None if stage is None else scene.as_json(stage),
        "picture": None if stage is None else layers(stage, (), **_view(request)).board,
        "last_picture": _drawn_move(table.rules, request, key, made.code),
    }


def line(table: Tablebase, request: GameRequest) -> state_answers.LineAnswer:
    """Best play from a state to the end of the game, or as many plies of it as are requested."""
    key, forbidden, _ = _state(table, request)
    begins, plies = str(table.rules.text.format(key)), request.get("plies", MAX_PLIES)
    return state_answers.line_answer(table, key, forbidden, begins, table.line(key, forbidden, plies))


def statistics(table: Tablebase, request: GameRequest) -> summaries.StatisticsAnswer:
    """States by value and DTM, as of `retro stats`, without sections, as counting these takes long."""
    return summaries.statistics(table.database.manifest)


def citation(table: Tablebase, request: GameRequest) -> CitationAnswer:
    """The identity of a solution: digest and sums, how it was made, and the commands that repeat and prove it."""
    database, rules = table.database, table.rules
    about, run = database.manifest, database.run
    return {
        "game": about.game,
        "title": about.title,
        "options": about.options,
        "digest": about.digest,
        "content": about.content or None,
        "files": {name: file.sha256 for name, file in about.files.items()},
        "version": run.engine if run else None,
        "date": run.date if run else None,
        "backend": run.backend if run else None,
        "solve": rules.command("solve"),
        "verify": rules.command("verify"),
        "notes": list(about.notes),
    }


def random(table: Tablebase, request: GameRequest) -> RandomAnswer:
    """A random position that meets the conditions, as of `position`."""
    seed = request.get("seed", random_states.any_seed())
    return {"seed": seed, **_sampled(table, request, _sampler(table, request, seed).draw())}


def example(table: Tablebase, request: GameRequest) -> PositionAnswer:
    """The first position of the database that meets the conditions; if none does, all records are read."""
    return _sampled(table, request, _sampler(table, request, 0).first())


def _sampler(table: Tablebase, request: GameRequest, seed: int) -> random_states.Sampler:
    low, high, points = (request.get(name) for name in ("min_dtm", "max_dtm", "points"))
    conditions = Conditions(request.get("value", ""), low, high, points, points)
    return random_states.Sampler(table, conditions, seed, request.proceed)


def _sampled(table: Tablebase, request: GameRequest, state: random_states.StateKey) -> PositionAnswer:
    key, code = state
    return _position(table, request, key, table.rules.move_text(key, code))


def probe(table: Tablebase, request: GameRequest) -> ProbeAnswer:
    """The values of many states; an error in place of the value for what is no state of the game."""
    return {"values": [_probed(table, request, each) for each in requests.states(request.body)]}


def _probed(table: Tablebase, request: GameRequest, state: StateBody) -> ValueAnswer | StateErrorAnswer:
    request.proceed()
    try:
        return value_answer(table.probe(state.position, state.forbid))
    except GameError as error:
        return {"error": str(error)}


def _state(table: Tablebase, request: GameRequest) -> tuple[int, str | None, tuple[int, Move] | None]:
    """The state of a request, after its moves: the position, and the text of the forbidden move.

    Then, if there are moves, the position before the last one, and this move.
    """
    rules = table.rules
    key, code = notation.read_state(rules, request.get("position", START), request.get("forbid"))
    moves, before = [*request.get("moves", "").split(), *request.get("move", [])], key
    for move in moves:
        request.proceed()
        before = key
        key, code, _ = notation.play(rules, key, code, [move])
    last = (before, notation.named_move(rules, before, moves[-1])) if moves else None
    return key, rules.move_text(key, code), last


def _drawn_move(rules: Rules, request: GameRequest, key: int, code: int) -> str | None:
    """A move of a position as SVG, to be laid over a board of the game; None if the position has no scene."""
    stage = staging.scene(rules, key)
    if stage is None:
        return None
    return overlay(stage, staging.steps(rules, stage, key, code), flipped=_view(request)["flipped"])


def _view(request: GameRequest) -> dict[str, Any]:
    """The player to move and the side from which the board is seen, as arguments of drawing functions."""
    return {"mover": request.get("mover", 1), "flipped": request.get("flip", 0) == 1}


def _position(table: Tablebase, request: GameRequest, key: int, forbidden: str | None) -> PositionAnswer:
    rules, moves = table.rules, table.moves(key, forbidden, replies=bool(request.get("replies", 1)))
    state = state_answers.query_answer(table, key, forbidden, state_answers.from_start(table, key, None), moves)
    stage = staging.scene(rules, key)
    steps = [() if stage is None else staging.steps(rules, stage, key, move.code) for move in moves]
    drawn = layers(stage, steps, **_view(request)) if stage is not None and request.get("picture", 0) else None
    shown: list[Any] = [
        {**answer, "after": move.after, "steps": scene.steps_as_json(each)}
        for answer, move, each in zip(state["moves"], moves, steps, strict=True)
    ]
    for answer, picture in zip(shown, drawn.moves if drawn else (), strict=False):
        answer["picture"] = picture
    scores = rules.scores
    return {
        "game": rules.game.name,
        "options": rules.options,
        "key": str(key),
        **state,
        "moves": shown,
        "unforbidden": value_answer(table.probe(key)),
        "scene": None if stage is None else scene.as_json(stage),
        "turn": turn(rules, key),
        "picture": drawn.board if drawn else None,
        "last_picture": None,
        "endless": not scores and rules.endless(key) != 0,
        "alternating": not rules.moves_again and not rules.kind.of_first,
        "scores": scores,
        "players": {language: list(names) for language, names in rules.text.players.items()},
        "drawn": str(rules.text.draw(key)),
        "link": link(table, state["position"], forbidden),
    }


def turn(rules: Rules, key: int) -> int:
    """The player to move, 1 or 2, where the position determines it; else 0."""
    player = turns.stated(rules, key)
    return 0 if player is None else 1 + player


def link(table: Tablebase, position: str, forbidden: str | None) -> str:
    """The address of a state, independent of the moves that led to it."""
    query = [("position", position), *([] if forbidden is None else [("forbid", forbidden)])]
    query += [("set", each) for each in table.rules.changed]
    return f"{ROOT}/games/{table.rules.game.name}/position?{urlencode(query)}"
