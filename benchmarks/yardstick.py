"""The yardstick: plain random read-modify-writes over a table, the number per second that the machine reaches.

A solver that did nothing but its updates would do so many edges per second. Every thread goes over the whole table,
as the solver's threads do: indices come from a linear congruential generator (its upper 32 bits times the length), are
asked for from memory `AHEAD` updates before their turn, and then the word is read, one is added, and it is written
back: no lock, no compare-and-swap, nothing computed besides.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from numba import njit

from retro.compiling.intrinsics import prefetch

AHEAD = 64
UPDATES = 1 << 26
"""Updates of one thread: a second or two."""


@njit(nogil=True)
def hammer(table, updates, seed):  # type: ignore[no-untyped-def]
    ring = np.zeros(AHEAD, np.int64)
    state = np.uint64(seed)
    length = np.uint64(len(table))
    for i in range(updates):
        place = i & (AHEAD - 1)
        table[ring[place]] += 1
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        index = np.int64(((state >> np.uint64(32)) * length) >> np.uint64(32))
        ring[place] = index
        prefetch(table, index)  # type: ignore[call-arg]


def updates_per_second(slots: int, dtype: type[np.unsignedinteger[Any]], threads: int, updates: int = UPDATES) -> float:
    """Updates per second of all threads together over a table of ``slots`` words, the best of three runs."""
    table = np.empty(slots, dtype)
    table.fill(0)  # the system hands out memory when it is touched: not while the clock runs
    hammer(table, 0, 0)
    best = 0.0
    with ThreadPoolExecutor(threads) as pool:
        for run in range(3):
            seeds = range(1 + run * threads, 1 + (run + 1) * threads)
            began = time.perf_counter()
            list(pool.map(partial(hammer, table, updates), seeds))
            best = max(best, threads * updates / (time.perf_counter() - began))
    return best
