"""Enumerates and solves one game in memory, in a process of its own, as `retro solve` does without checks and writing.

    python one_game.py --threads 1 < rules.py

It prints processor seconds, by phase, and memory. The interpreter may have another version of retro.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import typer

SHORT = 20.0
"""Processor seconds of solving a game that is solved again, because loading kernels would count among them."""
TEXT = """
def draw(key):
    return str(key)
"""
PLUGIN = """
from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game():
    return Game("{name}", "{name}", "simple_{name}")
"""


def write_package(directory: Path, name: str, rules: str) -> Path:
    """Writes a plugin with these rules into a directory, and returns the path of its package."""
    package = directory / f"simple_{name}"
    package.mkdir()
    for file, text in (("__init__", ""), ("rules", rules), ("text", TEXT), ("plugin", PLUGIN.format(name=name))):
        (package / f"{file}.py").write_text(text, encoding="utf-8")
    return package


def solve_one(source: str, threads: int) -> dict[str, Any]:
    """Returns the figures of the game with these rules, which it solves in this process.

    Memory is the peak of the process, less its peak before the enumeration begins. A game that takes less than SHORT
    seconds is solved once more: the figures of time are then without loading kernels and sampling positions.
    """
    from retro.game import Game
    from retro.game.loading import load

    with tempfile.TemporaryDirectory() as directory:
        package = write_package(Path(directory), "game", source)
        sys.path.insert(0, directory)
        rules = load(Game("game", "game", package.name), {})
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        figures = solved(rules, threads)
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if figures["seconds"] < SHORT:
            figures = solved(rules, threads)
    return figures | {"bytes": 1024 * (after - before)}


def solved(rules: Any, threads: int) -> dict[str, Any]:
    """Enumerates positions, if the game has no index, and solves the game. Returns its figures without memory."""
    from retro import solving
    from retro.game.rules import IndexedRules
    from retro.indexing import discovery
    from retro.system.progress import Silent

    limits: Any = getattr(discovery, "Limits", int)  # versions before had a number in its place
    phases: dict[str, float] = {}

    class Phases(Silent):
        def __init__(self) -> None:
            self.phase_name, self.since = "", time.process_time()

        def phase(self, name: str, *more: Any, **named: Any) -> None:
            now = time.process_time()
            phases[self.phase_name] = phases.get(self.phase_name, 0.0) + now - self.since
            self.phase_name, self.since = name, now

    begun, progress, indexed = time.process_time(), Phases(), rules
    if not isinstance(indexed, IndexedRules):
        indexed = discovery.enumerate_positions(rules, threads, progress, limits(1 << 31))
    enumerated = time.process_time() - begun
    backend = solving.plans(indexed, "auto", threads, 1 << 40)[0].backend
    solution = solving.solve(indexed, backend, threads, progress)
    progress.phase("")
    seconds, states = time.process_time() - begun, solution.statistics.states
    values = {int(value): count for value, count in enumerate(states) if count} if isinstance(states, list) else states
    phases.pop("", None)
    return {
        "positions": indexed.slots,
        "states": sorted((str(value), int(count)) for value, count in dict(values).items()),
        "backend": backend,
        "enumerating": enumerated,
        "seconds": seconds,
        "phases": phases,
    }


def measured(source: str, threads: int = 1, python: str = sys.executable) -> dict[str, Any]:
    """Returns the figures of a game from the second of two runs of `solve_one` in processes of ``python``.

    The first one fills the cache of kernels.
    """
    command = [python, __file__, "--threads", str(threads)]
    for _ in range(2):
        out = subprocess.run(command, input=source, check=True, capture_output=True, text=True).stdout
    figures: dict[str, Any] = json.loads(out)
    return figures


def main(threads: Annotated[int, typer.Option(min=1)] = 1) -> None:
    """Solve the game whose rules are the standard input, and print its figures in JSON."""
    print(json.dumps(solve_one(sys.stdin.read(), threads)))


if __name__ == "__main__":
    typer.run(main)
