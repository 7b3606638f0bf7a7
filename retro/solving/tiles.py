"""How a run keeps its tiles (`retro.solving.stores`), and what it takes: as they are, packed in memory, or in files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from retro.game.rules import IndexedRules
from retro.solving.packed import Packed
from retro.solving.record import Layout
from retro.solving.stores import Plain, Store, tile_bits

PLAIN, PACKED, FILES = KINDS = "plain", "packed", "files"
"""Stores, the fastest first."""
SHARES = {PLAIN: 8, PACKED: 2, FILES: 2}
LEAST_SHARE, LEAST_BUDGET = 64, 32 << 20
"""Updates on their way take that part of what records take, if there is memory for it, and never less than the least:
the fewer there is room for, the more often a tile is unpacked and packed."""
PACKED_SHARE, PACKED_MEAN = 0.33, 0.15
"""What packing leaves of records at the worst moment, which is the end (of all of Ostle 0.31), and in between."""
GROWTH = 0.1
"""How many bytes an update on its way adds to packed records for each of its own, until these are at their worst; of
all of Ostle at most 0.05."""
BUFFERS = 4
"""Tiles that a thread has room for, while it packs and unpacks: all records of one, the live ones, where they are, and
what is packed."""


@dataclass(frozen=True)
class Tiles:
    """How a run keeps its tiles.

    kind     PLAIN, PACKED or FILES
    budget   bytes for updates on their way, and for records packed in memory
    scratch  directory for FILES, to be removed by whoever made it
    shards   parts that tell each other updates
    dtype    what a slot has, if it is not the record of a solver
    bits     of a tile's slots, if another process has cut the tiles
    """

    kind: str = PLAIN
    budget: int = 1 << 28
    scratch: Path | None = None
    shards: int = 1
    dtype: np.dtype[Any] | None = None
    bits: int | None = None

    @classmethod
    def within(
        cls,
        rules: IndexedRules,
        kind: str,
        threads: int,
        memory: int,
        edges: int,
        dtype: np.dtype[Any] | None = None,
    ) -> Tiles:
        """A store of that kind which takes ``memory`` bytes, or as little as can be.

        What records leave of them is for updates, but never more than a share, or than a game with so many ``edges``
        has use for: half of them in the largest level.
        """
        empty = cls(kind, 0, dtype=dtype)
        records = rules.slots * empty.record(rules).itemsize
        packed = int(PACKED_SHARE * records) if kind == PACKED else 0
        left = memory - packed - empty.memory_bytes(rules, threads)
        least = max(records // LEAST_SHARE, LEAST_BUDGET)
        return replace(empty, budget=packed + min(max(least, min(records // SHARES[kind], left)), 2 * edges))

    def record(self, rules: IndexedRules) -> np.dtype[Any]:
        """What a slot has."""
        return np.dtype(Layout.of(rules).dtype) if self.dtype is None else self.dtype

    def for_updates(self, store: Store) -> int:
        """What is left of the budget for updates in the next round."""
        if self.kind != PACKED:
            return self.budget
        left = self.budget - store.held
        worst = int(PACKED_SHARE * store.shape[0] * store.dtype.itemsize)
        return max(0, left - max(0, min(int(GROWTH * left), worst - store.held)))

    def memory_bytes(self, rules: IndexedRules, threads: int) -> int:
        """What records, marks and updates take in memory."""
        record = self.record(rules).itemsize
        buffers = threads * BUFFERS * min(rules.slots, 1 << tile_bits(rules)) * record
        records = rules.slots * record
        return (records if self.kind == PLAIN else buffers) + rules.slots // 256 + self.budget

    def scratch_bytes(self, rules: IndexedRules) -> int:
        """What it takes on disk."""
        return int(PACKED_SHARE * rules.slots * self.record(rules).itemsize) if self.kind == FILES else 0

    def store(self, rules: IndexedRules, blank: int | None = None, parting: ModuleType | None = None) -> Store:
        """A store without records; ``blank`` see `Store`, ``parting`` see `Packed`."""
        if self.kind == PLAIN:
            return Plain(rules, self.record(rules), blank, self.bits)
        assert self.kind == PACKED or self.scratch is not None
        directory = self.scratch if self.kind == FILES else None
        return Packed(rules, self.record(rules), blank, self.bits, directory, parting)


IN_MEMORY = Tiles()
