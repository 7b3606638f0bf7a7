"""The records of a solution that is not written yet, as a table for kernels."""

from __future__ import annotations

import numpy as np

from retro.game.rules import IndexedRules
from retro.lookup.pages import PagedRecords
from retro.lookup.table import RecordTable, shape
from retro.storage.block import BLOCK_SLOTS, Fields
from retro.storage.solution import Solution, value_type
from retro.system.ranges import ranges


class SolvedRecords:
    """The records of a solution as a source of pages: the index of a value in the list of values is the value."""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution
        self.slots, self.block = solution.statistics.slots, max(BLOCK_SLOTS, solution.batch)

    def fields(self, number: int) -> Fields:
        """See `retro.lookup.pages.Source`."""
        start = number * self.block
        best, second, only_move = self._solution.planes(start, min(start + self.block, self.slots))
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
