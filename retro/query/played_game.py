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
from typing import Annotated

from retro.play.course import MAX_GAME_PLIES
from retro.storage.checked_json import among, instance
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
    moves: tuple[str, ...]
    result: str | None
    mover: Annotated[int, among((1, 2))] = 1
    lead: Annotated[int, among(range(-MAX_LEAD, MAX_LEAD + 1))] = 0
    plies: Annotated[int, among(range(1, MAX_GAME_PLIES + 1))] = MAX_GAME_PLIES

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
    try:
        return instance(PlayedGame, _DEFAULTS | content)
    except ValueError as error:
        raise GameError(f"{path} is no record of a game: {error}") from error


_DEFAULTS = {each.name: each.default for each in fields(PlayedGame) if each.default is not MISSING}
"""Of fields that a file may lack."""
