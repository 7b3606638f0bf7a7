"""What is asked over HTTP, answered by the functions that answer the command line, too."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, NamedTuple
from urllib.parse import urlencode

from retro import __version__ as version
from retro.drawing.svg import Drawing, layers
from retro.game import NONE, notation, scene, staging, turns
from retro.game.rules import Rules
from retro.game.text import START
from retro.game.values import Value
from retro.query import batch, states, summaries
from retro.query.api import Tablebase
from retro.serve import random_states
from retro.serve import requests as asking
from retro.serve.open_databases import Shelf
from retro.serve.requests import Asked
from retro.serve.words import words as words_of
from retro.system.errors import GameError, RetroError

ROOT = "/api/v1"
_WORDS = {1: "win", 0: "draw", -1: "loss"}


def games(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """The games that there are, and what of them is solved."""
    return {"version": version, "games": [_game(shelf, name) for name in shelf.names]}


def game(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """One of them."""
    shelf.game(asked.game)
    return _game(shelf, asked.game)


def _game(shelf: Shelf, name: str) -> dict[str, Any]:
    try:
        found = shelf.game(name)
        words = words_of(found)
    except RetroError as error:
        empty: dict[str, Any] = {"options": [], "notes": [], "words": {}, "small": None, "solved": [], "older": []}
        return {"game": name, "title": "", **empty, "problem": str(error)}
    options = [
        {"name": each.name, "default": each.default, "choices": list(each.choices), "help": each.help}
        for each in found.options
    ]
    databases = shelf.databases(found)
    return {
        "game": name,
        "title": found.title,
        "options": options,
        "notes": list(found.notes),
        "words": words,
        "small": found.command("solve", found.choose(found.small)) if found.small else None,
        "problem": None,
        "solved": [summaries.summary(about) for about in databases.solved],
        "older": [asdict(each) for each in databases.older],
    }


def position(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """A state, its moves best first, what its board looks like, and what forbidding the move costs."""
    with shelf.open(asked.game, asked.settings) as table:
        reached = _state(table, asked)
        answer = _position(table, asked, reached.key, reached.forbidden)
        if asked.get("picture", 0) and reached.last is not None:
            answer["last_picture"] = _drawn_move(table.rules, asked, *reached.last)
    return answer


def board(shelf: Shelf, asked: Asked) -> Drawing:
    """The board as SVG."""
    with shelf.open(asked.game, asked.settings) as table:
        return table.draw(_state(table, asked).key, asked.get("show"), **_seen(asked))


def final(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """The board after a move that ends the game."""
    with shelf.open(asked.game, asked.settings) as table:
        key, forbidden, _ = _state(table, asked)
        made = next((each for each in table.moves(key, forbidden) if each.move == asked.get("last")), None)
        if made is None or made.forbidden or made.after is not None:
            told = f"no legal move that ends the game: {notation.shown(asked.get('last'))}"
            raise GameError(f"{table.rules.text.format(key)} has {told}")
        stage = staging.final_scene(table.rules, key, made.code)
        return {
            "position": str(table.rules.text.format(key)),
            "last": made.move,
            "value": made.value,
            "dtm": made.dtm,
            "scene": None if stage is None else scene.as_json(stage),
            "picture": None if stage is None else layers(stage, (), **_seen(asked)).board,
            "last_picture": _drawn_move(table.rules, asked, key, made.code),
        }


def line(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """Best play from a state to the end of the game."""
    with shelf.open(asked.game, asked.settings) as table:
        key, forbidden, _ = _state(table, asked)
        return states.line_as_json(table, key, forbidden, False, table.line(key, forbidden))


def statistics(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """States by value and DTM; parts of the game take long to count, and are left to `retro stats`."""
    with shelf.open(asked.game, asked.settings) as table:
        told = summaries.statistics(table.database.manifest, ())
    return {name: each for name, each in told.items() if name != "tiers"}


def citation(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """What names a solution for good, how it was made, and how anybody can prove it."""
    with shelf.open(asked.game, asked.settings) as table:
        database, rules = table.database, table.rules
    about, run = database.manifest, database.run
    return {
        "game": about.game,
        "title": about.title,
        "options": about.options,
        "digest": about.digest,
        "files": {name: file.sha256 for name, file in about.files.items()},
        "version": run.engine,
        "date": run.date,
        "backend": run.backend,
        "solve": rules.command("solve"),
        "verify": rules.command("verify"),
        "notes": list(about.notes),
    }


def random(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """A random position that meets the conditions, with all that is known of it."""
    with shelf.open(asked.game, asked.settings) as table:
        seed = asked.get("seed", random_states.any_seed())
        return {"seed": seed, **_drawn(table, asked, _lots(asked, seed).draw(table))}


def example(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """The first position that meets the conditions, however rare they are: records are read until one does."""
    with shelf.open(asked.game, asked.settings) as table:
        return _drawn(table, asked, _lots(asked, 0).first(table, asked.proceed))


def _lots(asked: Asked, seed: int) -> random_states.Lots:
    value, low, high = asked.get("value"), asked.get("min_dtm"), asked.get("max_dtm")
    return random_states.Lots(value, low, high, seed, asked.get("points"))


def _drawn(table: Tablebase, asked: Asked, state: random_states.State) -> dict[str, Any]:
    key, code = state
    forbidden = None if code == NONE else str(table.rules.text.format_move(key, code))
    return _position(table, asked, key, forbidden)


def probe(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """The values of many states; what is no state of the game has an error in its place."""
    wanted = asking.states(asked.body)
    with shelf.open(asked.game, asked.settings) as table:
        read = [_read(table, asked, *each) for each in wanted]
        good = [each for each in read if not isinstance(each, str)]
        found = table.probe_many([key for key, _ in good], [code for _, code in good])
        scores = table.rules.scores
    values = iter(
        Value(value if scores else _WORDS[value], None if dtm == batch.NO_DTM else dtm)._asdict()
        for value, dtm in zip(found.value.tolist(), found.dtm.tolist(), strict=True)
    )
    return {"values": [{"error": each} if isinstance(each, str) else next(values) for each in read]}


def _read(table: Tablebase, asked: Asked, position: str | int, forbidden: str | None) -> tuple[int, int] | str:
    asked.proceed()
    try:
        key = notation.position_key(table.rules, position)
        return key, NONE if forbidden is None else notation.move_code(table.rules, key, forbidden)
    except GameError as error:
        return str(error)


class _Reached(NamedTuple):
    """A state, with the text of the forbidden move; and the position and the code of the move that led there."""

    key: int
    forbidden: str | None
    last: tuple[int, int] | None


def _state(table: Tablebase, asked: Asked) -> _Reached:
    """The state of a request, after the moves of the request."""
    rules = table.rules
    key, code = notation.position_key(rules, asked.get("position", START)), NONE
    if asked.get("forbid") is not None:
        code = notation.move_code(rules, key, asked.get("forbid"))
    moves = [*asked.get("moves", "").split(), *asked.get("move", [])]
    last = None
    for move in moves:
        before = key
        key, code, _ = notation.play(rules, key, code, [move])
        last = before, notation.move_code(rules, before, move)
    return _Reached(key, None if code == NONE else str(rules.text.format_move(key, code)), last)


def _drawn_move(rules: Rules, asked: Asked, key: int, code: int) -> str | None:
    """A move of a position as SVG, to be laid over a board of the game; None if the position has no scene."""
    stage = staging.scene(rules, key)
    if stage is None:
        return None
    return layers(stage, [staging.steps(rules, stage, key, code)], **_seen(asked)).moves[0]


def _seen(asked: Asked) -> dict[str, Any]:
    """By whom, and from which side, a board is seen."""
    return {"mover": asked.get("mover", 1), "flipped": asked.get("flip", 0) == 1}


def _position(table: Tablebase, asked: Asked, key: int, forbidden: str | None) -> dict[str, Any]:
    rules, moves = table.rules, table.moves(key, forbidden, replies=bool(asked.get("replies", 1)))
    told = states.query_as_json(table, key, forbidden, states.from_start(table, key, None), moves)
    stage = staging.scene(rules, key)
    ways = [() if stage is None else staging.steps(rules, stage, key, move.code) for move in moves]
    for each, move, steps in zip(told["moves"], moves, ways, strict=True):
        each["after"] = move.after
        each["steps"] = scene.steps_as_json(steps)
    picture = None
    if stage is not None and asked.get("picture", 0):
        picture, drawn = layers(stage, ways, **_seen(asked))
        for each, drawing in zip(told["moves"], drawn, strict=True):
            each["picture"] = drawing
    return {
        "game": rules.game.name,
        "options": rules.options,
        "key": str(key),
        **told,
        "unforbidden": table.probe(key)._asdict(),
        "scene": None if stage is None else scene.as_json(stage),
        "turn": turn_as_json(rules, key),
        "picture": picture,
        "last_picture": None,
        "scores": rules.scores,
        "drawn": str(rules.text.draw(key)),
        "link": link(table, told["position"], forbidden),
    }


def turn_as_json(rules: Rules, key: int) -> int:
    """The player, 1 or 2, who is to move as the position alone says it; 0 if it does not."""
    player = turns.stated(rules, key)
    return 0 if player is None else 1 + player


def link(table: Tablebase, position: str, forbidden: str | None) -> str:
    """Where a state is found again, whatever game came to it."""
    said = [("position", position), *([] if forbidden is None else [("forbid", forbidden)])]
    said += [("set", each) for each in table.rules.changed]
    return f"{ROOT}/games/{table.rules.game.name}/position?{urlencode(said)}"
