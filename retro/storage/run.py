"""How a database was made: machine, time, memory, versions, in `run.json`. None of this follows from the rules.

It has a file of its own, so that all other files of two databases with the same rules are the same, byte by byte. The
file is optional: a database is complete without it.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import retro
from retro.storage import Damaged, DatabaseError, Unreadable, checked_json
from retro.system import machine

FORMATS: checked_json.Formats = {1: {}}
SOLVE_RUN_FILE, REACH_RUN_FILE = "run.json", "reach-run.json"
"""Of `retro solve` and `retro reach`."""


@dataclass(frozen=True)
class Run:
    """A run of `retro solve` or `retro reach`.

    engine, python, numba  versions
    machine                processor, cores, memory_bytes; workers, if there were any
    backend, threads       as chosen for the run
    date                   when the run ended, ISO 8601 in UTC
    seconds                from checking the plugin to writing the files, compiling included; added up over all
                           processes that worked on the run
    phases                 seconds of each phase, by name
    resumed                how often the run was interrupted and resumed
    peak_rss_bytes         most memory that the process held
    edges                  edges of the game that were walked, 0 if the backend does not count them
    """

    engine: str
    python: str
    numba: str
    machine: dict[str, int | str]
    backend: str
    threads: int
    date: str
    seconds: float
    phases: dict[str, float]
    resumed: int
    peak_rss_bytes: int
    edges: int

    @classmethod
    def now(
        cls,
        backend: str,
        threads: int,
        seconds: float,
        phases: dict[str, float],
        resumed: int = 0,
        edges: int = 0,
        workers: int = 0,
    ) -> Run:
        """Returns a description of the run that this process ends now; ``workers`` is 0 if it had none."""
        return cls(
            engine=retro.__version__,
            python=platform.python_version(),
            numba=version("numba"),
            machine={
                "processor": machine.processor(),
                "cores": machine.cores(),
                "memory_bytes": machine.memory(),
                **({"workers": workers} if workers else {}),
            },
            backend=backend,
            threads=threads,
            date=datetime.now(UTC).isoformat(timespec="seconds"),
            seconds=round(seconds, 3),
            phases={name: round(spent, 3) for name, spent in phases.items()},
            resumed=resumed,
            peak_rss_bytes=machine.peak_memory(),
            edges=edges,
        )

    def to_json(self) -> str:
        return checked_json.dumps(checked_json.fields_of(self, FORMATS))


def read(path: Path, remedy: str) -> Run:
    """Returns the run in the file ``path``; DatabaseError, with the ``remedy``, if the file is missing or damaged."""
    try:
        return checked_json.read(path, Run, FORMATS, remedy)
    except FileNotFoundError as error:
        raise Damaged(f"{path} is missing; {remedy}") from error


def read_if_sound(path: Path) -> Run | None:
    """Returns the run in the file ``path``; None if the file is missing or damaged. Unreadable if the system fails."""
    try:
        return read(path, "")
    except Unreadable:
        raise
    except DatabaseError:
        return None
