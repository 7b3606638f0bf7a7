"""What does a change of the engine cost? Two installations solve one game together, every other task each.

    python benchmarks/versions.py ../before/.venv/bin/python --set pieces=8
    python benchmarks/versions.py ../before/.venv/bin/python --levels 4

Two runs one after the other differ by more than most changes do, and so do two side by side. Here both work on one
table in one process, and whatever disturbs the machine disturbs both. Of two neighbouring tasks each installation has
one, and which of them has the first changes; what neighbours differ by is where the error comes from, which is
standard error. One thread, and the kernels of the queue backend alone. PYTHON is the interpreter of the other
installation (not an editable one). Which of the two is loaded second matters more than most changes when edges are
walked: run it from each of them, and take the geometric mean.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from common import AsJson, Row, Settings, machine_figures, report, say

from retro.app.errors import guarded
from retro.game import GameError

WHERE = "import retro, pathlib; print(pathlib.Path(retro.__file__).parent.parent)"
SLOTS = 1 << 16
"""Of a task: small ones are like their neighbours."""
BUDGET = 1 << 29
"""Bytes for updates on their way, of each version."""
FIRST, EXPAND, APPLY = "first records", "expand", "apply"


class Version:
    """An installation's kernels of a game, compiled."""

    def __init__(self, settings: list[str]) -> None:
        """Of the installation that would be imported now."""
        plugins, loading, queue = (import_module(f"retro.{name}") for name in ("plugins", "loading", "solving.queue"))
        reverse, record = import_module("retro.solving.reverse"), import_module("retro.solving.record")
        tiles, outbox = import_module("retro.solving.tiles"), import_module("retro.solving.outbox")
        self.place = str(import_module("retro").__file__)
        game = plugins.load("ostle")
        self.rules = loading.load(game, game.choose(dict(each.split("=", 1) for each in settings)))
        self.kernels, self.edges = queue.kernels(self.rules), reverse.none(self.rules)
        self.tasks = [(start, min(start + SLOTS, self.rules.slots)) for start in range(0, self.rules.slots, SLOTS)]
        self.dtype = record.Layout.of(self.rules).dtype
        self.chunks = len(self.tasks) * (SLOTS >> self.kernels.CHUNK_BITS)
        self.counters = np.zeros(self.kernels.COUNTERS, np.int64)
        self.bits = tiles.tile_bits(self.rules)
        more = self.kernels.BLOCK, BUDGET, self.kernels.MOST, np.zeros(1, np.bool_)
        self.outbox = outbox.Outbox.empty(self.rules, self.bits, *more)
        records, pending = np.zeros(1, self.dtype), np.zeros((4, 1), np.bool_)
        self.run(records, pending, (0, 0), -1)
        self.run(records, pending, (0, 0), 0)
        self.kernels.apply(records, self.outbox, np.empty(0, np.int64), 0, pending[0], self.counters)

    def run(self, records: Any, pending: Any, task: tuple[int, int], level: int) -> float:
        """Do a task, of the first records if the level is -1; its seconds."""
        began, (start, stop) = time.perf_counter(), task
        if level < 0:
            self.kernels.initialise(records[start:stop], start, pending, self.counters)
            return time.perf_counter() - began
        part = records[start:stop]
        while not self.kernels.expand(part, start, level, pending, self.edges, self.outbox, self.counters):
            self.deliver(records, pending, level)
            self.outbox.halted[0] = False
        return time.perf_counter() - began

    def deliver(self, records: Any, pending: Any, level: int) -> float:
        """Apply what waits; its seconds."""
        began = time.perf_counter()
        for tile, blocks in self.outbox.waiting().items():
            start = tile << self.bits
            some = pending[(level + 1) & 3, start >> self.kernels.CHUNK_BITS :]
            part = records[start : start + (1 << self.bits)]
            self.kernels.apply(part, self.outbox, blocks, level, some, self.counters)
        self.outbox.clear()
        return time.perf_counter() - began


def versions(python: Path, settings: list[str]) -> tuple[Version, Version]:
    """The installation of another interpreter, and this one."""
    asked = subprocess.run([python, "-P", "-c", WHERE], capture_output=True, text=True, check=False)
    if asked.returncode:
        raise GameError(f"{python} cannot import retro")
    this = Version(settings)
    for name in [name for name in sys.modules if name.startswith("retro")]:
        del sys.modules[name]
    sys.path.insert(0, asked.stdout.strip())
    other = Version(settings)
    if this.place == other.place:
        raise GameError("both interpreters find the same retro; is PYTHONPATH set?")
    if (this.dtype, this.tasks, this.chunks) != (other.dtype, other.tasks, other.chunks):
        raise GameError("the two have other records; they cannot take turns")
    return other, this


def solved(pair: tuple[Version, Version], levels: int) -> dict[str, list[tuple[float, float]]]:
    """By phase the seconds of either version in neighbouring tasks."""
    records = np.zeros(pair[0].rules.slots, pair[0].dtype)
    pending = np.zeros((4, pair[0].chunks), np.bool_)
    found: dict[str, list[tuple[float, float]]] = {FIRST: [], EXPAND: [], APPLY: []}
    for level in range(-1, levels):
        say(f"level {level}" if level >= 0 else FIRST)
        for number in range(0, len(pair[0].tasks), 2):
            seconds = [0.0, 0.0]
            for place, task in enumerate(pair[0].tasks[number : number + 2]):
                which = (place + number // 2 + level) % 2
                seconds[which] += pair[which].run(records, pending, task, level)
            found[FIRST if level < 0 else EXPAND].append((seconds[0], seconds[1]))
        if level >= 0:
            last = [0.0, 0.0]  # whoever comes first finds the records in no cache
            for which in (0, 1) if level & 2 else (1, 0):
                last[which] = pair[which].deliver(records, pending, level)
            found[APPLY].append((last[0], last[1]))
    return found


def rows(found: dict[str, list[tuple[float, float]]]) -> list[Row]:
    """What they took in all, and the quotient with its standard error."""
    listed: list[Row] = []
    for phase, pairs in [*found.items(), ("all", [pair for listed in found.values() for pair in listed])]:
        if not pairs:
            continue
        other, this = map(sum, zip(*pairs, strict=True))
        differences = [after - before for before, after in pairs]
        error = math.sqrt(sum(difference**2 for difference in differences)) / other
        listed.append({"phase": phase, "the other s": other, "this s": this, "times": this / other, "error": error})
    return listed


@guarded
def main(
    python: Annotated[Path, typer.Argument(metavar="PYTHON", help="Interpreter of the other installation.")],
    settings: Settings = None,
    levels: Annotated[int, typer.Option(min=0, metavar="N", help="Levels to be solved, the first ones.")] = 100,
    json: AsJson = False,
) -> None:
    """Compare what the kernels of two installations take, in turns."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    found = solved(versions(python, settings or []), levels)
    report({"machine": machine_figures(), "in turns": rows(found)}, json)


if __name__ == "__main__":
    typer.run(main)
