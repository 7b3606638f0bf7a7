"""Solves Ostle, or a variant, with compiled kernels, and prints the cost: per position, per edge, per random update.

    python benchmarks/ostle.py --set pieces=8 --profile

The run is that of `retro solve`: solving, writing the database, all in this process. With --reuse nothing is solved;
the database that is there tells what its run took, and only the yardstick and the profile are measured. Thread time is
then not known; the profile takes threads times seconds for it, which is more if the machine had other work to do.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from common import AsJson, Data, Row, Settings, Threads, choose, figure, machine_figures, report, say, warm
from stages import REST, profile, sample
from yardstick import updates_per_second

from retro.app.arguments import RunOptions
from retro.app.commands import solve as solving
from retro.app.console import Display
from retro.app.errors import guarded
from retro.game.rules import IndexedRules
from retro.solving.record import Layout
from retro.storage import manifest
from retro.storage.database import Database
from retro.storage.manifest import Manifest
from retro.storage.run import Run
from retro.system import machine
from retro.system.progress import Stopwatch

LEVELS = "level"
"""The phase in which edges are walked."""


def solve(rules: IndexedRules, path: Path, threads: int) -> tuple[Manifest, Run, dict[str, float]]:
    """Solves with the queue backend and writes the database; returns processor seconds by phase."""
    warm(rules)
    times = Stopwatch(Display(), time.process_time)
    about, run = solving.Job(
        path, threads, times, say, RunOptions(checkpoint=0, restart=True), rules=rules, backend="queue"
    ).solve()
    return about, run, times.seconds


def phase_rows(run: Run, processor: dict[str, float]) -> list[Row]:
    return [
        {
            "phase": name if name != LEVELS else "levels",
            "seconds": seconds,
            "processor seconds": processor.get(name),
            "share": f"{seconds / run.seconds:.0%}",
        }
        for name, seconds in run.phases.items()
    ]


def figures(
    about: Manifest, run: Run, path: Path, rules: IndexedRules, processor: dict[str, float], updates: float
) -> list[Row]:
    """Returns all figures of one run; ``updates`` per second are the yardstick's."""
    counted, levels = about.statistics, run.phases[LEVELS]
    word = np.dtype(Layout.of(rules).dtype).itemsize
    edges = max(run.edges, 1)
    rows = [
        figure("options", " ".join(f"{name}={value}" for name, value in about.options.items())),
        figure("threads", run.threads),
        figure("positions", counted.positions),
        figure("slots", counted.slots),
        figure("states", sum(counted.states.values())),
        figure("edges walked", run.edges),
        figure("solved and written", run.seconds, "s"),
        figure("record table", counted.slots * word / counted.positions, "bytes per position"),
        figure("database", manifest.disk_bytes(path, about) / counted.positions, "bytes per position"),
        figure("database", manifest.disk_bytes(path, about) / 1e9, "GB"),
        figure("peak resident memory", run.peak_rss_bytes / 2**30, "GiB"),
        figure("an edge, in the levels", levels / edges * 1e9, "ns"),
        figure("an edge, whole run", run.seconds / edges * 1e9, "ns"),
    ]
    if LEVELS in processor:
        rows.append(figure("an edge, in the levels, thread time", processor[LEVELS] / edges * 1e9, "ns"))
    rows += [
        figure("edges in the levels", edges / levels / 1e6, "million per second"),
        figure("yardstick: random updates", updates / 1e6, "million per second"),
        figure("yardstick: a random update", 1e9 / updates, "ns"),
        figure("edges per random update", edges / levels / updates, "ratio of the two rates"),
    ]
    return rows


def profile_rows(rules: IndexedRules, path: Path, run: Run, seconds: float, blocks: int) -> list[Row]:
    """Thread time per edge by stage; the rest is what the levels' ``seconds`` (of all threads) have beyond them."""
    with Database(path, rules.digest) as database:
        sampled = sample(rules, database, blocks)
    measured = profile(warm(rules), sampled, run.threads)
    edges = max(run.edges, 1)
    whole = seconds / edges * 1e9
    costs = measured.nanoseconds | {REST: whole - sum(measured.nanoseconds.values()), "all": whole}
    say(
        f"profile: {measured.slots:,} of {rules.slots:,} slots sampled; "
        f"their edges, scaled up, are {measured.edges / measured.slots * rules.slots / edges:.1%} of all"
    )
    return [{"stage": name, "thread ns per edge": cost, "share": f"{cost / whole:.0%}"} for name, cost in costs.items()]


@guarded
def main(
    settings: Settings = None,
    threads: Threads = None,
    data: Data = None,
    reuse: Annotated[bool, typer.Option("--reuse", help="Solve nothing; read the database that is there.")] = False,
    stages: Annotated[bool, typer.Option("--profile", help="Measure where the time of an edge goes.")] = False,
    blocks: Annotated[int, typer.Option(min=1, metavar="N", help="Blocks of 65,536 slots to profile.")] = 64,
    json: AsJson = False,
) -> None:
    """Measure what solving Ostle costs."""
    rules, path = choose(settings, data)
    processor: dict[str, float] = {}
    if reuse:
        with Database(path) as database:
            about, run = database.manifest, database.run
            assert run is not None, "run.json is missing or damaged"
    else:
        about, run, processor = solve(rules, path, threads or machine.cores())
    updates = updates_per_second(rules.slots, Layout.of(rules).dtype, run.threads)
    tables = {
        "machine": machine_figures(),
        "figures": figures(about, run, path, rules, processor, updates),
        "phases": phase_rows(run, processor),
    }
    if stages:
        seconds = processor.get(LEVELS, run.threads * run.phases[LEVELS])
        tables["profile"] = profile_rows(rules, path, run, seconds, blocks)
    report(tables, json)


if __name__ == "__main__":
    typer.run(main)
