"""A solved game in memory: its rules with an index that compiled code can use, and the records of all its positions.

For analyses that go through a whole database; single questions are for `retro.api`, which reads as little as it can.
Records stay as narrow as they are in the database, where a value is its place in a list: all of Ostle takes three bytes
a slot. The fields of a record lie side by side, so a look-up costs one access to memory.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro import machine, values
from retro.game import NONE, WIN, ResourceError, loss
from retro.progress import Progress
from retro.rules import IndexedRules, Move, Rules
from retro.storage.database import Database

TEMPLATES = ("retro.solving.value_kernels", "retro.analysis.table_kernels")
"""Kernels that look into a table."""

PROCESS_BYTES = 300 << 20
"""Interpreter, libraries, compiled code and buffers."""
KEY_BYTES = 20
"""Of an enumerated position: its key, and its part of a hash table at most."""
FIELDS = 3
"""best, second and slot; without a repetition rule best is all there is."""

Fields = NDArray[np.uint8] | NDArray[np.uint16]


@dataclass(frozen=True)
class Table:
    """The records of all slots, as `retro.solving.solution` describes them.

    fields  by slot: the place of best in ``values`` and, with a repetition rule, the place of second (the same as best
            if there is no slot) and the code of slot plus 1
    values  uint16: every value that the solution has, packed
    """

    rules: IndexedRules
    fields: Fields
    values: NDArray[np.uint16]

    @classmethod
    def of(cls, rules: IndexedRules, best: NDArray[np.uint16]) -> Table:
        """Of a game without a repetition rule, from the values of all slots."""
        distinct, places = np.unique(best, return_inverse=True)
        return cls(rules, places.astype(_field(len(distinct), 0)), distinct)

    def record(self, index: int) -> tuple[int, int, int]:
        """best, second and slot of a slot."""
        if not self.rules.repetition:
            best = int(self.values[self.fields[index]])
            return best, best, NONE
        best, second, slot = self.fields[FIELDS * index : FIELDS * (index + 1)].tolist()
        return int(self.values[best]), int(self.values[second]), slot - 1

    def of_checkmates(self) -> NDArray[np.bool_]:
        """By place in ``values``: whether only checkmates have that value, which have no states that count.

        A win in one ply ends the game, or leaves somebody lost where he stands. Where nobody is, it is the former.
        """
        known = self.rules.repetition and not self.rules.scores and loss(0) not in self.values.tolist()
        return np.array([known and value == WIN for value in self.values.tolist()], np.bool_)

    def worth(self, key: int, move: Move) -> int:
        """As `retro.values.worth`."""
        return values.worth(self.rules, self.record, key, move)


def needed(rules: Rules, database: Database, more: int = 0) -> int:
    """Bytes that a database takes in memory, and ``more``.

    A byte per slot, or three with a repetition rule; twice that for a game with more than 255 values or codes. Where
    positions are enumerated, 8 to 20 more for their index.
    """
    width, field = _shape(rules, database)
    return database.slots * (width * field.itemsize + (KEY_BYTES if rules.enumerated else 0)) + more


def load(rules: Rules, database: Database, progress: Progress, threads: int = 1) -> Table:
    """All of a database; ResourceError if memory does not hold as much as `needed`."""
    check_memory(rules, needed(rules, database))
    slots, about = database.slots, database.manifest
    width, field = _shape(rules, database)
    progress.phase("reading", slots, None)
    indexed = database.indexed(rules, in_memory=True)
    listed = np.array(about.values, np.uint16)
    places = np.zeros(1 << 16, field)
    places[listed] = np.arange(len(listed))
    fields = np.empty(slots * width, field)

    def read(start: int) -> int:
        stop = min(start + about.block, slots)
        best, second, slot = database.planes(start, stop)
        rows = fields[width * start : width * stop].reshape(-1, width)
        rows[:, 0] = np.take(places, best)
        if width > 1:
            rows[:, 1] = np.take(places, second)
            rows[:, 2] = slot + np.int16(1)
        return stop - start

    with ThreadPoolExecutor(threads) as pool:
        for done in pool.map(read, range(0, slots, about.block)):
            progress.advance(done, 0)
    return Table(indexed, fields, listed)


def check_memory(rules: Rules, needed: int) -> None:
    """ResourceError if so many bytes, and what the process needs besides, are not available."""
    there = machine.available_memory()
    if needed + PROCESS_BYTES > there:
        missing = f"{needed + PROCESS_BYTES - there:,} bytes of memory are missing"
        raise ResourceError(
            f"cannot analyse {rules.game.name}: {missing} ({needed + PROCESS_BYTES:,} needed, {there:,} available)"
        )


def _shape(rules: Rules, database: Database) -> tuple[int, np.dtype[Any]]:
    """Fields in a record, and their type."""
    codes = rules.codes if rules.repetition else 0
    return FIELDS if rules.repetition else 1, _field(len(database.manifest.values), codes)


def _field(distinct: int, codes: int) -> np.dtype[Any]:
    """The narrowest type for places of so many values, and for so many codes and none."""
    return np.dtype(np.uint8 if distinct <= 256 and codes <= 255 else np.uint16)
