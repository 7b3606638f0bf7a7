"""Plans of a search from the start: memory, disk and time with every store."""

from __future__ import annotations

from retro.game.rules import IndexedRules
from retro.indexing.tiers import tiers_of
from retro.lookup import scan
from retro.reach.shards import counting_kernels, search_kernels
from retro.solving import cost
from retro.solving.plan import Plan
from retro.solving.process_memory import BUFFER_BYTES, cached, process_bytes
from retro.solving.sample import sampled
from retro.solving.stores import tile_bits
from retro.solving.tiles import KINDS, PLAIN, Tiles
from retro.storage.distances import type_of

COUNTING_BYTES = 30 << 20
"""Memory of the kernels that count states."""
DISK_BYTES, EMPTY_BYTES = 0.35, 0.125
"""Bytes of a distance in the database and in a checkpoint, of a position and of an empty slot: high estimates. All of
Ostle takes 0.25 a slot, Squadro with four lanes 0.14 to 0.23."""


def plans(rules: IndexedRules, threads: int, available: int, store: str = "auto") -> list[Plan]:
    """Returns the plan of a search with every possible store, the fastest first, as `retro.solving.plans` does."""
    return [plan_with(rules, threads, available, kind) for kind in KINDS if store in ("auto", kind)]


def plan_with(rules: IndexedRules, threads: int, available: int, kind: str) -> Plan:
    """Returns the plan of a search with all distances in a store of this kind."""
    sample = sampled(rules)
    modules = search_kernels(rules), counting_kernels(rules)
    others, kernels = (
        scan.states_bytes(rules) + COUNTING_BYTES,
        next((each for each in modules if not cached(each)), modules[0]),
    )
    positions = min(rules.slots, sample.max_positions)
    disk = int(positions * DISK_BYTES + (rules.slots - positions) * EMPTY_BYTES)
    rest = process_bytes(rules, "search", kernels, others + rules.slots, threads) - rules.slots
    tiles = Tiles.within(rules, kind, threads, available - rest - BUFFER_BYTES, sample.edges, modules[0], type_of(1))
    arrays = others + tiles.memory_bytes(rules, threads)
    memory = process_bytes(rules, "search", kernels, arrays, threads)
    sizes, room = (tier.stop - tier.start for tier in tiers_of(rules)), tiles.unpacked - (2 << tile_bits(rules.slots))
    packed = sum(size for size in sizes if size > room) / rules.slots  # the rest is as if it were plain
    shares = ((1 - packed, PLAIN), (packed, kind))
    seconds = sum(share * cost.seconds(sample.positions, sample.edges, threads, each) for share, each in shares)
    return Plan("search", "", memory, disk, disk, seconds, tiles, tiles.scratch_bytes(rules))
