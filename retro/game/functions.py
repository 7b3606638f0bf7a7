"""The functions of a game by name: their parameters, and what stands for those that it leaves out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from retro.game import DRAW, NONE

FUNCTIONS = {
    "moves": ("key", "out"),
    "no_moves": ("key",),
    "endless": ("key",),
    "tier": ("key",),
    "first_to_move": ("key",),
    "rank": ("key",),
    "unrank": ("index",),
    "unmoves": ("key", "out"),
    "wins": ("key",),
    "undo": ("key", "code", "successor"),
    "restorable": ("key", "code"),
    "image": ("key", "g"),
    "image_code": ("code", "g"),
}
"""The functions that rules.py may define, with the names of their parameters."""

DEFAULTS: dict[str, Callable[..., Any]] = {
    "no_moves": lambda key: 2,  # loss(0): the player who cannot move has lost
    "endless": lambda key: DRAW,  # not called
    "tier": lambda key: 0,  # all positions are in one tier
    "first_to_move": lambda key: True,  # for games whose scores are not for the first player
    "unmoves": lambda key, out: 0,  # not called
    "wins": lambda key: False,  # no position is known to be won at once
    "undo": lambda key, code, successor: NONE,  # for games without a repetition rule
    "restorable": lambda key, code: True,  # every move may be forbidden
    "image": lambda key, g: key,  # for games without symmetry
    "image_code": lambda code, g: code,
    "canonical": lambda key: (key, 0, False),  # of enumerated positions alone, as the next two
    "stored": lambda key: key,
    "find_all": lambda wanted, count, slots: None,
}
"""The functions that rules.py may leave out, and those that only an index of enumerated positions has."""
