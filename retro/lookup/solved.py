"""The records of a solution that is not written yet, as a table for kernels."""

from __future__ import annotations

import numpy as np

from retro.game import UNKNOWN
from retro.game.rules import IndexedRules
from retro.lookup.pages import PagedRecords
from retro.lookup.table import RecordTable, shape
from retro.storage.block import BLOCK_SLOTS, Fields
from retro.storage.solution import Solution, value_type
from retro.storage.value_numbers import ValueNumbers
from retro.system.ranges import ranges


class SolvedRecords:
    """The records of a solution as a source of pages: the index of a value in the list of values is the value.

    With ``numbers``, these are the indices.
    """

    def __init__(self, solution: Solution, numbers: ValueNumbers | None = None) -> None:
        self._solution, self._numbers = solution, numbers
        self.slots, self.block = solution.statistics.slots, max(BLOCK_SLOTS, solution.batch)

    def fields(self, number: int) -> Fields:
        """See `retro.lookup.pages.Source`."""
        start = number * self.block
        best, second, only_move = self._solution.planes(start, min(start + self.block, self.slots))
        if self._numbers is not None:
            best = second = self._numbers.of(best)
        return best, second, (only_move + 1).astype(np.uint16)

    def record(self, index: int) -> tuple[int, int, int]:
        """Returns best, second and only move of a slot."""
        best, second, only_move = self._solution.planes(index, index + 1)
        return int(best[0]), int(second[0]), int(only_move[0])


def table_bytes(rules: IndexedRules) -> int:
    """Returns the bytes of a table of all records, if they have at most 256 values."""
    width, field = shape(rules, 0)
    return rules.slots * width * field.itemsize


def table_of(rules: IndexedRules, solution: Solution, memory: int) -> RecordTable:
    """Returns a table of all records; those that do not fit into ``memory`` bytes are in pages."""
    if rules.thresholds:
        return _with_thresholds(rules, solution, memory)
    source = SolvedRecords(solution)
    if table_bytes(rules) > memory:
        every = np.arange(solution.values, dtype=value_type(solution.values))
        width, _ = shape(rules, len(every))
        return RecordTable(rules, every[:0], every, PagedRecords(source, width, every.dtype, memory))
    blocks, seen = ranges(0, rules.slots, source.block), np.zeros(solution.values, np.bool_)
    for block in blocks:
        for plane in solution.planes(*block)[:2]:
            seen[plane] = True
    values, indices = np.flatnonzero(seen).astype(value_type(solution.values)), np.cumsum(seen) - 1
    width, field = shape(rules, len(values))
    fields = np.empty((rules.slots, width), field)
    for start, stop in blocks:
        best, second, only_move = solution.planes(start, stop)
        columns = indices[best], indices[second], only_move + 1
        fields[start:stop] = np.column_stack(columns[:width])
    return RecordTable(rules, fields.ravel(), values)


def _with_thresholds(rules: IndexedRules, solution: Solution, memory: int) -> RecordTable:
    """Returns the same for values with thresholds, which are large numbers: the statistics list them."""
    values = np.array(sorted({UNKNOWN, *solution.statistics.states}), value_type(solution.values))
    numbers = ValueNumbers(0, np.int32)
    numbers.put(values.tolist(), 0)
    source, (width, field) = SolvedRecords(solution, numbers), shape(rules, len(values))
    if rules.slots * field.itemsize > memory:
        return RecordTable(rules, np.empty(0, field), values, PagedRecords(source, width, field, memory))
    fields = np.empty(rules.slots, field)
    for number, (start, stop) in enumerate(ranges(0, rules.slots, source.block)):
        fields[start:stop] = source.fields(number)[0]
    return RecordTable(rules, fields, values)
