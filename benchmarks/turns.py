"""A process that runs the kernels of one installation on the tasks that `versions.py` sends.

    python benchmarks/turns.py KEY=VALUE ...

First it prints a line of JSON with what its records are; then it is given the file of records that it shares with the
other process, the file of marks, and task after task. For each it prints how many seconds it took.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.util import find_spec
from typing import Any

import numpy as np

import retro
from retro.game import plugins
from retro.game.loading import load
from retro.game.rules import IndexedRules
from retro.solving import queue
from retro.solving.edges import NO_LISTS
from retro.solving.outbox import Outbox, payload_bits
from retro.solving.record import Layout
from retro.solving.stores import tile_bits

if find_spec("retro.solving.below"):
    from retro.solving.below import only_tier
    from retro.solving.update_kernels import NEVER

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
        in_tiers = find_spec("retro.solving.below") is not None  # later versions have kernels for tiers
        size: Any = self.rules.slots if in_tiers else self.rules
        self.later = (np.full(-(-self.rules.slots >> self.kernels.CHUNK_BITS), NEVER, np.int32),) if in_tiers else ()
        self.below = (only_tier(self.rules.slots),) if in_tiers else ()
        self.counters = np.zeros(self.kernels.COUNTERS, np.int64)
        self.dtype, self.bits = np.dtype(Layout.of(self.rules).dtype), tile_bits(size)
        more = self.kernels.BLOCK_UPDATES, BUDGET, self.kernels.MAX_UPDATES, np.zeros(1, np.bool_)
        bits: Any = (self.bits, payload_bits(self.rules)) if in_tiers else self.bits
        self.outbox = Outbox.empty(size, bits, *more)
        self.records, self.pending = np.zeros(0, self.dtype), np.zeros((4, 1), np.bool_)
        self.first_records(0, 0)
        self.expand(0, 0, 0)
        self.kernels.apply(
            self.records, self.outbox, np.empty(0, np.int64), 0, self.pending[0], *self.later, self.counters
        )

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
        flags, counts = (self.pending, *self.later, *self.below), np.empty(0, np.uint8)
        self.kernels.initialise(self.records[start:stop], start, *flags, counts, self.counters)

    def expand(self, start: int, stop: int, level: int) -> None:
        """Expands states of slots start..stop-1; their updates wait in the outbox while it has capacity."""
        flags = self.pending, *self.later, *self.below
        each = self.records[start:stop], start, level, *flags, NO_LISTS, self.outbox, self.counters
        while not self.kernels.expand(*each):
            self.apply(level)
            self.outbox.halted[0] = False

    def apply(self, level: int) -> None:
        """Applies the waiting updates."""
        for parcel in self.outbox.waiting():
            start = parcel.tile << self.bits
            chunk = start >> self.kernels.CHUNK_BITS
            some = self.pending[(level + 1) & 3, chunk:], *(later[chunk:] for later in self.later)
            part = self.records[start : start + (1 << self.bits)]
            self.kernels.apply(part, *parcel[1:], level, *some, self.counters)
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
