"""The cost of a change of the engine: two installations solve one game together, task by task in turns.

    python benchmarks/versions.py ../before/.venv/bin/python --set pieces=8
    python benchmarks/versions.py ../before/.venv/bin/python --levels 4

Two runs one after the other differ by more than most changes do, and so do two side by side. Here two processes work on
one table, never both at once, and whatever disturbs the machine disturbs both. The game is solved twice: what one of
them did the first time, the other does the second time, so every task is timed once for each. What the two differ by
is where the standard error comes from. One thread, and the kernels of the queue backend alone. PYTHON is the
interpreter of the other installation.
"""

from __future__ import annotations

import json as text
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from common import AsJson, Row, Settings, machine_figures, report, say
from numpy.typing import NDArray
from turns import APPLY, EXPAND, FIRST

from retro.app.errors import guarded
from retro.system.errors import GameError

SLOTS = 1 << 16
"""Of a task: small ones are like their neighbours."""
MEMORY = Path("/dev/shm")
"""Where files are memory, on Linux."""


class Version:
    """A process that does tasks with the kernels of an installation, which are compiled into a ``cache`` of its own."""

    def __init__(self, python: Path, settings: list[str], cache: Path) -> None:
        self.command = [str(python), str(Path(__file__).with_name("turns.py")), *settings]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen(self.command, **pipes, env=os.environ | {"RETRO_CACHE": str(cache)})
        line = self._output.readline()
        if not line:
            raise GameError(f"{python} cannot do its part; see above")
        self.told = text.loads(line)

    @property
    def _output(self) -> Any:
        return self._process.stdout

    def say(self, *words: str | int) -> None:
        """Sends a line to the process."""
        assert self._process.stdin is not None
        self._process.stdin.write(text.dumps(words) + "\n")
        self._process.stdin.flush()

    def run(self, *task: str | int) -> float:
        """Runs a task in the process; returns its seconds."""
        self.say(*task)
        line = self._output.readline()
        if not line:
            raise GameError("one of the two has ended; see above")
        return float(line)

    def end(self) -> None:
        """Ends the process."""
        self._process.communicate()


Pair = tuple[Version, Version]


def _compiled(python: Path, settings: list[str]) -> Version:
    """Yields a version whose kernels come from disk, as in all runs but the first."""
    with tempfile.TemporaryDirectory() as cache:
        Version(python, settings, Path(cache)).end()
        return Version(python, settings, Path(cache))


@contextmanager
def together(python: Path, settings: list[str]) -> Iterator[tuple[Pair, NDArray[np.bool_]]]:
    """Yields the installation of another interpreter and this one, with one shared table, and its pending bits."""
    pair = _compiled(python, settings), _compiled(Path(sys.executable), settings)
    other, this = ({**each.told} for each in pair)
    if other.pop("place") == this.pop("place"):
        raise GameError("both interpreters find the same retro; is PYTHONPATH set?")
    if other != this:
        raise GameError("the two have other records; they cannot take turns")
    tasks = -(-this["slots"] // SLOTS)
    sizes = {"records": this["slots"] * np.dtype(this["dtype"]).itemsize}
    sizes["pending"] = 4 * tasks * (SLOTS >> this["chunk_bits"])
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as place:
        for name, size in sizes.items():
            with Path(place, name).open("wb") as file:
                file.truncate(size)
        for each in pair:
            each.say(*(str(Path(place, name)) for name in sizes))
        yield pair, np.memmap(Path(place, "pending"), np.bool_, "r+")
        for each in pair:
            each.end()


def solved(pair: Pair, pending: NDArray[np.bool_], levels: int, first: int) -> dict[str, list[tuple[int, float]]]:
    """Returns, by phase and task, the version that did it and its seconds; ``first`` does the first task."""
    slots = pair[0].told["slots"]
    tasks = [(start, min(start + SLOTS, slots)) for start in range(0, slots, SLOTS)]
    found: dict[str, list[tuple[int, float]]] = {FIRST: [], EXPAND: [], APPLY: []}
    pending[:] = False
    for level in range(-1, levels):
        if level >= 0 and not pending.any():
            break
        phase, more = (FIRST, ()) if level < 0 else (EXPAND, (level,))
        say(phase if level < 0 else f"level {level}")
        for number, task in enumerate(tasks):
            which = (number + number // 2 + level + first) % 2
            found[phase].append((which, pair[which].run(phase, *task, *more)))
        if level >= 0:
            for which in (0, 1) if (level // 2 + first) % 2 else (1, 0):  # the first finds the records in no cache
                found[APPLY].append((which, pair[which].run(APPLY, level)))
    return found


def rows(rounds: list[dict[str, list[tuple[int, float]]]]) -> list[Row]:
    """Returns total seconds of both and their quotient with its standard error."""
    listed: list[Row] = []
    totals = {
        phase: [sorted(pair) for pair in zip(*(each[phase] for each in rounds), strict=True)] for phase in rounds[0]
    }
    for phase, pairs in [*totals.items(), ("all", [pair for each in totals.values() for pair in each])]:
        if not pairs:
            continue
        other, this = (sum(pair[which][1] for pair in pairs) for which in (0, 1))
        differences = [after - before for (_, before), (_, after) in pairs]
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
    """Compares the time of the kernels of two installations, in turns."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with together(python, settings or []) as shared:
        seconds_by_task = [solved(*shared, levels, first) for first in (0, 1)]
    report({"machine": machine_figures(), "in turns": rows(seconds_by_task)}, json)


if __name__ == "__main__":
    typer.run(main)
