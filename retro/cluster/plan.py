"""The plan of workers: memory of each, and bytes that they send each other, before anything is started.

A worker has the tiles of one shard. Its memory is counted as for a game of that size (`retro.solving.plan`), plus the
flags of the whole game, messages, and the keys of enumerated positions, which are the same memory for all workers of a
machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from retro.game.rules import IndexedRules, Rules, Tier
from retro.indexing.enumerated import Positions
from retro.solving import cost, edge_memory, queue
from retro.solving import plan as planning
from retro.solving.backends import chosen
from retro.solving.below import finished_bytes, largest_tier, takes_back
from retro.solving.outbox import payload_bits, update_type
from retro.solving.plan import Plan
from retro.solving.process_memory import BUFFER_BYTES, process_bytes
from retro.solving.sample import sampled
from retro.solving.stores import tile_bits
from retro.solving.tiles import FILES, KINDS, Tiles
from retro.system.errors import GameError

WORKER_BYTES = 210 << 20
"""Memory of a worker before it has any machine code: Python, Ray, and the libraries of both."""
RAY_BYTES = 300 << 20
"""Memory of Ray's own processes on a machine, without pages that they share with other processes."""
AHEAD = 2
"""Groups of tiles whose updates are fetched in advance, while those of another group are applied."""


def check(rules: Rules, backend: str) -> None:
    """Raises GameError if workers cannot solve this game by levels, or because of the chosen backend."""
    if (needed := chosen(replace(rules, plain=False), backend)) != "queue":
        raise GameError(f"--engine ray is for the backend queue, not {needed}")
    if rules.always_ends:
        why = "values are scores and every move lowers the tier"
        raise GameError(f"--engine ray is for games that are solved by levels; of {rules.game.name} {why}")


def index_bytes(rules: Rules) -> int:
    """Returns the bytes of the keys of enumerated positions, 0 for other games."""
    index = rules.index if isinstance(rules, IndexedRules) and rules.enumerated else None
    return index.nbytes if isinstance(index, Positions) else 0


def store_bytes(tiles: Tiles, shards: int) -> int:
    """Returns the bytes of memory for messages that a worker sends and receives, and for small objects of Ray."""
    return message_bytes(tiles, shards) + (64 << 20)


def message_bytes(tiles: Tiles, shards: int) -> int:
    """Returns the bytes of memory for messages that a worker sends and receives: few groups, or all of a round."""
    return min(tiles.budget // shards, (AHEAD + 1) * tiles.sizes.message_bytes) * (shards - 1) * 2


class Load(NamedTuple):
    """The cost of a run in one process that has the whole game.

    backend       name in the tables of `retro.solving.process_memory`
    plan          plan of the run; its disk is that of the process that writes the database
    kernels       kernels that are compiled first
    updates       number of updates
    update_bytes  bytes of an update, and of its answer if it is a request
    record        type of a slot's record, by default that of the solver
    more          bytes that each process takes besides
    transposed    number of edges that are transposed
    """

    backend: str
    plan: Plan
    kernels: ModuleType
    updates: int
    update_bytes: float
    record: np.dtype[Any] | None = None
    more: int = 0
    transposed: int = 0


def solving(rules: IndexedRules, threads: int) -> Load:
    """Returns the cost of solving a game."""
    width = update_type(tile_bits(rules.slots), payload_bits(rules)).itemsize
    whole = planning.plans(rules, "queue", threads, 0)[0]
    edges = 0 if takes_back(rules) else sampled(rules).edges
    return Load("queue", whole, queue.level_kernels(rules), sampled(rules).walked, width, transposed=edges)


def plans(
    load: Callable[[IndexedRules, int], Load],
    rules: IndexedRules,
    shards: int,
    threads: int,
    apart: bool,
    available: int,
    store: str = "auto",
) -> list[Plan]:
    """Returns the plan of each worker with every store, the fastest first, for ``available`` bytes of memory each.

    ``load`` returns the cost of one process; ``apart`` says that each worker has a machine of its own. Disk is that of
    the process that writes the database.
    """
    sample, whole = sampled(rules), load(rules, threads)
    backend, kernels = whole.backend, whole.kernels
    at_once = rules.slots if whole.record else largest_tier(rules)
    slots = -(-at_once // shards)
    shard = replace(rules, slots=slots, sections=(), tiers=(Tier(0, 0, slots),))
    keys, flags = index_bytes(rules), at_once // 256
    rest = process_bytes(rules, backend, kernels, whole.more, threads, begun=WORKER_BYTES) + flags + keys
    rest += finished_bytes(rules) if apart else finished_bytes(rules) // shards
    rest += min(shard.slots, (threads + 1) * BUFFER_BYTES)
    edges, shards_here = whole.transposed * at_once // rules.slots // shards, 1 if apart else shards
    runs = whole.transposed * edge_memory.run_bytes(shard, edges, edge_memory.MAX_ROUND_BYTES)
    sent = whole.updates * whole.update_bytes + runs
    network = int(sent) * (shards - 1) // shards + keys * (shards - 1) * apart

    def planned(kind: str) -> Plan:
        in_files = kind == FILES and backend == "queue"
        lists = edge_memory.lists_bytes(shard, edges) if edges else 0
        if in_files:
            lists = edge_memory.open_lists_bytes(lists, shard.slots, edge_memory.page_bits(rules.slots), threads)
        left = available - rest - lists - message_bytes(Tiles(), shards) - BUFFER_BYTES
        bits = tile_bits(at_once)  # those of one process: a shard has whole tiles
        tiles = Tiles.within(shard, kind, threads, left, whole.updates // shards, kernels, whole.record, bits)
        machines, arrays, why = shards if apart else 1, lists + tiles.memory_bytes(shard, threads), whole.plan.why
        scratch = tiles.scratch_bytes(shard if apart else rules)
        if edges:
            limit = edge_memory.round_limit(tiles)
            arrays = max(arrays, edge_memory.peak_bytes(shard, edges, threads, limit, in_files))
            why = planning.why_transposed(whole.transposed, in_files)
            if in_files:
                scratch = edge_memory.scratch_bytes(shard, edges, limit, scratch // shards_here) * shards_here
        return replace(
            whole.plan,
            why=why,
            memory_bytes=arrays + rest + message_bytes(tiles, shards),
            seconds=cost.seconds(sample.positions, whole.updates, threads * shards_here, kind) / machines,
            tiles=tiles,
            scratch_bytes=scratch,
            network_bytes=network,
            freed_bytes=0,  # workers hold their records and buffers until these are written
        )

    return [planned(kind) for kind in KINDS if store in ("auto", kind)]
