"""The longest wins and losses of each section of a game, read from the records in plain numpy: nothing is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from retro.game import DRAW, SCORE_ZERO
from retro.game.endless import DRAWN, SCORE_BITS
from retro.game.values import Value
from retro.query.api import Tablebase
from retro.query.json_types import ValueAnswer, value_answer
from retro.serve.requests import GameRequest
from retro.storage.solution import PackedValues

MAX_EXAMPLES = 3
SLOTS_AT_ONCE = 1 << 20


class ExampleAnswer(ValueAnswer):
    """A position with nothing forbidden, and its value."""

    position: str


class SectionAnswer(TypedDict):
    """A section, its text for people, and positions with its longest wins and losses."""

    name: str
    shown: str
    win: list[ExampleAnswer]
    loss: list[ExampleAnswer]


class LongestAnswer(TypedDict):
    """The sections of a game; one without a name where a game has none."""

    parts: list[SectionAnswer]


def longest(table: Tablebase, request: GameRequest) -> LongestAnswer:
    """The longest wins and losses, or the extreme scores, of each section of a game; nothing is forbidden in them."""
    sections = table.rules.sections or (("", 0, table.database.slots),)
    return {"parts": [_section(table, request.proceed, *section) for section in sections]}


def _section(table: Tablebase, proceed: Callable[[], None], name: str, start: int, stop: int) -> SectionAnswer:
    maxima = {"win": 0, "loss": 0}
    slots: dict[str, list[int]] = {"win": [], "loss": []}
    for first in range(start, stop, SLOTS_AT_ONCE):
        proceed()
        best, _, _ = table.database.planes(first, min(first + SLOTS_AT_ONCE, stop))
        for outcome, lengths in _lengths(best, table.rules.scores).items():
            maximum = int(lengths.max(initial=0))
            if maximum > maxima[outcome]:
                maxima[outcome], slots[outcome] = maximum, []
            if maximum and maximum == maxima[outcome]:
                slots[outcome] += (first + np.flatnonzero(lengths == maximum)[:MAX_EXAMPLES]).tolist()
    win, loss = ([_example(table, slot) for slot in slots[outcome][:MAX_EXAMPLES]] for outcome in ("win", "loss"))
    return {"name": name, "shown": str(table.rules.text.section(name)) if name else "", "win": win, "loss": loss}


def _lengths(best: PackedValues, scores: str) -> dict[str, NDArray[np.int32]]:
    """For each outcome, numbers that grow with the plies, or the points, of a value; 0 where it has another outcome."""
    values = best.astype(np.int32)
    if scores:
        points = np.where(values > 0, (values & SCORE_BITS) - SCORE_ZERO, 0)
        return {"win": np.maximum(points, 0), "loss": np.maximum(-points, 0)}
    plies = np.where((values > DRAW) & (values < DRAWN), values, 0)
    return {"win": plies * (values & 1), "loss": plies * (1 - (values & 1))}


def _example(table: Tablebase, slot: int) -> ExampleAnswer:
    value = Value.of(table.database.record(slot)[0], table.rules.scores)
    return {"position": str(table.rules.text.format(table.rules.unrank(slot))), **value_answer(value)}
