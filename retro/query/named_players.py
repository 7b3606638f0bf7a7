"""The players that a user can choose: built-in ones by name, and classes of the user's own as ``MODULE:NAME``."""

from __future__ import annotations

import os
import pkgutil
import sys
from random import Random
from typing import Any

from retro.play.levels import LEVELS, LevelPlayer
from retro.play.luring import TrapPlayer
from retro.play.models import Model, Softmax
from retro.play.players import Player, RandomPlayer
from retro.system.errors import GameError, RetroError, described
from retro.system.suggestions import suggestion

HUMAN, RANDOM, TRAP, PERFECT = "human", "random", "trap", "perfect"
LEVEL_NAMES = (*(f"level{number}" for number in range(1, len(LEVELS))), PERFECT)
"""The players of the levels, the weakest first."""
SOLVED = (*LEVEL_NAMES, TRAP)
"""Players of solved games."""
NAMES_OF_PLAYERS = (HUMAN, RANDOM, *SOLVED)


def player(name: str, source: Random, model: Model) -> Player | None:
    """The player of that name; None for a human. GameError if there is no such player."""
    if name == HUMAN:
        return None
    if name == RANDOM:
        return RandomPlayer(source)
    if name == TRAP:
        return TrapPlayer(source, model)
    if name in LEVEL_NAMES:
        return LevelPlayer(source, 1 + LEVEL_NAMES.index(name))
    if ":" not in name:
        names = ", ".join(NAMES_OF_PLAYERS)
        wrong = f"{name[:40]!r}{suggestion(name, NAMES_OF_PLAYERS)}"
        raise GameError(f"no player {wrong}; choose from {names}, or MODULE:NAME for one of your own")
    made: Player = _made(name, "choose", source)
    return made


def model(name: str | None, skill: float) -> Model:
    """The model of the opponent of ``trap``, the user's own if there is a ``name``; GameError if it cannot be made."""
    made: Model = Softmax(skill) if name is None else _made(name, "chances", skill)
    return made


def _made(name: str, method: str, argument: Any) -> Any:
    """Returns an object of the user's class ``name``, made by calling the class with ``argument``.

    The module of the class may be in the working directory. Raises GameError if the call fails, or if the object does
    not have ``method``.
    """
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        made = pkgutil.resolve_name(name)(argument)
    except RetroError:
        raise
    except Exception as error:  # the user's code may raise anything
        raise GameError(f"{name[:80]} cannot be used: {described(error)}") from error
    if not callable(getattr(made, method, None)):
        raise GameError(f"{name[:80]} cannot be used: what it makes has no method {method}")
    return made
