"""Values of finished tiers that do not fit into memory: pages of them are loaded as kernels look them up.

In most games the moves of a tier enter few others, so solving one takes memory for these, not for the whole game. The
pages stay for later tasks and tiers (`retro.storage.page_cache`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from retro.compiling.kernels import Variant
from retro.solving import finished_kernels, paged_finished_kernels
from retro.solving.below import Below, Indices
from retro.storage import page_runs
from retro.storage.block import BLOCK_SLOTS
from retro.storage.finished_records import FinishedRecords
from retro.storage.page_cache import PageCache, Pages
from retro.storage.page_loading import Rows
from retro.system.progress import Silent
from retro.system.sizes import PRODUCTION, Sizes

MAX_SHIFT = 14
"""Binary logarithm of the most slots of a page, a quarter of a frame."""
FIRST_SHARE = 16
"""A task begins with one part of so many: the rest of it finds most pages in memory that it would have marked."""
AHEAD_GROUPS = 8
"""A page is loaded with its neighbours: as many slots as one part of so many of the tier, and at least a frame."""

Result = TypeVar("Result")


def variant(paged: bool) -> Variant:
    """Returns the kernels that replace others where values of finished tiers are in pages."""
    return {finished_kernels: paged_finished_kernels} if paged else {}


class _Values:
    """Indices of best values as a source of pages."""

    fields = 1

    def __init__(self, records: FinishedRecords, slots: int) -> None:
        self._records, self.slots = records, slots
        self.frames_of, self.pieces = records.where.frames_of, records.where.pieces

    @property
    def dtype(self) -> np.dtype[np.unsignedinteger]:
        return np.dtype(f"u{self._records.value_bytes}")

    def rows(self, frame: int) -> Rows:
        return self._records.best(frame)[:, None]


class PagedValues:
    """Indices of the values of finished tiers, by slot of the game, in pages within ``memory`` bytes.

    Several threads may `run` tasks at once.
    """

    def __init__(
        self, records: FinishedRecords, slots: int, max_moves: int, memory: int, sizes: Sizes = PRODUCTION
    ) -> None:
        min_pages = max(sizes.min_pages, 2 * max_moves)
        shifts = sizes.min_page_bits, MAX_SHIFT
        self.cache = PageCache(_Values(records, slots), memory, shifts, min_pages, resident=True)

    def begin(self, slots: int) -> Pages:
        """Returns pages in the types of those that tasks get from `run`; tiers with so many slots are solved next."""
        return self.cache.begin(max(BLOCK_SLOTS, slots // AHEAD_GROUPS))

    def update(self, start: int, indices: Indices) -> None:
        """Brings the values of slots from ``start`` on, which were just finished, to pages in memory."""
        self.cache.update(start, indices[:, None])

    def run(self, start: int, stop: int, below: Below, one: Callable[[int, int, Below], Result]) -> list[Result]:
        """Returns the results of ``one`` for ranges that make up start..stop-1, in order.

        ``one`` gets the first slot of a range, one past the last, and ``below`` with the pages of this thread. It is
        called several times for a range, and the last result counts.
        """
        first = start + (stop - start) // FIRST_SHARE

        def work(task: tuple[int, int]) -> Result:
            return one(*task, below._replace(indices=self.cache.pages))

        tasks = [(start, first), (first, stop)] if start < first else [(start, stop)]
        return [result for _, result in page_runs.run(self.cache, tasks, 1, work, Silent())]
