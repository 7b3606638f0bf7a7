"""A solved game for kernels: its rules with an index that compiled code can use, and the records of all its positions.

For analyses that go through a whole database; single questions are for `retro.query.api`, which reads as little as it
can.
Records stay as narrow as they are in the database, where a value is its place in a list: all of Ostle takes three bytes
a slot. The fields of a record lie side by side, so a look-up costs one access to memory. What does not fit is looked up
in pages (`retro.lookup.pages`).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game import NONE, WIN, loss, values
from retro.game.rules import IndexedRules, Move, Rules
from retro.lookup.pages import NO_DISTANCES, Pages, View, fill
from retro.storage.database import Database
from retro.storage.distances import DistanceFile
from retro.system import machine
from retro.system.errors import ResourceError
from retro.system.progress import Progress

"""Kernels that look into a table."""

PROCESS_BYTES = 300 << 20
"""Interpreter, libraries, compiled code and buffers."""
ENUMERATED_BYTES = 20
"""Of an enumerated position: its key, and its part of a hash table at most."""
MIN_RECORD_BYTES = 8 << 20
"""For records, where not all of them fit."""
FIELDS = 3
"""best, second and only move; without a repetition rule best is all there is."""

Fields = NDArray[np.uint8] | NDArray[np.uint16]


@dataclass(frozen=True)
class RecordTable:
    """The records of all slots, as `retro.storage.solution` describes them.

    fields  by slot: the place of best in ``values`` and, with a repetition rule, the place of second (the same as best
            if there is no only move) and the code of the only move plus 1
    values  uint16: every value that the solution has, packed
    pages   where records are if they do not all fit into memory; then there are no ``fields``
    distances   from the start by slot, if they are asked for and not in pages
    """

    rules: IndexedRules
    fields: Fields
    values: NDArray[np.uint16]
    pages: Pages | None = None
    distances: NDArray[np.uint8] | None = None

    @property
    def view(self) -> Fields | View:
        """What kernels look records up in that this thread runs."""
        return self.fields if self.pages is None else self.pages.view

    @classmethod
    def of(cls, rules: IndexedRules, best: NDArray[np.uint16]) -> RecordTable:
        """Of a game without a repetition rule, from the values of all slots."""
        distinct, places = np.unique(best, return_inverse=True)
        return cls(rules, places.astype(_field(len(distinct), 0)), distinct)

    @property
    def searched(self) -> bool:
        """Whether there are distances from the start."""
        return self.distances is not None if self.pages is None else self.pages.searched

    def near(self, asked: bool = True) -> NDArray[np.uint8] | View:
        """What kernels look distances from the start up in that this thread runs; none are if nobody ``asked``."""
        if self.pages is not None:
            return self.pages.near(asked)
        return self.distances if asked and self.distances is not None else NO_DISTANCES

    def record(self, index: int) -> tuple[int, int, int]:
        """best, second and only move of a slot."""
        if self.pages is not None:
            return self.pages.record(index)
        if not self.rules.repetition:
            best = int(self.values[self.fields[index]])
            return best, best, NONE
        best, second, only_move = self.fields[FIELDS * index : FIELDS * (index + 1)].tolist()
        return int(self.values[best]), int(self.values[second]), only_move - 1

    def of_checkmates(self) -> NDArray[np.bool_]:
        """By place in ``values``: whether only checkmates have that value, which have no states that count.

        A win in one ply ends the game, or leaves somebody lost where he stands. Where nobody is, it is the former.
        """
        known = self.rules.repetition and not self.rules.scores and loss(0) not in self.values.tolist()
        return np.array([known and value == WIN for value in self.values.tolist()], np.bool_)

    def move_value(self, key: int, move: Move) -> int:
        """As `retro.game.values.move_value`."""
        return values.move_value(self.rules, self.record, key, move)


def load(
    rules: Rules,
    database: Database,
    progress: Progress,
    threads: int = 1,
    memory: int | None = None,
    more: int = 0,
    distances: DistanceFile | None = None,
) -> RecordTable:
    """All of a database: in ``memory``, in bytes, by default what there is; if it does not fit there, in pages.

    A byte per slot, or three with a repetition rule; twice that for a game with more than 255 values or codes; and one
    for ``distances`` from the start. The rest has to fit, else ResourceError: ``more`` for what is besides the table
    and, where positions are enumerated, 8 to 20 bytes per slot for their index. With pages the files stay open.
    """
    slots, about = database.slots, database.manifest
    width, field = _shape(rules, database)
    size = slots * (width * field.itemsize + (distances is not None))
    more += slots * ENUMERATED_BYTES if rules.enumerated else 0
    room = check_memory(rules, more + min(size, MIN_RECORD_BYTES), memory) - more
    indexed, listed = database.indexed(rules, in_memory=True), np.array(about.values, np.uint16)
    if size > room:
        return RecordTable(indexed, np.empty(0, field), listed, Pages(database, width, field, room, distances))
    fields = np.empty((slots, width), field)

    def read(number: int) -> int:
        rows = fields[number * about.block : (number + 1) * about.block]
        fill(database, number, rows)
        return len(rows)

    progress.phase("reading", slots, None)
    with ThreadPoolExecutor(threads) as pool:
        for done in pool.map(read, range(-(-slots // about.block))):
            progress.advance(done, 0)
    near = distances.distances(0, slots) if distances else None
    return RecordTable(indexed, fields.ravel(), listed, distances=near)


def check_memory(rules: Rules, needed: int, memory: int | None = None) -> int:
    """How many bytes are there for arrays, of ``memory`` or else of what is available; ResourceError if too few."""
    there = machine.available_memory() if memory is None else memory
    if needed + PROCESS_BYTES > there:
        missing = f"{needed + PROCESS_BYTES - there:,} bytes of memory are missing"
        raise ResourceError(
            f"cannot analyse {rules.game.name}: {missing} ({needed + PROCESS_BYTES:,} needed, {there:,} available)"
        )
    return there - PROCESS_BYTES


def _shape(rules: Rules, database: Database) -> tuple[int, np.dtype[Any]]:
    """Fields in a record, and their type."""
    codes = rules.codes if rules.repetition else 0
    return FIELDS if rules.repetition else 1, _field(len(database.manifest.values), codes)


def _field(distinct: int, codes: int) -> np.dtype[Any]:
    """The narrowest type for places of so many values, and for so many codes and none."""
    return np.dtype(np.uint8 if distinct <= 256 and codes <= 255 else np.uint16)
