"""The tiers that are finished: their records, and the values that the tiers above them look up."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from retro.game import UNKNOWN
from retro.game.rules import IndexedRules, Tier
from retro.solving.below import Below, Indices
from retro.solving.paged_values import PagedValues
from retro.storage.finished_records import FinishedRecords
from retro.storage.solution import Planes, Solution


class FinishedTiers:
    """The first ``finished`` tiers, and those that are added.

    paged  pages of their values; None if all values are in memory
    """

    def __init__(
        self,
        rules: IndexedRules,
        tiers: Sequence[Tier],
        path: Path | None,
        memory: int | None,
        finished: int = 0,
        values: Sequence[int] = (UNKNOWN,),
    ) -> None:
        """``path`` and ``values`` are as for `FinishedRecords`. With ``memory``, values are in pages, in so many bytes.

        Damaged if the file does not have the records of the tiers.
        """
        self._tiers, self.finished = tiers, finished
        self._records = FinishedRecords(rules, tiers, path, finished, values)
        self.paged = None if memory is None else PagedValues(self._records, rules.slots, rules.max_moves, memory)
        self._indices: Indices = np.zeros(rules.slots if memory is None else 0, np.uint8)
        if memory is None:
            for tier in tiers[:finished]:
                for frame, _, start, stop in self._records.where.pieces(tier.start, tier.stop):
                    self._set(start, stop, self._records.best(frame))

    @property
    def values(self) -> list[int]:
        """The values that occur; the first is UNKNOWN."""
        return self._records.values

    def below(self) -> Below:
        """Returns what kernels need to solve the next tier."""
        number, start, stop = self._tiers[self.finished]
        below = Below(number, start, stop - start, np.array(self.values, np.int64), self._indices)
        return below if self.paged is None else self.paged.begin(below)

    def add(self, solution: Solution, pool: ThreadPoolExecutor, threads: int) -> None:
        """Adds the solution of the next tier."""
        _, first, stop = self._tiers[self.finished]
        for start, indices in self._records.add(solution, stop - first, pool, threads):
            if self.paged is None:
                self._set(first + start, first + start + len(indices), indices)
            else:
                self.paged.update(first + start, indices)
        self.finished += 1

    def drop_values(self) -> None:
        """Frees the values that tiers look up, when all are finished: `below` cannot be used after that."""
        self.paged, self._indices = None, np.zeros(0, np.uint8)

    def planes(self, start: int, stop: int) -> Planes:
        """Returns the records of slots start..stop-1 of the game, which are of finished tiers."""
        return self._records.planes(start, stop)

    def sync(self) -> None:
        """Waits until the records are on the disk."""
        self._records.sync()

    def _set(self, start: int, stop: int, indices: Indices) -> None:
        if indices.itemsize > self._indices.itemsize:  # later slots take memory only when they get their indices
            wider = np.zeros(len(self._indices), indices.dtype)
            wider[:start] = self._indices[:start]
            self._indices = wider
        self._indices[start:stop] = indices
