"""The sweep backend: passes over the positions whose values are not known, in ascending levels (algorithms 7 and 8 of
Takizawa, 2023).

It computes the values of a level from those before, by the moves of each position alone (`retro.solving.
position_kernels`): it needs neither ``unmoves`` nor edges nor updates, and shares with the queue backend only the first
records and the order of the levels (`retro.solving.loop`). So it takes longer, and is the other opinion. A game with
a repetition rule and without ``unmoves`` is solved by it, because only moves into positions say which states exist: a
first pass sets their bits (`retro.solving.state_bits`).

All records of a tier are in memory, as one tile.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from retro.compiling.kernels import kernels_of
from retro.game.rules import IndexedRules
from retro.indexing.bitvector import Words
from retro.indexing.image_tables import fastest_canonical
from retro.solving import sweep_kernels
from retro.solving.below import Below, has_bounds, in_tiers
from retro.solving.edges import Edges
from retro.solving.flags import Counters, Due
from retro.solving.outbox_kernels import NEVER
from retro.solving.paged_values import variant
from retro.solving.record import Layout, Records
from retro.solving.shard import Shard, Shards, TaskResult
from retro.solving.tier_errors import missing_target
from retro.solving.tiles import PLAIN, Tiles


def kernels(rules: IndexedRules, layout: Layout | None = None, paged: bool = False) -> ModuleType:
    """Returns the compiled kernels of a game, for the narrowest records or those of a ``layout``.

    With ``paged``, values of finished tiers are in pages.
    """
    constants = {"TIERED": in_tiers(rules), "BOUNDS": has_bounds(rules), "REQUESTS": False, "PAYLOAD_BITS": 1}
    constants |= (layout or Layout.of(rules)).constants()
    functions = {"canonical": fastest_canonical(rules)}
    return kernels_of(rules, sweep_kernels, constants, functions, variant(paged))


def shards(states: Words, rules: IndexedRules, layout: Layout, paged: bool) -> Shards:
    """Returns what shards are that sweep; ``states`` are as from `retro.solving.state_bits.entered`."""
    return Shards(partial(SweepShard, states), kernels(rules, layout, paged), np.dtype(layout.dtype))


def one_tile(rules: IndexedRules, tiles: Tiles) -> Tiles:
    """Returns a store that has all records of a tier in memory, as one tile."""
    return replace(tiles, kind=PLAIN, bits=max(tiles.sizes.min_tile_bits, rules.slots.bit_length()))


class SweepShard(Shard):
    """All slots of a tier, whose records are one array.

    While levels are solved, its flag ``done`` says in which level a page was swept last: the level plus 1, negative if
    no later level changes a record of the page; 0 before.
    """

    def __init__(self, states: Words, *given: Any) -> None:
        super().__init__(*given)
        self._states = states

    def equip(self, edges: Edges, budget: int) -> None:
        """Does nothing: no updates are sent."""

    def due(self) -> Due:
        """Returns the levels that are due, and that in progress if pages of it were not swept before the run was
        interrupted."""
        due, begun = super().due(), int(np.abs(self.done).max())
        if begun:
            due.slots[begun - 1 & 3] += self._sizes[(self.done >= 0) & (self.done != begun)].sum()
        return due

    def expand(self, level: int) -> Iterator[TaskResult]:
        """Finds the values of the next level: counts those of this level, and values all positions that have none."""
        records = self.store.read(0, self.slots)
        due = (self._by_page[level & 3] | (self._later_by_page == level)).any(axis=1)
        pages = np.flatnonzero(due | (self.done >= 0) & (self.done != level + 1)).tolist()

        def one(page: int) -> TaskResult:
            start, stop = self.store.pages[page]
            self._by_page[level & 3, page], self._later_by_page[page] = False, NEVER

            def sweep(first: int, last: int, below: Below) -> tuple[int, Counters]:
                counters = self._no_counts()
                flags = self._states, self.pending, self.later
                left = self.module.sweep(first, last, level, records, below, *flags, counters)
                if left < 0:
                    raise missing_target(self.rules, [-1 - left])
                return left, counters

            own = self._below.first + start, self._below.first + stop, self._below
            swept = [sweep(*own)] if self._paged is None else self._paged.run(*own, sweep)
            self.done[page] = level + 1 if any(left for left, _ in swept) else -1 - level
            return TaskResult(stop - start, sum((counters for _, counters in swept), self._no_counts()))

        return self._each(one, self._grouped(pages))

    def _completed(self, records: Records, first: int, counters: Counters) -> dict[int, int]:
        if not self.rules.repetition:
            return super()._completed(records, first, counters)
        return self._tallied(self.module.count_states, records, first, self._below, counters, self._states)
