"""What every worker takes, and what goes from one to another: known before anything is started.

A worker has one of so many parts of a game; what it takes is counted as for a game of that size (`retro.solving.plan`),
and what Ray and the marks of the whole game take besides.
"""

from __future__ import annotations

from dataclasses import replace

from retro.game import GameError
from retro.rules import IndexedRules, Rules
from retro.solving import cost, queue
from retro.solving.footprint import BUFFER_BYTES, process_bytes
from retro.solving.outbox import told_bits, update_type
from retro.solving.plan import Plan, plan
from retro.solving.sample import sampled
from retro.solving.tiles import KINDS, Tiles, tile_bits

RAY_BYTES = 80 << 20
"""What a process takes that is part of Ray, besides what this one takes."""
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


def plans(
    rules: IndexedRules, shards: int, threads: int, apart: bool, available: int, store: str = "auto"
) -> list[Plan]:
    """What each of so many workers takes with every store, the fastest first, of ``available`` bytes for each.

    ``apart`` says that each has a machine of its own. Disk is that of who writes the database.
    """
    sample, kernels = sampled(rules), queue.kernels(rules)
    part = replace(rules, slots=-(-rules.slots // shards), tiers=())
    marks = rules.slots // 256
    width = update_type(tile_bits(rules), told_bits(rules)).itemsize
    whole = plan(rules, "queue", threads, 0)
    rest = process_bytes(rules, "queue", kernels, 0, threads) + RAY_BYTES + marks + store_bytes(Tiles(), shards)
    rest += min(part.slots, (threads + 1) * BUFFER_BYTES)
    network = sample.walked * width * (shards - 1) // shards

    def planned(kind: str) -> Plan:
        tiles = Tiles.within(part, kind, threads, available - rest - BUFFER_BYTES, sample.walked // shards)
        side_by_side, all_tiles = threads * (1 if apart else shards), replace(tiles, budget=tiles.budget * shards)
        seconds = cost.seconds(rules, sample, "queue", side_by_side, kernels)
        seconds += cost.packing(rules, sample, "queue", all_tiles, side_by_side)
        return replace(
            whole,
            memory_bytes=tiles.memory_bytes(part, threads) + rest,
            seconds=seconds / (shards if apart else 1),
            assumed=cost.assumed(sample, "queue", tiles),
            tiles=tiles,
            scratch_bytes=tiles.scratch_bytes(part if apart else rules),
            network_bytes=network,
        )

    return [planned(kind) for kind in KINDS if store in ("auto", kind)]
