"""The longest wins and losses of each section of a game, read from the records in plain numpy: nothing is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from retro.game.values import NO_VALUE, Kind
from retro.query.api import Tablebase
from retro.query.json_types import ValueAnswer, value_answer
from retro.serve.requests import GameRequest
from retro.storage.solution import Values

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
    longest, slots = {"win": 1, "loss": 1}, dict[str, list[int]](win=[], loss=[])
    for first in range(start, stop, SLOTS_AT_ONCE):
        proceed()
        best, _, _ = table.database.planes(first, min(first + SLOTS_AT_ONCE, stop))
        for outcome, before in longest.items():
            lengths = _lengths(best, table.rules.kind, outcome)
            longest[outcome] = most = max(before, int(lengths.max(initial=0)))
            found = (first + np.flatnonzero(lengths == most)[:MAX_EXAMPLES]).tolist()
            slots[outcome] = [*(slots[outcome] if most == before else []), *found][:MAX_EXAMPLES]
    shown = str(table.rules.text.section(name)) if name else ""
    win, loss = ([_example(table, slot) for slot in each] for each in slots.values())
    return {"name": name, "shown": shown, "win": win, "loss": loss}


def _lengths(best: Values, kind: Kind, outcome: str) -> NDArray[np.int32]:
    """Numbers that grow with the plies, or the points, of a value; 0 where it has another outcome."""
    different, places = np.unique(best, return_inverse=True)
    return np.array([_length(value, kind, outcome) for value in different.tolist()], np.int32)[places]


def _length(value: int, kind: Kind, outcome: str) -> int:
    if value == NO_VALUE or kind.outcome(value) != outcome:
        return 0
    return abs(kind.result(value)) if kind.scores else 1 + (kind.dtm(value) or -1)


def _example(table: Tablebase, slot: int) -> ExampleAnswer:
    value = table.rules.words(table.rules.unrank(slot), table.record(slot)[0])
    return {"position": str(table.rules.text.format(table.rules.unrank(slot))), **value_answer(value)}
