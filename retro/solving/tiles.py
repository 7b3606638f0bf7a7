"""The store of a run (`retro.solving.stores`), plain, packed in memory or in files, and the memory that it takes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from retro.game.rules import IndexedRules
from retro.solving.below import in_tiers, largest_tier
from retro.solving.outbox import open_bytes
from retro.solving.packed import PackedStore, buffer_bytes, packing_bytes
from retro.solving.record import Layout
from retro.solving.schedule import MAX_SLOTS
from retro.solving.stores import Plain, Store, tile_bits
from retro.system.page_files import FileStorage, MemoryStorage, PageStorage
from retro.system.sizes import PRODUCTION, Sizes

PLAIN, PACKED, FILES = KINDS = "plain", "packed", "files"
"""Stores, the fastest first."""
UPDATE_DIVISORS = {PLAIN: 8, PACKED: 2, FILES: 2}
MIN_DIVISOR, MIN_BUDGET = 64, 32 << 20
"""Updates get the memory of records divided by the divisor of the store, if that is available, and always the larger of
the two minima. The less memory they have, the more often a tile is unpacked and packed."""
PACKED_SHARE = 0.33
"""The largest size of packed records, which is in the end, as a share of plain ones; all of Ostle 0.31."""
UNPACKED_DIVISOR = 2
"""In a search of a game in tiers, the distances of some tiers are unpacked in the memory that is left divided by this.
Updates get the rest."""
GROWTH = 0.1
"""Bytes by which packed records grow for each byte of updates, until they have their largest size; all of Ostle
0.05."""


@dataclass(frozen=True)
class Tiles:
    """The store of a run.

    kind     PLAIN, PACKED or FILES
    budget   bytes for updates, and for records packed in memory
    scratch  directory for FILES; the caller creates and removes it
    shards   shards that send each other updates
    dtype    type of a slot's record, by default that of a solver
    bits     binary logarithm of the slots of a tile, if it does not follow from the number of slots
    finished bytes for pages of the values of finished tiers, None if all of them are in memory
    unpacked bytes of the budget for distances that are left unpacked while the tiers are searched that they are of;
             0: the game is searched as one tier
    sizes    of tiles, pages, tasks, rounds and messages
    """

    kind: str = PLAIN
    budget: int = 1 << 28
    scratch: Path | None = None
    shards: int = 1
    dtype: np.dtype[Any] | None = None
    bits: int | None = None
    finished: int | None = None
    unpacked: int = 0
    sizes: Sizes = PRODUCTION

    @classmethod
    def within(
        cls,
        rules: IndexedRules,
        kind: str,
        threads: int,
        memory: int,
        edges: int,
        kernels: ModuleType | None,
        dtype: np.dtype[Any] | None = None,
        bits: int | None = None,
    ) -> Tiles:
        """Returns a store of that kind which takes ``memory`` bytes, or the minimum if that is more.

        Updates get the memory that records leave, but no more than a share, nor more than a game with ``edges`` edges
        can use: half of them in the largest level. They get no less than the blocks that ``threads`` fill at the same
        time, with the updates that ``kernels`` send; these are None if there are no updates.
        """
        empty = cls(kind, 0, dtype=dtype, bits=bits)
        slots, tile = empty.slots(rules), empty._tile_bits(rules)
        records = slots * empty.record(rules).itemsize
        packed = int(PACKED_SHARE * records) if kind == PACKED else 0
        left = memory - packed - empty.memory_bytes(rules, threads)
        minimum, unpacked = max(records // MIN_DIVISOR, MIN_BUDGET), 0
        if dtype is not None and kind != PLAIN and in_tiers(rules):
            unpacked = min(records, max((left - minimum) // UNPACKED_DIVISOR, MIN_BUDGET))
        left -= unpacked
        wanted = min(max(minimum, min(records // UPDATE_DIVISORS[kind], left)), 2 * edges)
        least = open_bytes(kernels, slots, tile, threads) if kernels else 0
        return replace(empty, budget=packed + unpacked + max(wanted, least), unpacked=unpacked)

    def slots(self, rules: IndexedRules) -> int:
        """Returns the largest number of records at the same time."""
        if self.dtype is not None:
            return rules.slots
        return max(largest_tier(rules), min(rules.slots, MAX_SLOTS) if self.kind == PLAIN else 0)

    def record(self, rules: IndexedRules) -> np.dtype[Any]:
        """Returns the type of a slot's record."""
        return np.dtype(Layout.of(rules).dtype) if self.dtype is None else self.dtype

    def for_updates(self, store: Store) -> int:
        """Returns the bytes of the budget that are left for updates in the next round."""
        if self.kind != PACKED:
            return self.budget - self.unpacked
        left = self.budget - self.unpacked - store.held
        largest = int(PACKED_SHARE * store.shape[0] * store.dtype.itemsize)
        return max(0, left - max(0, min(int(GROWTH * left), largest - store.held)))

    def memory_bytes(self, rules: IndexedRules, threads: int) -> int:
        """Returns the bytes of memory for records, flags and updates."""
        return self.final_bytes(rules) + self._open_bytes(rules, threads) + self.budget - self._packed_bytes(rules)

    def final_bytes(self, rules: IndexedRules) -> int:
        """Returns the bytes of memory for records and flags once all records are final."""
        slots = self.slots(rules)
        plain = slots * self.record(rules).itemsize if self.kind == PLAIN else 0
        return plain + self._packed_bytes(rules) + slots // 128

    def _packed_bytes(self, rules: IndexedRules) -> int:
        """Returns the bytes of the budget that records take in the end."""
        if self.kind != PACKED:
            return 0
        return min(self.budget, int(PACKED_SHARE * self.slots(rules) * self.record(rules).itemsize))

    def _open_bytes(self, rules: IndexedRules, threads: int) -> int:
        """Returns the bytes that all threads take for open tiles and for the updates that they apply to these."""
        if self.kind == PLAIN:
            return 0
        record, page = self.record(rules), self.batch(rules)
        tile = min(self.slots(rules), 1 << self._tile_bits(rules))
        buffers = buffer_bytes(tile, page, record, splitting=self.dtype is None)
        return threads * (buffers + packing_bytes(page, record))

    def batch(self, rules: IndexedRules) -> int:
        """Returns how many records are read at once: a page, if they are packed."""
        if self.kind == PLAIN:
            return 1
        return min(self.slots(rules), 1 << min(self.sizes.page_bits, self._tile_bits(rules)))

    def _tile_bits(self, rules: IndexedRules) -> int:
        return self.bits or tile_bits(self.slots(rules), self.sizes)

    def scratch_bytes(self, rules: IndexedRules) -> int:
        """Returns the bytes of disk for files of tiles."""
        return int(PACKED_SHARE * self.slots(rules) * self.record(rules).itemsize) if self.kind == FILES else 0

    def pieces(self) -> PageStorage:
        """Returns a new storage for what else is stored by page: in files if records are."""
        if self.kind != FILES:
            return MemoryStorage()
        assert self.scratch is not None
        return FileStorage(self.scratch)

    def store(
        self, slots: int, dtype: np.dtype[Any], blank: int | None = None, splitting: ModuleType | None = None
    ) -> Store:
        """Returns a new store of ``slots`` records; for ``blank`` see `Store`, for ``splitting`` see `PackedStore`."""
        if self.kind == PLAIN:
            return Plain(slots, dtype, blank, self.bits or 0, self.sizes)
        assert self.kind == PACKED or self.scratch is not None
        directory = self.scratch if self.kind == FILES else None
        return PackedStore(slots, dtype, blank, self.bits or 0, self.sizes, directory, splitting)


IN_MEMORY = Tiles()
