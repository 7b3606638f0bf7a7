"""What does a change of the engine cost? Two installations solve one game together, every other task each.

    python benchmarks/versions.py ../before/.venv/bin/python --set pieces=8
    python benchmarks/versions.py ../before/.venv/bin/python --levels 4

Two runs one after the other differ by more than most changes do, and so do two side by side. Here two processes work on
one table, never both at once, and whatever disturbs the machine disturbs both. Of two neighbouring tasks each
installation has one, and which of them has the first changes; what neighbours differ by is where the error comes from,
which is standard error. One thread, and the kernels of the queue backend alone. PYTHON is the interpreter of the other
installation.
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
from retro.game import GameError

SLOTS = 1 << 16
"""Of a task: small ones are like their neighbours."""
MEMORY = Path("/dev/shm")
"""Where files are memory, on Linux."""
Seconds = tuple[float, float]


class Version:
    """A process that does tasks with the kernels of an installation."""

    def __init__(self, python: Path, settings: list[str]) -> None:
        self.command = [str(python), str(Path(__file__).with_name("turns.py")), *settings]
        self._process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self._output.readline()
        if not line:
            raise GameError(f"{python} cannot do its part; see above")
        self.told = text.loads(line)

    @property
    def _output(self) -> Any:
        return self._process.stdout

    def say(self, *words: str | int) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(text.dumps(words) + "\n")
        self._process.stdin.flush()

    def run(self, *task: str | int) -> float:
        """Let it do a task; its seconds."""
        self.say(*task)
        line = self._output.readline()
        if not line:
            raise GameError("one of the two has ended; see above")
        return float(line)

    def end(self) -> None:
        """It has done."""
        self._process.communicate()


Pair = tuple[Version, Version]


@contextmanager
def together(python: Path, settings: list[str]) -> Iterator[tuple[Pair, NDArray[np.bool_]]]:
    """The installation of another interpreter and this one, with one table; and the marks of what is pending in it."""
    pair = Version(python, settings), Version(Path(sys.executable), settings)
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
        yield pair, np.memmap(Path(place, "pending"), np.bool_, "r")
        for each in pair:
            each.end()


def solved(pair: Pair, pending: NDArray[np.bool_], levels: int) -> dict[str, list[Seconds]]:
    """By phase the seconds of either version in neighbouring tasks."""
    slots = pair[0].told["slots"]
    tasks = [(start, min(start + SLOTS, slots)) for start in range(0, slots, SLOTS)]
    found: dict[str, list[Seconds]] = {FIRST: [], EXPAND: [], APPLY: []}
    for level in range(-1, levels):
        if level >= 0 and not pending.any():
            break
        phase, more = (FIRST, ()) if level < 0 else (EXPAND, (level,))
        say(phase if level < 0 else f"level {level}")
        for number in range(0, len(tasks), 2):
            seconds = [0.0, 0.0]
            for place, task in enumerate(tasks[number : number + 2]):
                which = (place + number // 2 + level) % 2
                seconds[which] += pair[which].run(phase, *task, *more)
            found[phase].append((seconds[0], seconds[1]))
        if level >= 0:
            last = [0.0, 0.0]  # whoever comes first finds the records in no cache
            for which in (0, 1) if level & 2 else (1, 0):
                last[which] = pair[which].run(APPLY, level)
            found[APPLY].append((last[0], last[1]))
    return found


def rows(found: dict[str, list[Seconds]]) -> list[Row]:
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
    with together(python, settings or []) as shared:
        found = solved(*shared, levels)
    report({"machine": machine_figures(), "in turns": rows(found)}, json)


if __name__ == "__main__":
    typer.run(main)
