"""What does a change of the engine cost? Two installations solve one game in turns, task by task, one waiting.

    python benchmarks/versions.py ../before/.venv/bin/python --set pieces=9 --levels 7
    python benchmarks/versions.py ../before/.venv/bin/python --set pieces=6 --set left=2 --rounds 6

Two runs one after the other differ by more than most changes do, and so do two side by side. Here whatever disturbs the
machine disturbs both: each has the same task before either has the next, and the one that begins changes. One thread
each, bound to one core where the system can do that. With several rounds the quickest of each task counts. The first
rows are of the installation that is named, times are those of the queue backend's kernels, and the records have to be
the same. Both tables are in memory at once.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer
from common import AsJson, Row, Settings, machine_figures, report

from retro.app.errors import guarded
from retro.game import GameError

PROGRAM = """
import hashlib, os, sys, time
import numpy as np
import retro
from retro import loading, plugins
from retro.solving import queue, reverse
from retro.solving.record import Layout

levels, settings = int(sys.argv[1]), dict(each.split("=", 1) for each in sys.argv[2:])
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
game = plugins.load("ostle")
rules = loading.load(game, game.choose(settings))
kernels, edges, tasks = queue.kernels(rules), reverse.none(rules), list(queue.tasks_of(0, rules.slots))
records = np.zeros(rules.slots, Layout.of(rules).dtype)
chunks = queue.TASK_SLOTS >> kernels.CHUNK_BITS
pending = np.zeros((4, (rules.slots // queue.TASK_SLOTS + 1) * chunks), bool)
counters = np.zeros(kernels.COUNTERS, np.int64)


def turn(phase, call, *arguments):
    if not sys.stdin.readline():
        sys.exit()
    began = time.perf_counter()
    call(*arguments)
    print(phase, time.perf_counter() - began, flush=True)


kernels.initialise(records, 0, 0, pending, counters)
kernels.expand(records, 0, 0, 0, pending, *edges, counters)
print(hashlib.sha256(retro.__file__.encode()).hexdigest(), 0, flush=True)
for start, stop in tasks:
    turn("first_records", kernels.initialise, records, start, stop, pending, counters)
for level in range(levels):
    for start, stop in tasks:
        turn("levels", kernels.expand, records, start, stop, level, pending, *edges, counters)
print(hashlib.sha256(records).hexdigest(), 0, flush=True)
"""


class Turns:
    """A process of one installation; ``place`` tells it from others."""

    def __init__(self, python: str, levels: int, settings: list[str]) -> None:
        command = [python, "-c", PROGRAM, str(levels), *settings]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.python = python
        self.place, _ = self.said()

    def said(self) -> tuple[str, float]:
        """What comes next, and how long it took."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise GameError(f"{self.python} cannot do it, for what it says above")
        what, seconds = line.split()
        return what, float(seconds)

    def go(self) -> None:
        """It is its turn."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it has said its last word, or `said` tells


def solved(pythons: list[str], levels: int, settings: list[str]) -> list[tuple[str, list[float]]]:
    """The phase of every task, and its seconds with each of them."""
    processes = [Turns(python, levels, settings) for python in pythons]
    if len({process.place for process in processes}) < len(processes):
        raise GameError("both interpreters find the same retro; is PYTHONPATH set?")
    found: list[tuple[str, list[float]]] = []
    while True:
        said: dict[int, tuple[str, float]] = {}
        for which in sorted(range(len(processes)), key=lambda which: (which + len(found)) % len(processes)):
            processes[which].go()
            said[which] = processes[which].said()
        phases = {phase for phase, _ in said.values()}
        if len(phases) > 1:
            raise GameError("the records of the two are not the same")
        if not said[0][1]:
            return found
        found.append((phases.pop(), [said[which][1] for which in range(len(processes))]))


@guarded
def main(
    python: Annotated[Path, typer.Argument(metavar="PYTHON", help="Interpreter of the other installation.")],
    settings: Settings = None,
    levels: Annotated[int, typer.Option(min=0, metavar="N", help="Levels to be solved, the first ones.")] = 100,
    rounds: Annotated[int, typer.Option(min=1, metavar="N", help="How often; the quickest of each task counts.")] = 1,
    json: AsJson = False,
) -> None:
    """Compare what the kernels of two installations take, in turns."""
    pythons = [os.fspath(python), sys.executable]
    tasks: list[tuple[str, list[float]]] = []
    for _ in range(rounds):
        found = solved(pythons, levels, settings or [])
        tasks = [
            (phase, [min(pair) for pair in zip(before, now, strict=True)])
            for (phase, before), (_, now) in zip(tasks or found, found, strict=True)
        ]
    sums: dict[str, list[float]] = {}
    for phase, seconds in [*tasks, *(("both", seconds) for _, seconds in tasks)]:
        sums[phase] = [sum(pair) for pair in zip(sums.get(phase, [0.0, 0.0]), seconds, strict=True)]
    rows: list[Row] = [
        {"phase": name.replace("_", " "), "the other s": other, "this s": this, "times": this / other}
        for name, (other, this) in sums.items()
    ]
    report({"machine": machine_figures(), "in turns": rows}, json)


if __name__ == "__main__":
    typer.run(main)
