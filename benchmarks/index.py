"""Nanoseconds of an index: positions to slots and back for Ostle, rank and select of a bitvector.

    python benchmarks/index.py

One thread, thread time, the best of five. *Sequential* goes through neighbouring slots, as scanning a block does;
*random* jumps over the whole index, as looking up predecessors does. The calls read their arguments from an array and
their results are combined, so nothing is optimised away; both are part of the time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import typer
from common import AsJson, Row, choose, machine_figures, report
from numba import njit
from numpy.typing import NDArray

from retro.app.errors import guarded
from retro.compiling.compile import jit
from retro.indexing import bitvector

CALLS = 1 << 21
PLACES = 1 << 28
"""Places of the bitvector, half of them set: 32 MiB, larger than caches near the processor."""

Numbers = NDArray[np.int64]


def nanoseconds(loop: Callable[..., int], *arguments: Any) -> float:
    """Returns nanoseconds per call; the last argument is the array of queries."""
    loop(*arguments[:-1], arguments[-1][:1])
    times = []
    for _ in range(5):
        began = time.thread_time()
        loop(*arguments)
        times.append(time.thread_time() - began)
    return min(times) / len(arguments[-1]) * 1e9


def pair_index_rows(name: str, settings: list[str], generator: np.random.Generator) -> list[Row]:
    """Returns rows for rank and unrank of Ostle's index."""
    rules, _ = choose(settings, None)
    compiled: dict[Any, Any] = {}
    unrank, rank = jit(rules.functions["unrank"], compiled), jit(rules.functions["rank"], compiled)

    @njit(nogil=True)
    def unrank_all(slots):  # type: ignore[no-untyped-def]
        mixed = 0
        for slot in slots:
            mixed ^= unrank(slot)
        return mixed

    @njit(nogil=True)
    def rank_all(keys):  # type: ignore[no-untyped-def]
        mixed = 0
        for key in keys:
            slot, g, fixed = rank(key)
            mixed ^= slot + g + fixed
        return mixed

    @njit(nogil=True)
    def keys_of(slots):  # type: ignore[no-untyped-def]
        keys = np.empty(len(slots), np.int64)
        for i in range(len(slots)):
            keys[i] = unrank(slots[i])
        return keys

    first = rules.slots // 3
    orders = {
        "sequential": np.arange(first, min(first + CALLS, rules.slots), dtype=np.int64),
        "random": generator.integers(0, rules.slots, CALLS, np.int64),
    }
    rows = []
    for order, slots in orders.items():
        keys: Numbers = keys_of(slots)
        rows.append(row(name, "unrank", order, rules.slots, nanoseconds(unrank_all, slots)))
        rows.append(row(name, "rank", order, rules.slots, nanoseconds(rank_all, keys[keys >= 0])))
    return rows


def bitvector_rows(generator: np.random.Generator) -> list[Row]:
    """Returns rows for rank and select of a rank bitvector."""
    words = generator.integers(-(2**63), 2**63 - 1, PLACES // 64, np.int64, endpoint=True)
    vector = bitvector.Bitvector.from_words(words, PLACES)
    compiled: dict[Any, Any] = {}
    rank, select = jit(bitvector.rank, compiled), jit(bitvector.select, compiled)

    @njit(nogil=True)
    def rank_all(lines, places):  # type: ignore[no-untyped-def]
        mixed = 0
        for place in places:
            mixed ^= rank(lines, place)
        return mixed

    @njit(nogil=True)
    def select_all(lines, samples, numbers):  # type: ignore[no-untyped-def]
        mixed = 0
        for number in numbers:
            mixed ^= select(lines, samples, number)
        return mixed

    rows = []
    for order, places in (
        ("sequential", np.arange(CALLS, dtype=np.int64)),
        ("random", generator.integers(0, vector.ones, CALLS, np.int64)),
    ):
        took = nanoseconds(rank_all, vector.lines, places)
        rows.append(row("bitvector", "rank", order, PLACES, took))
        took = nanoseconds(select_all, vector.lines, vector.samples, places)
        rows.append(row("bitvector", "select", order, PLACES, took))
    return rows


def row(index: str, call: str, order: str, size: int, took: float) -> Row:
    return {"index": index, "call": call, "order": order, "size": size, "ns per call": took}


@guarded
def main(json: AsJson = False) -> None:
    """Measure the indices."""
    generator = np.random.default_rng(1)
    rows = [
        *pair_index_rows("Ostle, 4 against 4", ["pieces=8"], generator),
        *pair_index_rows("Ostle, all", [], generator),
        *bitvector_rows(generator),
    ]
    report({"machine": machine_figures(), "index": rows}, json)


if __name__ == "__main__":
    typer.run(main)
