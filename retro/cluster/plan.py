"""The plan of workers: memory of each, and bytes that they send each other, before anything is started.

A worker has the tiles of one shard. Its memory is counted as for a game of that size (`retro.solving.plan`), plus that
of Ray, of the flags of the whole game, and of the keys of enumerated positions, which the workers of a machine share.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from retro.game.rules import IndexedRules, Rules
from retro.indexing.enumerated import Positions
from retro.solving import cost, queue
from retro.solving import plan as planning
from retro.solving.outbox import payload_bits, update_type
from retro.solving.plan import Plan
from retro.solving.process_memory import BUFFER_BYTES, process_bytes
from retro.solving.sample import sampled
from retro.solving.stores import tile_bits
from retro.solving.tiles import KINDS, Tiles
from retro.system.errors import GameError

RAY_BYTES = 320 << 20
"""Memory of a worker for Ray and messages, besides that of this process: measured with all of Ostle."""
MESSAGE_BYTES = 8 << 20
"""Bytes of a message, where there are so many: then the cost of a call does not matter."""
AHEAD = 2
"""Groups of tiles whose updates are fetched before those of the first are applied."""


def check(rules: Rules, backend: str) -> None:
    """Raises GameError if workers cannot solve this game: without ``unmoves``, or with scores."""
    if backend not in ("auto", "queue"):
        raise GameError(f"--engine ray is for the backend queue, not {backend}")
    if rules.scores or not rules.defines("unmoves"):
        why = "has scores" if rules.scores else "does not define unmoves"
        raise GameError(f"--engine ray is for games with unmoves and without scores; {rules.game.name} {why}")


def index_bytes(rules: Rules) -> int:
    """Returns the bytes of the keys of enumerated positions, 0 for other games."""
    index = rules.index if isinstance(rules, IndexedRules) and rules.enumerated else None
    return index.nbytes if isinstance(index, Positions) else 0


def store_bytes(tiles: Tiles, shards: int) -> int:
    """Returns the bytes of memory for messages that a worker sends and receives."""
    return min(tiles.budget, (AHEAD + 1) * (shards - 1) * MESSAGE_BYTES) * 2 + (64 << 20)


class Load(NamedTuple):
    """The cost of a run in one process that has the whole game.

    backend       name in the tables of `retro.solving.cost`
    plan          its plan; the disk is that of the process that writes the database
    kernels       kernels that are compiled first
    updates       number of updates
    update_bytes  bytes of an update, and of its answer if it is a request
    record        type of a slot's record, by default that of the solver
    more          bytes that all processes take besides
    """

    backend: str
    plan: Plan
    kernels: ModuleType
    updates: int
    update_bytes: float
    record: np.dtype[Any] | None = None
    more: int = 0


def solving(rules: IndexedRules, threads: int) -> Load:
    """Returns the cost of solving a game."""
    width = update_type(tile_bits(rules), payload_bits(rules)).itemsize
    whole = planning.plans(rules, "queue", threads, 0)[0]
    return Load("queue", whole, queue.kernels(rules), sampled(rules).walked, width)


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
    shard = replace(rules, slots=-(-rules.slots // shards), sections=())
    flags = rules.slots // 256
    rest = process_bytes(rules, backend, kernels, whole.more, threads) + RAY_BYTES + flags
    rest += store_bytes(Tiles(), shards) + min(shard.slots, (threads + 1) * BUFFER_BYTES)
    keys = index_bytes(rules)  # those of this process are held already; workers of a machine share theirs
    rest += keys if apart else 2 * keys // shards - keys
    network = int(whole.updates * whole.update_bytes) * (shards - 1) // shards + keys * (shards - 1) * apart

    def planned(kind: str) -> Plan:
        left = available - rest - BUFFER_BYTES
        tiles = Tiles.within(shard, kind, threads, left, whole.updates // shards, whole.record)
        side_by_side, all_tiles = threads * (1 if apart else shards), replace(tiles, budget=tiles.budget * shards)
        machines = shards if apart else 1
        return replace(
            whole.plan,
            memory_bytes=tiles.memory_bytes(shard, threads) + rest,
            forecast=cost.forecast(rules, sample, backend, side_by_side, kernels, all_tiles, machines),
            assumed=cost.assumed(sample, backend, tiles),
            tiles=tiles,
            scratch_bytes=tiles.scratch_bytes(shard if apart else rules),
            network_bytes=network,
        )

    return [planned(kind) for kind in KINDS if store in ("auto", kind)]
