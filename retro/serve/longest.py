"""The longest wins and losses of each section of a game, read from the records in plain numpy: nothing is compiled."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from retro.game import DRAW, SCORE_ZERO, outcome_name
from retro.game.endless import DRAWN, SCORE_BITS
from retro.game.values import Value, for_mover
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
    win, loss = _Longest(table, "win", proceed), _Longest(table, "loss", proceed)
    for first in range(start, stop, SLOTS_AT_ONCE):
        proceed()
        best, _, _ = table.database.planes(first, min(first + SLOTS_AT_ONCE, stop))
        for each in (win, loss):
            each.add(first, best)
    shown = str(table.rules.text.section(name)) if name else ""
    return {"name": name, "shown": shown, "win": win.examples, "loss": loss.examples}


class _Longest:
    """The longest wins or losses of the player to move, or those by most points, among the records so far."""

    def __init__(self, table: Tablebase, outcome: str, proceed: Callable[[], None]) -> None:
        self._table, self._outcome, self._proceed, self._maximum = table, outcome, proceed, 1
        self.examples: list[ExampleAnswer] = []

    def add(self, first: int, best: PackedValues) -> None:
        """Add the values of neighbouring records, from the slot ``first`` on."""
        lengths = _lengths(best, self._table.rules.scores, self._outcome)
        lowest = self._maximum + (len(self.examples) == MAX_EXAMPLES)
        while (length := int(lengths.max(initial=0))) >= lowest:
            slots = (first + np.flatnonzero(lengths == length)).tolist()
            some = list(islice(filter(self._has_outcome, slots), MAX_EXAMPLES))
            if some:
                before = self.examples if length == self._maximum else []
                self.examples = [*before, *(_example(self._table, slot) for slot in some)][:MAX_EXAMPLES]
                self._maximum = length
                break
            lengths[lengths == length] = 0

    def _has_outcome(self, slot: int) -> bool:
        rules = self._table.rules
        if rules.scores != "first":
            return True
        self._proceed()
        first = rules.first_to_move(rules.unrank(slot))
        value = for_mover(rules, self._table.record(slot)[0], first)
        return outcome_name(value, rules.scores) == self._outcome


def _lengths(best: PackedValues, scores: str, outcome: str) -> NDArray[np.int32]:
    """Numbers that grow with the plies, or the points, of a value; 0 where it has another outcome.

    Where scores are for the first player, either outcome may be that of the player to move.
    """
    values = best.astype(np.int32)
    if scores:
        points = np.where(values > 0, (values & SCORE_BITS) - SCORE_ZERO, 0)
        return np.abs(points) if scores == "first" else np.maximum(points if outcome == "win" else -points, 0)
    plies = np.where((values > DRAW) & (values < DRAWN), values, 0)
    return np.where(values & 1 == (outcome == "win"), plies, 0)


def _example(table: Tablebase, slot: int) -> ExampleAnswer:
    value = Value.of(table.record(slot)[0], table.rules.scores)
    return {"position": str(table.rules.text.format(table.rules.unrank(slot))), **value_answer(value)}
