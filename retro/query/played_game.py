"""The file of a played game, in JSON: `retro play` writes it after each move, `retro replay` and the page read it.

{"format": "retro game 1", "game": "lgame", "options": {}, "position": "x**./.#*./.#*./.##x", "forbidden": null,
 "first": "human", "second": "trap", "skill": 5.0, "seed": 1, "moves": ["b4c4d3d4", "a1b1b2b3"], "result": null,
 "mover": 1, "lead": 0, "plies": 209}
"""

from __future__ import annotations

import json
import os
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Any

from retro.play.course import MAX_GAME_PLIES
from retro.query.json_types import has_types
from retro.system import atomic
from retro.system.errors import GameError, described

GAME_FORMAT = "retro game 1"
MAX_LEAD = 1 << 30
"""More points than the moves of a game gain."""


@dataclass(frozen=True)
class PlayedGame:
    """A game: the state in which it began, the players, the moves, and the result, None if it has not ended.

    mover  the player who began, 1 or 2, where the position does not determine it
    lead   points that the first player had gained before, minus those of the second
    plies  the game is stopped after so many
    """

    game: str
    options: dict[str, int | str]
    position: str
    forbidden: str | None
    first: str
    second: str
    skill: float
    seed: int
    moves: list[str]
    result: str | None
    mover: int = 1
    lead: int = 0
    plies: int = MAX_GAME_PLIES

    def write(self, path: Path, replace: bool) -> None:
        """Write the file atomically; GameError if it exists, unless this game may ``replace`` it."""
        if not replace and os.path.lexists(path):
            raise GameError(f"{path} is there already; choose another name")
        text = json.dumps({"format": GAME_FORMAT, **asdict(self)}, indent=1) + "\n"
        try:
            with atomic.output(path, replace) as name:
                name.write_text(text, encoding="utf-8")
        except ValueError as error:  # no file can have such a name
            raise GameError(f"cannot write {path}: {error}") from error


def read(path: Path) -> PlayedGame:
    """The game of a file; GameError if it is no such file."""
    try:
        content = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise GameError(f"{path} is no record of a game: {described(error)}") from error
    if not isinstance(content, dict) or content.get("format") != GAME_FORMAT:
        raise GameError(f"{path} is no record of a game: its format is not {GAME_FORMAT!r}")
    content, names = {**_DEFAULTS, **content}, [each.name for each in fields(PlayedGame)]
    wrong = [name for name in names if name not in content or not _fits(name, content[name])]
    if wrong:
        raise GameError(f"{path} is no record of a game: {wrong[0]} is missing, or not what it must be")
    return PlayedGame(**{name: content[name] for name in names})


_DEFAULTS = {each.name: each.default for each in fields(PlayedGame) if each.default is not MISSING}
"""Of fields that a file may lack."""
_NUMBERS = {"mover": (1, 2), "lead": (-MAX_LEAD, MAX_LEAD), "plies": (1, MAX_GAME_PLIES)}
"""The lowest and the highest number of a field."""


def _fits(name: str, value: Any) -> bool:
    if name in _NUMBERS:
        low, high = _NUMBERS[name]
        return type(value) is int and low <= value <= high
    return has_types(PlayedGame, {name: value}) and (name != "moves" or all(isinstance(each, str) for each in value))
