"""What every worker takes, and what goes from one to another: known before anything is started.

A worker has one of so many parts of a game; what it takes is counted as for a game of that size (`retro.solving.plan`),
and what Ray and the marks of the whole game take besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from retro.game.rules import IndexedRules, Rules
from retro.solving import cost, queue
from retro.solving import plan as planning
from retro.solving.outbox import told_bits, update_type
from retro.solving.plan import Plan
from retro.solving.process_memory import BUFFER_BYTES, process_bytes
from retro.solving.sample import sampled
from retro.solving.stores import tile_bits
from retro.solving.tiles import KINDS, Tiles
from retro.system.errors import GameError

RAY_BYTES = 320 << 20
"""What a process takes for Ray and messages, besides what this one takes: measured with all of Ostle."""
PIECE = 8 << 20
"""Bytes of a message, where there is so much: enough for Ray's part in it not to matter."""
AHEAD = 2
"""Groups of tiles that are asked for before the first of them is applied."""


def check(rules: Rules, backend: str) -> None:
    """GameError if workers cannot solve this game: its shards must take moves back by themselves."""
    if backend not in ("auto", "queue"):
        raise GameError(f"--engine ray is for the backend queue, not {backend}")
    missing = [name for name in ("rank", "unrank", "unmoves") if not rules.defines(name)]
    if missing or rules.scores:
        why = f"does not define {' and '.join(missing)}" if missing else "has scores"
        raise GameError(f"--engine ray is for games with rank, unrank and unmoves; {rules.game.name} {why}")


def store_bytes(tiles: Tiles, shards: int) -> int:
    """Memory for messages that a worker has given and for those that have come to it."""
    return min(tiles.budget, (AHEAD + 1) * (shards - 1) * PIECE) * 2 + (64 << 20)


class Load(NamedTuple):
    """What a game asks of one process that has all of it.

    backend  as `retro.solving.cost` knows it
    plan     what it takes, with the disk of who writes
    kernels  those that are compiled first
    updates  that are told in all, and bytes that one is, with its answer if it is a question
    record   what a slot has, by default the solver's
    more     bytes that all processes take besides
    """

    backend: str
    plan: Plan
    kernels: ModuleType
    updates: int
    update_bytes: float
    record: np.dtype[Any] | None = None
    more: int = 0


def solving(rules: IndexedRules, threads: int) -> Load:
    """What it takes to solve a game."""
    width = update_type(tile_bits(rules), told_bits(rules)).itemsize
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
    """What each of so many workers takes with every store, the fastest first, of ``available`` bytes for each.

    ``load`` tells what one process would take; ``apart`` says that each worker has a machine of its own. Disk is that
    of who writes the database.
    """
    sample, whole = sampled(rules), load(rules, threads)
    backend, kernels = whole.backend, whole.kernels
    part = replace(rules, slots=-(-rules.slots // shards), sections=())
    marks = rules.slots // 256
    rest = process_bytes(rules, backend, kernels, whole.more, threads) + RAY_BYTES + marks
    rest += store_bytes(Tiles(), shards) + min(part.slots, (threads + 1) * BUFFER_BYTES)
    network = int(whole.updates * whole.update_bytes) * (shards - 1) // shards

    def planned(kind: str) -> Plan:
        left = available - rest - BUFFER_BYTES
        tiles = Tiles.within(part, kind, threads, left, whole.updates // shards, whole.record)
        side_by_side, all_tiles = threads * (1 if apart else shards), replace(tiles, budget=tiles.budget * shards)
        machines = shards if apart else 1
        return replace(
            whole.plan,
            memory_bytes=tiles.memory_bytes(part, threads) + rest,
            forecast=cost.forecast(rules, sample, backend, side_by_side, kernels, all_tiles, machines),
            assumed=cost.assumed(sample, backend, tiles),
            tiles=tiles,
            scratch_bytes=tiles.scratch_bytes(part if apart else rules),
            network_bytes=network,
        )

    return [planned(kind) for kind in KINDS if store in ("auto", kind)]
