"""The longest wins and losses of each part of a game, read off the records, frame by frame: no compiler is started."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from retro.game import DRAW, SCORE_ZERO
from retro.game.values import Value
from retro.query.api import Tablebase
from retro.serve.open_databases import Shelf
from retro.serve.requests import Asked

SAMPLES = 3
AT_ONCE = 1 << 20
"""Slots."""


class Longest(NamedTuple):
    """The largest of some values, and the first slots that have it; 0 and none if there are no such values."""

    value: int = 0
    slots: tuple[int, ...] = ()

    def joined(self, other: Longest) -> Longest:
        """The largest of two ranges of slots."""
        if self.value == other.value:
            return Longest(self.value, (*self.slots, *other.slots)[:SAMPLES])
        return max(self, other)


def longest(shelf: Shelf, asked: Asked) -> dict[str, Any]:
    """The longest wins and losses of each part of a game, or the extreme scores, where nothing is forbidden."""
    with shelf.open(asked.game, asked.settings) as table:
        sections = table.rules.sections or (("", 0, table.database.slots),)
        return {"parts": [_section(table, asked.proceed, *section) for section in sections]}


def _section(table: Tablebase, proceed: Callable[[], None], name: str, start: int, stop: int) -> dict[str, Any]:
    found = {"win": Longest(), "loss": Longest()}
    for first in range(start, stop, AT_ONCE):
        proceed()
        best, _, _ = table.database.planes(first, min(first + AT_ONCE, stop))
        for outcome, ranked in _ranked(best, table.rules.scores).items():
            found[outcome] = found[outcome].joined(_largest(ranked, first))
    shown = str(table.rules.text.section(name)) if name else ""
    return {"name": name, "shown": shown} | {
        outcome: [_told(table, slot) for slot in each.slots] for outcome, each in found.items()
    }


def _ranked(best: NDArray[np.uint16], scores: str) -> dict[str, NDArray[np.int32]]:
    """By outcome, the higher the longer, or the more points; 0 for values of other outcomes."""
    worth = best.astype(np.int32)
    if scores:
        above = np.where(worth > 0, worth - SCORE_ZERO, 0)
        return {"win": np.maximum(above, 0), "loss": np.maximum(-above, 0)}
    plies = np.where(worth > DRAW, worth, 0)
    return {"win": plies * (worth & 1), "loss": plies * (1 - (worth & 1))}


def _largest(ranked: NDArray[np.int32], first: int) -> Longest:
    most = int(ranked.max(initial=0))
    if not most:
        return Longest()
    return Longest(most, tuple(first + place for place in np.flatnonzero(ranked == most)[:SAMPLES].tolist()))


def _told(table: Tablebase, slot: int) -> dict[str, Any]:
    key = table.rules.unrank(slot)
    value = Value.of(table.database.record(slot)[0], table.rules.scores)
    return {"position": str(table.rules.text.format(key)), **value._asdict()}
