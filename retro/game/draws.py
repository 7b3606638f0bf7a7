"""What a draw is worth to a plugin where play stays in a tier for ever (draws.py, see the contract)."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import NamedTuple

from retro.game.fingerprint import FINGERPRINTS
from retro.game.loading import hashed, imported
from retro.game.rules import Rules
from retro.game.widening import widened
from retro.system.errors import GameError

HIGHEST = 1000
"""The highest number that `staying` may return; the lowest is -HIGHEST."""


class Staying(NamedTuple):
    """The function `staying` of a game, and a hash of its code and of all that it reaches."""

    function: Callable[[int], int]
    digest: str


def load(rules: Rules) -> Staying | None:
    """The function of a game, None if it has no draws.py; GameError, which names the plugin, if draws.py is wrong."""
    game = rules.game
    if importlib.util.find_spec(f"{game.package}.draws") is None:
        return None
    function = getattr(imported(game, rules.module.__name__.rpartition(".")[0], "draws"), "staying", None)
    if not callable(function):
        raise GameError(f"plugin {game.name}: draws.py does not define a function staying")
    return Staying(widened(function), hashed([FINGERPRINTS.of(function)]))
