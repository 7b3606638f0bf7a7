"""A game solved by 1, 2, 4, 8 and 16 threads: seconds, processor seconds, and what one thread does alone.

    python benchmarks/threads.py --set pieces=8
    python benchmarks/threads.py --game british_square --counts 1,2 --trace

Each number of threads solves the game in a process of its own, in memory, with kernels from the cache. Of the phases
that take longest the table has seconds and processor seconds; ``alone`` is the share of the time in which one thread
works, if all of them work otherwise: with N threads (N x seconds - processor seconds) / (N - 1) / seconds. It includes
waiting for the slowest thread at the end of a round. ``--trace`` prints a row for each round instead.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from itertools import groupby
from typing import Annotated, Any

import typer
from common import AsJson, Row, Settings, machine_figures, report, say

from retro import solving
from retro.game import plugins
from retro.game.loading import load
from retro.game.rules import IndexedRules
from retro.indexing.discovery import Limits, enumerate_positions
from retro.system import machine
from retro.system.progress import Silent
from retro.system.settings import settings as as_dictionary


class Trace(Silent):
    """Notes when each phase or level begins: its name, seconds and processor seconds."""

    def __init__(self) -> None:
        self.begun = [("", time.perf_counter(), time.process_time())]

    def phase(self, name: str, *more: Any, **named: Any) -> None:
        self.begun.append((name, time.perf_counter(), time.process_time()))

    def rows(self) -> list[tuple[str, float, float]]:
        """Returns name, seconds and processor seconds of each phase, without what came before the first."""
        ends = [*self.begun[2:], ("", time.perf_counter(), time.process_time())]
        return [
            (name, end[1] - seconds, end[2] - processor)
            for (name, seconds, processor), end in zip(self.begun[1:], ends, strict=True)
        ]


def traced(name: str, options: list[str], threads: int) -> list[tuple[str, float, float]]:
    """Solves a game in this process, and returns the rows of its trace."""
    game, trace = plugins.load(name), Trace()
    rules = load(game, game.choose(as_dictionary(options)))
    if not isinstance(rules, IndexedRules):
        rules = enumerate_positions(rules, threads, trace, Limits(machine.memory() // 2))
    memory = machine.available_memory()
    [plan] = solving.plans(rules, "queue", threads, memory, "plain")
    trace.phase("kernels", 0, None)
    solving.solve(rules, "queue", threads, trace, tiles=plan.tiles)
    return trace.rows()


def alone(threads: int, seconds: float, processor: float) -> float | None:
    """Returns the share of the time in which one thread works alone; None if there is one thread."""
    return max(0.0, (threads * seconds - processor) / (threads - 1) / seconds) if threads > 1 and seconds else None


def row(threads: int, name: str, count: int, seconds: float, processor: float) -> Row:
    """Returns a row of a table."""
    return {
        "threads": threads,
        "phase": name,
        "count": count,
        "seconds": seconds,
        "processor seconds": processor,
        "alone": alone(threads, seconds, processor),
    }


def summed(threads: int, rows: list[tuple[str, float, float]]) -> list[Row]:
    """Returns a row for each phase, levels together, and one for all phases but loading kernels."""
    rows = [each for each in rows if each[0] != "kernels"]
    found = []
    for name, group in groupby(sorted(rows), key=lambda each: each[0]):
        parts = list(group)
        found.append(row(threads, name, len(parts), sum(part[1] for part in parts), sum(part[2] for part in parts)))
    return [*found, row(threads, "all", len(rows), sum(each[1] for each in rows), sum(each[2] for each in rows))]


def main(
    name: Annotated[str, typer.Option("--game", help="A game.")] = "ostle",
    settings: Settings = None,
    counts: Annotated[str, typer.Option(metavar="N,N", help="Numbers of threads.")] = "1,2,4,8,16",
    trace: Annotated[bool, typer.Option("--trace", help="Print every phase and level.")] = False,
    within: Annotated[int, typer.Option(hidden=True)] = 0,
    json_only: AsJson = False,
) -> None:
    """Solve a game with several numbers of threads, and print what each phase takes."""
    if within:
        print(json.dumps(traced(name, settings or [], within)))
        return
    rows = list[Row]()
    for threads in [int(count) for count in counts.split(",")]:
        say(f"{name} {' '.join(settings or [])} with {threads} threads")
        each = [part for setting in settings or [] for part in ("--set", setting)]
        command = [sys.executable, __file__, "--game", name, *each, "--within", str(threads)]
        measured = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        whole = [row(threads, phase, 1, seconds, processor) for phase, seconds, processor in measured]
        rows += whole if trace else summed(threads, measured)
    report({"machine": machine_figures(), "threads": rows}, json_only)


if __name__ == "__main__":
    typer.run(main)
