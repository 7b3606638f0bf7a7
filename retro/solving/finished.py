"""The tiers that are finished: their records, and the values that the tiers above them look up."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules, Tier
from retro.game.values import NO_VALUE
from retro.solving.below import Below, Indices
from retro.solving.paged_values import PagedValues
from retro.storage.finished_records import FinishedRecords
from retro.storage.solution import Solution
from retro.system.ranges import ranges
from retro.system.sizes import PRODUCTION, Sizes

COPIED = 1 << 16
"""Slots that are copied at a time when indices get wider."""


class FinishedTiers:
    """Finished tiers, by their index among all tiers of a game.

    records  their records
    paged    pages of their values; None if all values are in memory
    """

    def __init__(
        self,
        rules: IndexedRules,
        tiers: Sequence[Tier],
        path: Path | None,
        memory: int | None,
        finished: Sequence[int] = (),
        values: Sequence[int] = (NO_VALUE,),
        sizes: Sizes = PRODUCTION,
    ) -> None:
        """``path`` and ``values`` are as for `FinishedRecords`. With ``memory``, values are in pages, in so many bytes.

        Damaged if the file does not have the records of the tiers.
        """
        self._tiers = tiers
        self.records = FinishedRecords(rules, tiers, path, finished, values)
        pages = self.records, rules.slots, rules.max_moves
        self.paged = None if memory is None else PagedValues(*pages, memory, sizes)
        self._indices: Indices = np.zeros(rules.slots if memory is None else 0, np.uint8)
        if memory is None:
            for tier in finished:
                for frame, _, start, stop in self.records.where.pieces(*tiers[tier][1:]):
                    self._set(start, stop, self.records.best(frame))

    def below(self, tier: int, unfinished: NDArray[np.int64]) -> Below:
        """Returns a tier to solve next, given the numbers of the unfinished tiers below it."""
        number, start, stop = self._tiers[tier]
        values = np.array(self.records.values, np.int64)
        indices = self._indices if self.paged is None else self.paged.begin(stop - start)
        return Below(number, start, stop - start, values, indices, unfinished)

    def add(self, tier: int, solution: Solution, pool: ThreadPoolExecutor, threads: int) -> None:
        """Adds the solution of a tier."""
        for start, indices in self.records.add(tier, solution, pool, threads):
            if self.paged is None:
                self._set(start, start + len(indices), indices)
            else:
                self.paged.update(start, indices)

    def drop_values(self) -> None:
        """Frees the values that tiers look up, when all are finished: `below` cannot be used after that."""
        self.paged, self._indices = None, np.zeros(0, np.uint8)

    def _set(self, start: int, stop: int, indices: Indices) -> None:
        if indices.itemsize > self._indices.itemsize:  # other slots take memory only when they get their indices
            wider = np.zeros(len(self._indices), indices.dtype)
            for part in (slice(*each) for each in ranges(0, len(wider), COPIED)):
                if self._indices[part].any():
                    wider[part] = self._indices[part]
            self._indices = wider
        self._indices[start:stop] = indices
