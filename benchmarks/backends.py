"""The backends queue and sweep: processor seconds, memory and passes of the same games.

    python benchmarks/backends.py
    python benchmarks/backends.py --game ostle --set pieces=8

Each game is solved in memory by each backend, in a process of its own, with kernels from the cache. A pass is a level
that is solved. Seconds are those of the processor, of all threads, without enumerating positions and writing files.
Memory is the peak of the process.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from typing import Annotated, Any

import typer
from common import AsJson, Row, Settings, Threads, machine_figures, report, say

from retro import solving
from retro.game import plugins
from retro.game.loading import load
from retro.game.rules import IndexedRules
from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving.tiles import IN_MEMORY
from retro.system import machine
from retro.system.progress import Silent
from retro.system.settings import settings as as_dictionary

GAMES = [("lgame", []), ("british_square", []), ("ostle", ["left=2", "pieces=6"])]
BACKENDS = ["queue", "sweep"]


class Passes(Silent):
    """Counts levels."""

    def __init__(self) -> None:
        self.count = 0

    def phase(self, name: str, *more: Any, **named: Any) -> None:
        self.count += name == "level"


def solve(name: str, options: list[str], backend: str, threads: int) -> dict[str, Any]:
    """Solves a game in this process twice, since loading kernels counts in the first time. Returns the figures."""
    game, passes = plugins.load(name), Passes()
    rules = load(game, game.choose(as_dictionary(options)))
    if not isinstance(rules, IndexedRules):
        rules = enumerate_positions(rules, threads, Silent(), Limits(1 << 31))
    if rules.slots < 1 << 24:
        solving.solve(rules, backend, threads, Silent(), tiles=IN_MEMORY)
    begun, used = time.perf_counter(), time.process_time()
    solution = solving.solve(rules, backend, threads, passes, tiles=IN_MEMORY)
    seconds, processor = time.perf_counter() - begun, time.process_time() - used
    return {
        "positions": solution.statistics.positions,
        "passes": passes.count,
        "seconds": seconds,
        "processor seconds": processor,
        "MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main(
    name: Annotated[str, typer.Option("--game", help="A game; by default three.")] = "",
    settings: Settings = None,
    backend: Annotated[str, typer.Option(help="Solve with this backend, in this process.")] = "",
    threads: Threads = None,
    json_only: AsJson = False,
) -> None:
    """Solve games with both backends, and print what each takes."""
    count = threads or machine.cores()
    if backend:
        print(json.dumps(solve(name, settings or [], backend, count)))
        return
    rows = list[Row]()
    for game, options in [(name, settings or [])] if name else GAMES:
        for each in BACKENDS:
            say(f"{game} {' '.join(options)}: {each}")
            given = [word for option in options for word in ("--set", option)]
            command = [sys.executable, __file__, "--game", game, *given, "--backend", each, "--threads", str(count)]
            figures = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            rows.append({"game": " ".join([game, *options]), "backend": each, **figures})
    report({"machine": machine_figures(), "backends": rows}, json_only)


if __name__ == "__main__":
    typer.run(main)
