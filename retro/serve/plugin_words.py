"""A plugin's words in other languages, which the page shows in place of its texts: words.json in its package.

    {"ja": {"Ostle": "オストル", "squares along a side of the board": "盤の一辺のマス数"}}

By language: title, names of options, their choices and help, notes, sections. ``NAME=CHOICE`` stands for a longer
explanation of an option, which may be there in English as well.
"""

from __future__ import annotations

import json
from importlib import resources

from retro.game import Game
from retro.system.errors import GameError, described

WORDS_FILE = "words.json"
Words = dict[str, dict[str, str]]


def words(game: Game) -> Words:
    """The words of a game by language, empty without a file; GameError if the file does not have that form."""
    path = resources.files(game.package) / WORDS_FILE
    try:
        languages = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    except (OSError, ValueError, RecursionError) as error:
        raise GameError(f"plugin {game.name}: {WORDS_FILE} cannot be read: {described(error)}") from error
    if not isinstance(languages, dict) or not all(map(_are_texts, languages.values())):
        raise GameError(f"plugin {game.name}: {WORDS_FILE} is no object of languages, each an object of texts")
    return languages


def _are_texts(words: object) -> bool:
    return isinstance(words, dict) and all(isinstance(text, str) for text in words.values())
