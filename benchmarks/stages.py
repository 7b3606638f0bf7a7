"""The time of an edge by stage: every level of a solved table is expanded again on a sample, stage by stage.

A solved table says at which level each position was expanded. So all levels can be replayed, a block of the index at
a time, with the engine's own kernels and the game's own functions, and stopped after any stage:

    scan         go through the records of a block once per level found in it and collect those to be expanded
    unrank       key of a position that is expanded
    unmoves      its predecessors, and before that what is asked of the position: own symmetry, a move to be restored
    count        which of its states are entered: what the tables of states are made of
    rank         slot of a predecessor
    image_code   the move as the canonical predecessor calls it

A stage's time is the difference between a replay that goes one stage further and one that does not. Nothing is
applied: what the real run takes beyond the last stage is collecting and applying updates, and waiting for memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from retro.game import SLACK, WIN
from retro.game.rules import IndexedRules
from retro.solving.record import Layout
from retro.storage.database import Database

BLOCK_BITS = 16
"""Slots of a sampled block, as a power of two."""

STAGES = ("scan", "unrank", "unmoves", "count", "rank", "image_code")
SCAN, UNRANK, UNMOVES, COUNT, RANK, IMAGE_CODE = range(len(STAGES))
REST = "apply and memory"


class Block(NamedTuple):
    """A sampled block of the index: its first slot, its final records, the levels that occur in them."""

    first: int
    records: NDArray[Any]
    levels: NDArray[np.int64]


class Profile(NamedTuple):
    """Nanoseconds of one thread per edge by stage, and how many slots and edges the sample had."""

    nanoseconds: dict[str, float]
    slots: int
    edges: int


def sample(rules: IndexedRules, database: Database, blocks: int) -> list[Block]:
    """Returns so many blocks, or all, at equal distances over the index."""
    layout = Layout.of(rules)
    number = (rules.slots >> BLOCK_BITS) + 1
    chosen = []
    for block in np.unique(np.linspace(0, number - 1, min(blocks, number)).astype(np.int64)).tolist():
        first = block << BLOCK_BITS
        best, second, only_move = database.planes(first, min(first + (1 << BLOCK_BITS), rules.slots))
        words = best.astype(np.int64) << layout.best_shift
        if layout.repetition:
            words |= second.astype(np.int64) << layout.second_shift
            words |= (only_move.astype(np.int64) & layout.no_move) << layout.count_bits
        values = np.union1d(best, second).astype(np.int64)
        chosen.append(Block(first, words.astype(layout.dtype), np.unique((values[values > 0] >> 1) - 1)))
    return chosen


def profile(kernels: ModuleType, blocks: list[Block], threads: int) -> Profile:
    """The cost of each stage, all ``threads`` busy as in the real run: thread time, the best of three replays."""
    slots = sum(len(block.records) for block in blocks)
    edges, before = 0, 0.0
    totals = {}
    for stage, name in enumerate(STAGES):
        replay = _replay(kernels, stage)
        replay(blocks[0].records[:0], 0, blocks[0].levels[:0])

        def timed(block: Block, replay: Callable[..., tuple[int, int]] = replay) -> tuple[float, int]:
            began = time.thread_time()
            walked, _ = replay(block.records, block.first, block.levels)
            return time.thread_time() - began, walked

        with ThreadPoolExecutor(threads) as pool:
            runs = [list(pool.map(timed, blocks)) for _ in range(3)]
        totals[name] = min(sum(seconds for seconds, _ in run) for run in runs)
        edges = sum(walked for _, walked in runs[0])
    nanoseconds = {}
    for name, total in totals.items():
        nanoseconds[name] = max(0.0, total - before) * 1e9 / max(edges, 1)
        before = max(before, total)
    return Profile(nanoseconds, slots, edges)


def _replay(kernels: ModuleType, last: int) -> Any:
    """Like the engine's `expand`, but stops after stage ``last``; returns (edges walked, a checksum of all results).

    The engine's kernels and constants are frozen into it; stages that it does not have are not compiled.
    """
    k = kernels
    mark, collect, first_image = k.mark, k.collect, k.first_image
    unrank, unmoves, rank, image_code, restorable = k.unrank, k.unmoves, k.rank, k.image_code, k.restorable
    best_shift, second_shift, slot_shift, no_slot = k.BEST_SHIFT, k.SECOND_SHIFT, k.MOVE_SHIFT, k.NO_MOVE
    chunk_size, value_mask, codes, most = k.CHUNK, k.VALUE_MASK, k.CODES, k.MAX_UNMOVES + SLACK
    lookahead, repetition, symmetric = k.LOOKAHEAD, k.REPETITION, k.GROUP > 1

    @njit(nogil=True)
    def replay(records, first, levels):  # type: ignore[no-untyped-def]
        marks = np.zeros(chunk_size, np.bool_)
        found = np.empty(chunk_size, np.int64)
        edges = np.empty((most, 3), np.int64)
        seen = np.zeros(codes + 1, np.int64)
        walked, told, mixed = 0, 0, 0
        for level in levels:
            for chunk in range(0, len(records), chunk_size):
                size = min(chunk_size, len(records) - chunk)
                mark(records[chunk : chunk + size], level, marks)
                marks[size:] = False
                many = collect(marks, chunk, found)
                mixed ^= many
                if last < UNRANK:
                    continue
                for which in range(many):
                    old = np.int64(records[found[which]])
                    best = old >> best_shift
                    if lookahead and best == WIN:
                        continue
                    second, only_move = best, no_slot
                    if repetition:
                        second = (old >> second_shift) & value_mask
                        only_move = (old >> slot_shift) & no_slot
                    key = unrank(first + found[which])
                    mixed ^= key
                    if last < UNMOVES:
                        continue
                    best_now, second_now = (best >> 1) - 1 == level, (second >> 1) - 1 == level
                    if repetition and not best_now and not restorable(key, only_move):
                        continue
                    fixed = False
                    if symmetric:
                        _, _, fixed = rank(key)
                    told += 1
                    for i in range(unmoves(key, edges)):
                        now = best_now
                        if repetition:
                            forbidden = edges[i, 2]
                            if forbidden == only_move:
                                now = second_now
                            elif last >= COUNT and fixed and forbidden >= 0:
                                forbidden = first_image(forbidden, key)
                            if last >= COUNT:
                                mixed += seen[forbidden + 1] != told
                                seen[forbidden + 1] = told
                        if not now:
                            continue
                        walked += 1
                        mixed ^= edges[i, 0]
                        if last < RANK:
                            continue
                        target, g, own_image = rank(edges[i, 0])
                        mixed ^= target + g + own_image
                        if last >= IMAGE_CODE:
                            mixed ^= image_code(edges[i, 1], g)
        return walked, mixed

    return replay
