"""Settling a tier in one pass: all moves leave it, so the values of its positions follow from finished tiers.

Nothing is sent from position to position, so a record is the code of a value, in two bytes. Values may be scores.
"""

from __future__ import annotations

from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from retro.compiling.kernels import compiled_kernels
from retro.game import NONE
from retro.game.rules import IndexedRules
from retro.game.values import NO_VALUE
from retro.indexing.image_tables import fastest_canonical
from retro.solving import below_kernels, paged_below_kernels, settle_kernels, sweep_value_kernels
from retro.solving.below import Below
from retro.solving.engine import Engine
from retro.solving.flags import Counters
from retro.solving.paged_values import variant
from retro.solving.record import Records, decoded
from retro.solving.shard import Shard, Shards
from retro.storage.solution import Planes, Solution, Statistics


def kernels(rules: IndexedRules, paged: bool = False) -> ModuleType:
    """Returns the compiled kernels of a game; with ``paged``, values of finished tiers are in pages."""
    functions = {"canonical": fastest_canonical(rules)}
    of_finished = {sweep_value_kernels: paged_below_kernels if paged else below_kernels}
    return compiled_kernels(rules, settle_kernels, functions=functions, variant={**variant(paged), **of_finished})


def shards(rules: IndexedRules, paged: bool) -> Shards:
    """Returns what shards are that settle a tier: records are codes as from `retro.game.values.code_of`."""
    return Shards(SettleShard, kernels(rules, paged), np.dtype(np.uint16), blank=0)


class Unsettled(Exception):
    """The value of a position does not follow from finished tiers."""


class SettleShard(Shard):
    """A shard whose first records are values; 1 is play without end."""

    positions = settle_kernels.POSITIONS

    def _fill(self, records: Records, first: int, below: Below, counters: Counters) -> int:
        start = below.first + first
        wrong: int = self.module.settle(start, start + len(records), below, records, counters)
        return wrong

    def _wrong(self, key: int) -> Exception:
        return super()._wrong(key) if self.rules.always_ends else Unsettled()


def solution(rules: IndexedRules, engine: Engine, total: Counters, sections: dict[str, int]) -> Solution:
    """Returns the solution of a settled tier, given the sums of the counters and positions by section."""
    module, records = engine.module, engine.records

    def decoded_values(codes: Records) -> NDArray[np.int32]:
        return decoded(codes, module.TOP, module.PLY_BITS)

    def planes(start: int, stop: int) -> Planes:
        best = decoded_values(records.read(start, stop))
        return best, best, np.full(len(best), NONE, np.int16)

    def by_value(counters: Counters) -> dict[int, int]:
        codes = np.flatnonzero(counters)
        counts = (counters[codes] * rules.players).tolist()
        return dict(sorted(zip(decoded_values(codes.astype(np.uint16)).tolist(), counts, strict=True)))

    statistics = Statistics(
        states=by_value(total[: module.VALUES]),
        final=by_value(total[module.VALUES : 2 * module.VALUES]),
        positions=int(total[module.POSITIONS]),
        checkmates=int(total[module.CHECKMATES]),
        sections=sections,
        slots=len(records),
        stored=int(total[module.STORED]),
    )
    values = sorted({NO_VALUE, *statistics.states, *(-value for value in statistics.states)})
    return Solution(planes, statistics, values, int(total[module.EDGES]))
