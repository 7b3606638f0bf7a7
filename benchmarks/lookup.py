"""What it costs to find a position's index: three look-ups of sorted keys, and the index that is a formula.

    python benchmarks/lookup.py --set size=4

Ostle's 4-against-4 positions if no options are given, and British Square. What is looked up is what a sweep in order
of keys looks up: blocks of neighbouring positions are taken at equal distances over the sorted keys, and of each
position in turn the successors by all moves that do not end the game. They are computed beforehand, and so are their
canonical images; only looking up is timed. *Random* looks up positions drawn from all of them, as unmoves into a table
without order would.

One thread, thread time, the best of five. `rank` is the game's own: a formula for Ostle, for British Square the
engine's enumerated index. It finds the canonical image by itself, so it is timed twice: with the successor as the move
makes it, which is what a solver needs and includes the symmetry, and with the canonical key that the look-ups get.
"""

from __future__ import annotations

import gc
import importlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import typer
from common import AsJson, Row, Settings, choose, machine_figures, report, say
from eytzinger import eytzinger, eytzinger_tree
from index import nanoseconds
from numba import njit
from numpy.typing import NDArray

from retro.app.errors import guarded
from retro.compiling.compile import jit
from retro.game import ONGOING, SLACK, plugins
from retro.game.loading import load
from retro.game.rules import IndexedRules
from retro.indexing import lookup
from retro.indexing.discovery import enumerate_positions
from retro.system.errors import GameError
from retro.system.progress import Silent

BLOCK = 1 << 15
BLOCKS = 25
"""Positions of a block, and blocks: ten million look-ups for Ostle, four for British Square."""

CALLS = 1 << 21
"""Random look-ups."""

Keys = NDArray[np.int64]


class Asked(NamedTuple):
    """Keys in the order in which they are looked up: as moves make them, and their canonical images."""

    order: str
    raw: Keys
    canonical: Keys


def sorted_keys(rules: IndexedRules, compiled: dict[Any, Any]) -> Keys:
    """The keys of all positions in the index."""
    unrank = jit(rules.functions["unrank"], compiled)

    @njit(nogil=True)
    def gather(keys):  # type: ignore[no-untyped-def]
        count = 0
        for slot in range(len(keys)):
            key = unrank(slot)
            keys[count] = key
            count += key >= 0
        return count

    keys = np.empty(rules.slots, np.int64)
    keys = keys[: gather(keys)]
    keys.sort()
    return keys


def sweep(rules: IndexedRules, keys: Keys, compiled: dict[Any, Any]) -> Asked:
    """The successors of blocks of neighbouring positions."""
    names = ("moves", "rank", "unrank", "image")
    moves, rank, unrank, image = (jit(rules.functions[name], compiled) for name in names)
    rows = rules.max_moves + SLACK

    @njit(nogil=True)
    def successors(block, raw, canonical):  # type: ignore[no-untyped-def]
        out = np.empty((rows, 3), np.int64)
        count = 0
        for key in block:
            for i in range(moves(key, out)):
                if out[i, 2] == ONGOING:
                    slot, g, _ = rank(out[i, 0])
                    raw[count], canonical[count] = out[i, 0], image(out[i, 0], g)
                    if unrank(slot) != canonical[count]:
                        return -1
                    count += 1
        return count

    raw, canonical = np.empty((2, BLOCKS * BLOCK * rules.max_moves), np.int64)
    count = 0
    starts = np.linspace(0, max(len(keys) - BLOCK, 0), BLOCKS).astype(np.int64)
    for start in np.unique(starts).tolist():
        more = successors(keys[start : start + BLOCK], raw[count:], canonical[count:])
        if more < 0:
            raise GameError(f"{rules.game.name}: unrank does not give back the canonical position that rank names")
        count += more
    return Asked("sweep", raw[:count].copy(), canonical[:count].copy())


def timed(name: str, find: Any, tables: tuple[Any, ...], asked: Asked, expected: int) -> float:
    """Nanoseconds of a look-up; GameError if the sum of what it finds is not the one expected."""

    @njit(nogil=True)
    def one(first, keys):  # type: ignore[no-untyped-def]
        total = 0
        for key in keys:
            total += find(first, key)
        return total

    @njit(nogil=True)
    def two(first, second, keys):  # type: ignore[no-untyped-def]
        total = 0
        for key in keys:
            total += find(first, second, key)
        return total

    loop: Any = one if len(tables) == 1 else two
    if loop(*tables, asked.canonical) != expected:
        raise GameError(f"the look-up {name} does not find what numpy finds")
    return nanoseconds(loop, *tables, asked.canonical)


def ranked(rank: Any, keys: Keys) -> float:
    """Nanoseconds of the game's own rank."""

    @njit(nogil=True)
    def loop(keys):  # type: ignore[no-untyped-def]
        mixed = 0
        for key in keys:
            slot, g, fixed = rank(key)
            mixed ^= slot + g + fixed
        return mixed

    return nanoseconds(loop, keys)


def lookups(keys: Keys) -> Iterator[tuple[str, Callable[..., int], tuple[Any, ...], int]]:
    """Name, function, tables and bytes of each look-up; its tables are made when it is asked for and not kept."""
    yield "binary", lookup.binary, (keys,), keys.nbytes
    tree = eytzinger_tree(keys)
    yield "eytzinger", eytzinger, (tree,), tree.nbytes
    del tree
    table = lookup.hash_table(keys)
    yield "hashed", lookup.hashed, (table, keys), table.nbytes + keys.nbytes


def measure(title: str, rules: IndexedRules, index_bytes: int) -> list[Row]:
    """All look-ups of a game's positions; ``index_bytes`` are what its own index takes."""
    compiled: dict[Any, Any] = {}
    keys = sorted_keys(rules, compiled)
    drawn = keys[np.random.default_rng(1).integers(0, len(keys), CALLS)]
    patterns = [sweep(rules, keys, compiled), Asked("random", drawn, drawn)]
    sums = [int(np.searchsorted(keys, asked.canonical).sum()) for asked in patterns]
    rows: list[Row] = []

    def row(name: str, asked: Asked, took: float, size: float) -> None:
        rows.append(
            {
                "positions of": title,
                "look-up": name,
                "order": asked.order,
                "positions": len(keys),
                "look-ups": len(asked.canonical),
                "ns per look-up": took,
                "bytes per position": size,
            }
        )

    for name, function, tables, size in lookups(keys):
        say(f"{title}: {name}")
        find = jit(function, compiled)
        for asked, expected in zip(patterns, sums, strict=True):
            row(name, asked, timed(name, find, tables, asked, expected), size / len(keys))
        del tables
    gc.collect()
    rank = jit(rules.functions["rank"], compiled)
    for asked in patterns:
        row("rank, canonical key", asked, ranked(rank, asked.canonical), index_bytes / len(keys))
    row("rank, any image", patterns[0], ranked(rank, patterns[0].raw), index_bytes / len(keys))
    return rows


@guarded
def main(settings: Settings = None, json: AsJson = False) -> None:
    """Compare the look-ups."""
    ostle, _ = choose(settings or ["pieces=8"], None)
    tables = importlib.import_module(f"{ostle.module.__package__}.index").INDEX.tables
    rows = measure("Ostle", ostle, sum(table.nbytes for table in tables.values() if isinstance(table, np.ndarray)))
    gc.collect()
    square = plugins.load("british_square")
    enumerated = enumerate_positions(load(square, square.choose({})), 2, Silent(), 1 << 24)
    rows += measure("British Square", enumerated, 8 * enumerated.slots)
    report({"machine": machine_figures(), "look-ups": rows}, json)


if __name__ == "__main__":
    typer.run(main)
