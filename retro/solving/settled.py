"""Settling a tier in one pass: all moves leave it, so the values of its positions follow from finished tiers.

Nothing is sent from position to position, so a record is the code of a value, in two bytes. Values may be scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

import numpy as np

from retro.compiling.kernels import kernels_of
from retro.game import NONE
from retro.game.rules import IndexedRules, Rules
from retro.indexing.image_tables import fastest_canonical
from retro.solving import below_kernels, settle_kernels, sweep_value_kernels
from retro.solving.below import Below
from retro.solving.flags import Counters
from retro.solving.paged_values import variant
from retro.solving.record import Layout, Records, decoded
from retro.solving.shard import Shard, Shards
from retro.storage.solution import Planes


def kernels(rules: IndexedRules, paged: bool = False) -> ModuleType:
    """Returns the compiled kernels of a game; with ``paged``, values of finished tiers are in pages."""
    functions = {"canonical": fastest_canonical(rules)}
    below = {sweep_value_kernels: below_kernels}
    return kernels_of(rules, settle_kernels, functions=functions, variant={**variant(paged), **below})


def shards(rules: IndexedRules, paged: bool) -> Shards:
    """Returns what shards are that settle a tier: records are codes as from `retro.game.values.code_of`."""
    return Shards(SettleShard, kernels(rules, paged), np.dtype(np.uint16), blank=0)


class Unsettled(Exception):
    """The value of a position does not follow from finished tiers."""


class SettleShard(Shard):
    """A shard whose first records are values; 1 is play without end."""

    def _fill(self, records: Records, first: int, below: Below, counters: Counters) -> dict[int, int]:
        return self._tallied(self.module.settle, records, first, below, counters)

    def _wrong(self, key: int) -> Exception:
        return super()._wrong(key) if self.rules.always_ends else Unsettled()


@dataclass(frozen=True)
class Codes(Layout):
    """The layout of these records.

    top, bits  as of the values of the game
    """

    top: int
    bits: int

    @classmethod
    def of(cls, rules: Rules) -> Codes:
        return cls(0, 0, False, np.uint16, rules.top, rules.kind.bits)

    def planes(self, records: Records) -> Planes:
        best = decoded(records, self.top, self.bits)
        return best, best, np.full(len(best), NONE, np.int16)
