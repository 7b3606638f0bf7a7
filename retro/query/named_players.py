"""Who plays a side of `retro play`: players by name, and those of the user's own, ``MODULE:NAME``."""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Callable
from random import Random
from typing import Any

from retro.play.luring import Trapper
from retro.play.models import Model, Softmax
from retro.play.players import Anyhow, Fallible, Keeper, Player
from retro.system.errors import GameError, RetroError, described
from retro.system.suggestions import suggestion

HUMAN, RANDOM = "human", "random"
SOLVED: dict[str, Callable[[Random, Model], Player]] = {
    "perfect": lambda source, model: Keeper(source),
    "fallible": Fallible,
    "trap": Trapper,
}
"""Players of solved games."""
KNOWN = (HUMAN, RANDOM, *SOLVED)


def player(name: str, source: Random, model: Model) -> Player | None:
    """The player of that name; None for a human being. GameError if there is none."""
    if name == HUMAN:
        return None
    if name == RANDOM:
        return Anyhow(source)
    if name in SOLVED:
        return SOLVED[name](source, model)
    if ":" not in name:
        known = ", ".join(KNOWN)
        wrong = f"{name[:40]!r}{suggestion(name, KNOWN)}"
        raise GameError(f"no player {wrong}; choose from {known}, or MODULE:NAME for one of your own")
    found: Player = _made(name, "choose", source)
    return found


def model(name: str | None, skill: float) -> Model:
    """The model of a fallible player, of the user's own if it has a ``name``; GameError if there is none."""
    found: Model = Softmax(skill) if name is None else _made(name, "chances", skill)
    return found


def _made(name: str, method: str, given: Any) -> Any:
    """An object of a class of the user's own; modules in the working directory are found."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        found = pkgutil.resolve_name(name)(given)
    except RetroError:
        raise
    except Exception as error:  # a stranger's code: whatever it raises is its own failure, not ours
        raise GameError(f"{name[:80]} cannot be used: {described(error)}") from error
    if not callable(getattr(found, method, None)):
        raise GameError(f"{name[:80]} cannot be used: what it makes has no method {method}")
    return found
