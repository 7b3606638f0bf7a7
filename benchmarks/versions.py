"""The cost of a change: several installations run one command in turns, this one among them.

    python benchmarks/versions.py ../before/.venv/bin/python --game ostle --set pieces=8
    python benchmarks/versions.py ../before/.venv/bin/python ../older/.venv/bin/python --game lgame --first

A machine's speed drifts by more than most changes cost. So each round has one run of every installation, in an order
that is turned from round to round, and what is printed is the median of the ratios within rounds. A run is a process
that solves the game and writes its database; it has compiled code from a cache, after a run that is not counted, or
compiles with ``--first``. PYTHON is the interpreter of an installation.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Annotated, NamedTuple

import typer
from common import AsJson, Row, Settings, machine_figures, report, say

COMMAND = "import sys; sys.argv[0] = 'retro'; from retrograde import main; main()"


class Run(NamedTuple):
    """What a process took: seconds, processor seconds, and the most memory in MiB."""

    seconds: float
    processor: float
    memory: float


def run(python: str, arguments: list[str], cache: Path) -> Run:
    """Solves a game with an installation. Exits if that fails."""
    with tempfile.TemporaryDirectory(dir=cache.parent) as data, tempfile.TemporaryFile("w+") as said:
        surroundings = os.environ | {"RETRO_CACHE": str(cache), "RETRO_DATA": data}
        began = time.perf_counter()
        command = [python, "-P", "-c", COMMAND, *arguments]  # -P: not with the package of this directory
        process = subprocess.Popen(command, stdout=said, stderr=said, env=surroundings)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise SystemExit(f"{said.read()}{python} has failed with exit code {process.returncode}")
        return Run(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def compared(python: str, runs: list[Run], own: list[Run]) -> Row:
    """Returns the medians of an installation, and what this one takes as a multiple of it: least, median, most."""
    times = sorted(mine.seconds / other.seconds for mine, other in zip(own, runs, strict=True))
    processor = sorted(mine.processor / other.processor for mine, other in zip(own, runs, strict=True))
    return {
        "installation": python,
        "seconds": median(each.seconds for each in runs),
        "processor seconds": median(each.processor for each in runs),
        "MiB": median(each.memory for each in runs),
        "this one": " ".join(f"{each:.3f}" for each in (times[0], median(times), times[-1])),
        "its processor": " ".join(f"{each:.3f}" for each in (processor[0], median(processor), processor[-1])),
    }


def main(
    pythons: Annotated[list[str], typer.Argument(metavar="PYTHON...", help="Interpreters of other installations.")],
    game: Annotated[str, typer.Option(help="A game that all of them have.")] = "ostle",
    settings: Settings = None,
    pairs: Annotated[int, typer.Option(min=1, metavar="N", help="Rounds.")] = 5,
    first: Annotated[bool, typer.Option("--first", help="Compile in every run.")] = False,
    json_only: AsJson = False,
) -> None:
    """Solve a game with several installations in turns, and print what each takes."""
    arguments = ["solve", game, *(part for each in settings or [] for part in ("--set", each))]
    every = [sys.executable, *pythons]
    runs: dict[str, list[Run]] = {python: [] for python in every}
    with tempfile.TemporaryDirectory() as folder:
        caches = {python: Path(folder, f"cache{number}") for number, python in enumerate(every)}
        for number in range(pairs if first else pairs + 1):
            for python in every[number % len(every) :] + every[: number % len(every)]:
                cache = Path(tempfile.mkdtemp(dir=folder)) if first else caches[python]
                taken = run(python, arguments, cache)
                if first or number:  # without the run that compiles
                    runs[python].append(taken)
            say(f"round {number + first} of {pairs}" if first or number else "compiled")
    rows = [compared(python, runs[python], runs[sys.executable]) for python in every]
    report({"machine": machine_figures(), " ".join(arguments): rows}, json_only)


if __name__ == "__main__":
    typer.run(main)
