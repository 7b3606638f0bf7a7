"""The records of a solution that is not written yet, as a table for kernels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from retro.compiling.kernels import Variant
from retro.game.rules import IndexedRules
from retro.indexing.tiers import tiers_of
from retro.lookup import solved_kernels, whole_kernels
from retro.lookup.pages import PagedRecords
from retro.lookup.table import RecordTable, shape
from retro.solving.below import one_pass
from retro.solving.plan import Plan
from retro.solving.tiles import PLAIN
from retro.storage.block import BLOCK_SLOTS, Fields, stored_move
from retro.storage.solution import Solution
from retro.storage.value_numbers import ValueNumbers
from retro.system.ranges import ranges

OF_WORDS: Variant = {whole_kernels: solved_kernels}
"""How kernels read the records of a solution that are in memory as its solver has them."""


class SolvedRecords:
    """The records of a solution as a source of pages; ``numbers`` are the indices of values in the list of values."""

    def __init__(self, solution: Solution, numbers: ValueNumbers) -> None:
        self._solution, self._numbers = solution, numbers
        self.slots, self.block = solution.statistics.slots, max(BLOCK_SLOTS, solution.batch)

    def fields(self, number: int) -> Fields:
        """See `retro.lookup.pages.Source`."""
        start = number * self.block
        best, second, only_move = self._solution.planes(start, min(start + self.block, self.slots))
        return self._numbers.of(best), self._numbers.of(second), stored_move(only_move).astype(np.uint16)

    def record(self, index: int) -> tuple[int, int, int]:
        """Returns best, second and only move of a slot."""
        return _record(self._solution, index)


def _record(solution: Solution, index: int) -> tuple[int, int, int]:
    best, second, only_move = solution.planes(index, index + 1)
    return int(best[0]), int(second[0]), int(only_move[0])


@dataclass(frozen=True)
class WordTable(RecordTable):
    """The records of a ``solution`` where its solver has them in memory; ``fields`` are these words."""

    variant = OF_WORDS
    solution: Solution = field(kw_only=True)

    @property
    def constants(self) -> dict[str, Any]:
        assert self.solution.words is not None
        return self.solution.words[1]

    @property
    def view(self) -> Any:
        return self.fields, self.values

    def record(self, index: int) -> tuple[int, int, int]:
        return _record(self.solution, index)


def of_words(rules: IndexedRules, plan: Plan) -> bool:
    """Returns whether a solution by ``plan`` has its records in memory as words."""
    by_levels = len(tiers_of(rules)) == 1 and not one_pass(rules)
    return by_levels and plan.backend != "reference" and plan.tiles.kind == PLAIN


def table_bytes(rules: IndexedRules) -> int:
    """Returns the bytes of a table of all records, if they have at most 256 values."""
    width, kind = shape(rules, 0)
    return rules.slots * width * kind.itemsize


def table_of(rules: IndexedRules, solution: Solution, memory: int) -> RecordTable:
    """Returns a table of all records; those that do not fit into ``memory`` bytes are in pages.

    It takes no memory if the solver has all records in memory.
    """
    if solution.words is not None:
        return WordTable(rules, solution.words[0], np.array(solution.values, np.int32), solution=solution)
    values, numbers = np.array(solution.values, np.int32), ValueNumbers(0, np.int32)
    numbers.put(values.tolist(), 0)
    source, (width, kind) = SolvedRecords(solution, numbers), shape(rules, len(values))
    if rules.slots * width * kind.itemsize > memory:
        return RecordTable(rules, np.empty(0, kind), values, PagedRecords(source, width, kind, memory))
    fields = np.empty((rules.slots, width), kind)
    for number, (start, stop) in enumerate(ranges(0, rules.slots, source.block)):
        fields[start:stop] = np.column_stack(source.fields(number)[:width])
    return RecordTable(rules, fields.ravel(), values)
