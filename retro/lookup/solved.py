"""The records of a solution that is not written yet, as a table for kernels."""

from __future__ import annotations

import numpy as np

from retro.game.rules import IndexedRules
from retro.lookup.pages import PagedRecords
from retro.lookup.table import RecordTable, shape
from retro.storage.block import BLOCK_SLOTS, Fields
from retro.storage.solution import Solution
from retro.storage.value_numbers import ValueNumbers
from retro.system.ranges import ranges


class SolvedRecords:
    """The records of a solution as a source of pages; ``numbers`` are the indices of values in the list of values."""

    def __init__(self, solution: Solution, numbers: ValueNumbers) -> None:
        self._solution, self._numbers = solution, numbers
        self.slots, self.block = solution.statistics.slots, max(BLOCK_SLOTS, solution.batch)

    def fields(self, number: int) -> Fields:
        """See `retro.lookup.pages.Source`."""
        start = number * self.block
        best, second, only_move = self._solution.planes(start, min(start + self.block, self.slots))
        return self._numbers.of(best), self._numbers.of(second), (only_move + 1).astype(np.uint16)

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
    values, numbers = np.array(solution.values, np.int32), ValueNumbers(0, np.int32)
    numbers.put(values.tolist(), 0)
    source, (width, field) = SolvedRecords(solution, numbers), shape(rules, len(values))
    if rules.slots * width * field.itemsize > memory:
        return RecordTable(rules, np.empty(0, field), values, PagedRecords(source, width, field, memory))
    fields = np.empty((rules.slots, width), field)
    for number, (start, stop) in enumerate(ranges(0, rules.slots, source.block)):
        fields[start:stop] = np.column_stack(source.fields(number)[:width])
    return RecordTable(rules, fields.ravel(), values)
