"""A process that runs the kernels of one installation on the tasks that `versions.py` sends.

    python benchmarks/turns.py KEY=VALUE ...

First it prints a line of JSON with what its records are; then it is given the file of records that it shares with the
other process, the file of marks, and task after task. For each it prints how many seconds it took.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import numpy as np

import retro
from retro.game import plugins
from retro.game.loading import load
from retro.game.rules import IndexedRules
from retro.solving import queue, transposed
from retro.solving.outbox import Outbox
from retro.solving.record import Layout
from retro.solving.stores import tile_bits

BUDGET = 1 << 29
"""Bytes for updates on their way."""
FIRST, EXPAND, APPLY = "first records", "expand", "apply"


class Turns:
    """An installation's kernels of Ostle, compiled."""

    def __init__(self, settings: list[str]) -> None:
        game = plugins.load("ostle")
        rules = load(game, game.choose(dict(each.split("=", 1) for each in settings)))
        assert isinstance(rules, IndexedRules)
        self.rules = rules
        self.kernels = queue.kernels(self.rules)
        old: Any = transposed  # versions that had other empty edges, and initialise without numbers of moves
        self.move_counts = () if hasattr(old, "NO_LISTS") or hasattr(old, "no_edges") else (np.empty(0, np.uint8),)
        self.edges = old.no_edges(self.rules) if hasattr(old, "no_edges") else getattr(old, "NO_LISTS", None)
        if self.edges is None:
            from retro.solving.edges import NO_LISTS

            self.edges = NO_LISTS
        self.counters = np.zeros(self.kernels.COUNTERS, np.int64)
        self.dtype, self.bits = np.dtype(Layout.of(self.rules).dtype), tile_bits(self.rules)
        more = self.kernels.BLOCK_UPDATES, BUDGET, self.kernels.MAX_UPDATES, np.zeros(1, np.bool_)
        self.outbox = Outbox.empty(self.rules, self.bits, *more)
        self.records, self.pending = np.zeros(0, self.dtype), np.zeros((4, 1), np.bool_)
        self.first_records(0, 0)
        self.expand(0, 0, 0)
        self.kernels.apply(self.records, self.outbox, np.empty(0, np.int64), 0, self.pending[0], self.counters)

    def told(self) -> dict[str, Any]:
        """Returns what the other process needs to share the table."""
        there = {"place": retro.__file__, "slots": self.rules.slots, "chunk_bits": self.kernels.CHUNK_BITS}
        return there | {"dtype": self.dtype.str, "codes": self.rules.codes}

    def share(self, records: str, pending: str) -> None:
        """Maps these files as the shared table."""
        self.records = np.memmap(records, self.dtype, "r+")
        self.pending = np.memmap(pending, np.bool_, "r+").reshape(4, -1)

    def first_records(self, start: int, stop: int) -> None:
        """Makes the first records of slots start..stop-1."""
        self.kernels.initialise(self.records[start:stop], start, self.pending, *self.move_counts, self.counters)

    def expand(self, start: int, stop: int, level: int) -> None:
        """Expands states of slots start..stop-1; their updates wait in the outbox while it has capacity."""
        each = self.records[start:stop], start, level, self.pending, self.edges, self.outbox, self.counters
        while not self.kernels.expand(*each):
            self.apply(level)
            self.outbox.halted[0] = False

    def apply(self, level: int) -> None:
        """Applies the waiting updates."""
        for parcel in self.outbox.waiting():
            start = parcel.tile << self.bits
            some = self.pending[(level + 1) & 3, start >> self.kernels.CHUNK_BITS :]
            part = self.records[start : start + (1 << self.bits)]
            self.kernels.apply(part, *parcel.opened(), level, some, self.counters)
        self.outbox.clear()


def main() -> None:
    """Does the tasks that standard input names, until it ends."""
    turns = Turns(sys.argv[1:])
    does: dict[str, Any] = {FIRST: turns.first_records, EXPAND: turns.expand, APPLY: turns.apply}
    print(json.dumps(turns.told()), flush=True)
    files = sys.stdin.readline()
    if not files:  # it was to be compiled, no more
        return
    turns.share(*json.loads(files))
    for name, *arguments in map(json.loads, sys.stdin):
        began = time.perf_counter()
        does[name](*arguments)
        print(time.perf_counter() - began, flush=True)


if __name__ == "__main__":
    main()
