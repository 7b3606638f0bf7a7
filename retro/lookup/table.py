"""A solved game for kernels: its rules with an index that compiled code can use, and the records of all its positions.

For analyses of a whole database; single queries use `retro.query.api`, which reads as little as possible.

Records are as narrow as in the database, where a value is its index in a list: all of Ostle takes three bytes per slot.
The fields of a record are adjacent, so a look-up costs one memory access. Records that do not fit into memory are
looked up in pages (`retro.lookup.pages`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import AS_IT_IS, Variant
from retro.game import NONE, move_values
from retro.game.rules import IndexedRules, Move, Rules
from retro.game.values import WIN_POINTS, value_of
from retro.lookup.pages import NO_DISTANCES, PagedRecords, fill
from retro.storage.block import read_move
from retro.storage.database import Database
from retro.storage.distances import DistanceFile, Distances, unreached
from retro.storage.page_cache import Pages
from retro.storage.page_loading import FRAMES_PER_CALL
from retro.storage.page_runs import Task
from retro.storage.solution import Values
from retro.system import machine
from retro.system.checkpointing import all_results
from retro.system.errors import ResourceError
from retro.system.progress import Progress
from retro.system.ranges import ranges
from retro.system.sizes import PRODUCTION, Sizes

PROCESS_BYTES = 300 << 20
"""Memory of the interpreter, libraries, compiled code and buffers."""
ENUMERATED_BYTES = 4
"""Memory per enumerated position: its key, packed."""
MIN_RECORD_BYTES = PRODUCTION.min_record_bytes
FIELDS = 3
"""Fields of a record: best, second and only move; without a repetition rule, best alone."""

Fields = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True)
class RecordTable:
    """The records of all slots, as `retro.storage.solution` describes them.

    fields     by slot: the index of best in ``values`` and, with a repetition rule, the index of second (the same as
               best if there is no only move) and the only move as it is stored
    values     NO_VALUE, and every value that occurs in the solution
    pages      the records if they do not all fit into memory; then ``fields`` is empty
    distances  by slot, the distance from the start; None if not loaded or in pages

    ``variant`` are the modules that replace others in the kernels which read records.
    """

    variant: ClassVar[Variant] = AS_IT_IS

    rules: IndexedRules
    fields: Fields
    values: Values
    pages: PagedRecords | None = None
    distances: Distances | None = None

    @property
    def constants(self) -> dict[str, Any]:
        """Constants of the kernels that read records."""
        return {}

    @property
    def view(self) -> Fields | Pages:
        """The records, for kernels that the calling thread runs."""
        return self.fields if self.pages is None else self.pages.pages

    @property
    def has_distances(self) -> bool:
        """Whether distances from the start are available."""
        return self.distances is not None if self.pages is None else self.pages.has_distances

    def nearer(self, within: int) -> Callable[[int, int], NDArray[np.bool_]]:
        """Returns a function of a range of slots: which of their positions are fewer plies from the start."""

        def of_slots(start: int, stop: int) -> NDArray[np.bool_]:
            distances = NO_DISTANCES if self.distances is None else self.distances[start:stop]
            if self.pages is not None:
                distances = self.pages.distances_of(start, stop)
            near: NDArray[np.bool_] = (distances < within) & (distances != unreached(distances.dtype))
            return near

        return of_slots

    def distance_view(self, wanted: bool = True) -> Distances | Pages:
        """The distances from the start, for kernels that the calling thread runs; empty unless ``wanted``."""
        if self.pages is not None:
            return self.pages.distances(wanted)
        return self.distances if wanted and self.distances is not None else NO_DISTANCES

    def record(self, index: int) -> tuple[int, int, int]:
        """Returns best, second and only move of a slot."""
        if self.pages is not None:
            return self.pages.record(index)
        if not self.rules.repetition:
            best = int(self.values[self.fields[index]])
            return best, best, NONE
        best, second, only_move = self.fields[FIELDS * index : FIELDS * (index + 1)].tolist()
        return int(self.values[best]), int(self.values[second]), read_move(only_move)

    def of_checkmates(self) -> NDArray[np.bool_]:
        """Returns a flag by index in ``values``: whether only checkmate positions have that value.

        Checkmate positions have no states that count. A win in one ply either ends the game or leads to a position
        whose mover has lost for lack of a move. If no position is lost in no plies, it is the former.
        """
        bits = self.rules.kind.bits
        lost, won = value_of(-WIN_POINTS, 0, 0, bits), value_of(WIN_POINTS, 1, 0, bits)
        certain = self.rules.repetition and lost not in self.values
        return np.array(self.values == won) & certain

    def move_value(self, key: int, move: Move) -> int:
        """See `retro.game.move_values.move_value`."""
        return move_values.move_value(self.rules, self.record, key, move)


def load(
    rules: Rules,
    database: Database,
    progress: Progress,
    threads: int = 1,
    memory: int | None = None,
    more: int = 0,
    distances: DistanceFile | None = None,
    sizes: Sizes = PRODUCTION,
) -> RecordTable:
    """Returns a table of all records; those that do not fit into ``memory`` bytes (default: what is free) are in pages.

    The table takes a byte per slot, or three with a repetition rule; twice that for a game with more than 256 values or
    255 codes, four times with more than 65,536 values; and one, two or four bytes for ``distances`` from the start. The
    ``more`` bytes that the caller requires and, where positions are enumerated, the 8 to 20 bytes per slot of their
    index cannot be in pages: ResourceError is raised if they do not fit. With pages the files stay open.
    """
    slots, about = database.slots, database.manifest
    width, field = shape(rules, len(database.manifest.values))
    size = slots * (width * field.itemsize + (distances.dtype.itemsize if distances else 0))
    more += slots * ENUMERATED_BYTES if rules.enumerated else 0
    capacity = check_memory(rules, more + min(size, sizes.min_record_bytes), memory) - more
    indexed, listed = database.indexed(rules, in_memory=True), np.array(about.values, np.int32)
    if size > capacity:
        pages = PagedRecords(database, width, field, capacity, distances)
        return RecordTable(indexed, np.empty(0, field), listed, pages)
    fields = np.empty((slots, width), field)

    def read(frames: Task) -> int:
        for number in range(*frames):
            fill(database, number, fields[number * about.block : (number + 1) * about.block])
        return min(frames[1] * about.block, slots) - frames[0] * about.block

    progress.phase("reading", slots, None)
    with ThreadPoolExecutor(threads) as pool:
        for done in all_results(pool, read, ranges(0, -(-slots // about.block), FRAMES_PER_CALL)):
            progress.advance(done, 0)
    loaded = distances.distances(0, slots) if distances else None
    return RecordTable(indexed, fields.ravel(), listed, distances=loaded)


def check_memory(rules: Rules, needed: int, memory: int | None = None) -> int:
    """Returns the bytes for arrays, out of ``memory`` or of what is free; ResourceError if fewer than ``needed``."""
    available = machine.available_memory() if memory is None else memory
    if needed + PROCESS_BYTES > available:
        missing = f"{needed + PROCESS_BYTES - available:,} bytes of memory are missing"
        raise ResourceError(
            f"cannot analyse {rules.game.name}: {missing} ({needed + PROCESS_BYTES:,} needed, {available:,} available)"
        )
    return available - PROCESS_BYTES


def counted_by_value(counters: NDArray[np.int64], values: Values) -> dict[int, int]:
    """Returns the counters that are not 0 by value: those at the indices of ``values``, and then of their negatives.

    Kernels count at the latter where statistics have values of the first player, and the second one is to move.
    """
    counted, size = Counter[int](), len(values)
    for index in np.flatnonzero(counters).tolist():
        counted[int(values[index]) if index < size else -int(values[index - size])] += int(counters[index])
    return dict(counted)


def shape(rules: Rules, distinct: int) -> tuple[int, np.dtype[Any]]:
    """Returns the number of fields of a record and their type, the narrowest for ``distinct`` values and all codes."""
    highest = max(distinct - 1, rules.codes if rules.repetition else 0)
    return FIELDS if rules.repetition else 1, np.min_scalar_type(highest)
