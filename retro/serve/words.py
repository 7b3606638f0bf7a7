"""A plugin's words in other languages, which the page shows in place of its texts: words.json in its package.

    {"ja": {"Ostle": "オストル", "squares along a side of the board": "盤の一辺のマス数"}}

By language: title, names of options, their choices and help, notes, parts. Under ``NAME=CHOICE`` more is told of an
option, in English as well.
"""

from __future__ import annotations

import json
from importlib import resources

from retro.game import Game
from retro.system.errors import GameError, described

NAME = "words.json"
Words = dict[str, dict[str, str]]


def words(game: Game) -> Words:
    """The words of a game, none if it brings none; GameError if the file is not what it must be."""
    place = resources.files(game.package) / NAME
    try:
        found = json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    except (OSError, ValueError, RecursionError) as error:
        raise GameError(f"plugin {game.name}: {NAME} cannot be read: {described(error)}") from error
    if not isinstance(found, dict) or not all(map(_texts, found.values())):
        raise GameError(f"plugin {game.name}: {NAME} is no object of languages, each an object of texts")
    return found


def _texts(found: object) -> bool:
    return isinstance(found, dict) and all(isinstance(text, str) for text in found.values())
