"""Records by slot while a game is solved, in tiles and pages, and the plainest way to keep them: in memory.

Distances from the start, while they are found (`retro.reach.reach`), are records to a store, too. A tile is 2**bits
neighbouring slots, a page a part of it that is read and written by itself. Whoever wants records opens slots of a tile,
changes them, and closes them again; nobody else has opened the same pages meanwhile. A store holds no more than was
opened: each of several shards may have one, with its own tiles only.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import IndexedRules
from retro.solving.record import Records
from retro.system.checkpointing import PageFunction
from retro.system.ranges import aligned_ranges

TILE_BITS = 22
"""Records of a tile fit into a processor's caches: 16 MiB of Ostle."""
LEAST_TILE_BITS = 16
TILES = 64
"""A smaller game has smaller tiles, so that threads share the work, but about so many are enough."""
PAGE_BITS = 20
"""Slots that are packed together, and expanded in one go, at most."""
TASK_SLOTS = 1 << 16
"""Slots of a task of the back ends that do not work by pages."""

Told = Callable[[], int]
"""The level of which, and of all before, everything was told."""


def tile_bits(rules: IndexedRules) -> int:
    """The binary logarithm of the slots of a tile."""
    return min(TILE_BITS, max(LEAST_TILE_BITS, (rules.slots // TILES).bit_length()))


class Store(ABC):
    """Records by slot. Page by page they can be saved and filled in again (`retro.system.checkpointing.PagedArray`)."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]

    def __init__(
        self, rules: IndexedRules, dtype: np.dtype[Any], blank: int | None = None, bits: int | None = None
    ) -> None:
        """Of records of this type; ``blank`` is what slots have that nobody has opened: by default anything.

        Tiles are cut as `tile_bits` says, unless somebody else has cut them before: into ``bits``.
        """
        self.dtype, self.blank = dtype, blank
        self.bits = tile_bits(rules) if bits is None else bits
        self.page = 1 << min(PAGE_BITS, self.bits)
        self.pages = aligned_ranges(0, rules.slots, self.page)
        self.shape = (rules.slots,)

    @property
    def held(self) -> int:
        """Bytes of packed records in memory."""
        return 0

    @property
    def written(self) -> int:
        """Bytes written to disk so far."""
        return 0

    @abstractmethod
    def opened(self, start: int, stop: int) -> AbstractContextManager[Records]:
        """Records of slots start..stop-1 of one tile, to be changed."""

    def live(self, start: int, stop: int, told: Told | None = None) -> AbstractContextManager[Records]:
        """The same of whole pages, but in place of records that are settled there may be others that are.

        A store is free to do so with those that are settled when ``told`` says, which is asked when they are closed.
        """
        return self.opened(start, stop)

    @abstractmethod
    def read(self, start: int, stop: int) -> Records:
        """Records of slots start..stop-1, not to be changed."""

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, slots: slice) -> Records:
        start, stop, _ = slots.indices(len(self))
        return self.read(start, stop)

    @property
    def page_bytes(self) -> list[int]:
        """Bytes of each part."""
        return [(stop - start) * self.dtype.itemsize for start, stop in self.pages]

    def read_page(self, number: int) -> NDArray[np.uint8]:
        """The bytes of a page."""
        return self.read(*self.pages[number]).view(np.uint8)

    def fill_page(self, number: int, data: bytes) -> None:
        """Bring a page back."""
        with self.opened(*self.pages[number]) as records:
            records[:] = np.frombuffer(data, self.dtype)

    def map_pages(self, function: PageFunction) -> None:
        """See `retro.system.checkpointing.PagedArray`: they are here."""
        return None


class Plain(Store):
    """Records as they are, an array for each tile."""

    def __init__(
        self, rules: IndexedRules, dtype: np.dtype[Any], blank: int | None = None, bits: int | None = None
    ) -> None:
        super().__init__(rules, dtype, blank, bits)
        self._tiles: dict[int, Records] = {}
        self._making = threading.Lock()

    def opened(self, start: int, stop: int) -> AbstractContextManager[Records]:
        tile = start >> self.bits
        base = tile << self.bits
        with self._making:
            if tile not in self._tiles:
                slots = min(1 << self.bits, self.shape[0] - base)
                made = np.empty(slots, self.dtype) if self.blank is None else np.full(slots, self.blank, self.dtype)
                self._tiles[tile] = made
        return nullcontext(self._tiles[tile][start - base : stop - base])

    def read(self, start: int, stop: int) -> Records:
        parts = []
        for first, last in aligned_ranges(start, stop, 1 << self.bits):
            with self.opened(first, last) as records:
                parts.append(records)
        return parts[0] if len(parts) == 1 else np.concatenate(parts)
