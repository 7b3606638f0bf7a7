"""How a database came to be: machine, time, memory, versions. Nothing of it follows from the rules.

It lies in a file of its own, so that all other files of two databases are the same, byte by byte, if the rules are.
"""

from __future__ import annotations

import platform
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import retro
from retro.storage import Damaged, sealed
from retro.storage.sealed import Readers
from retro.system import machine

FORMAT = 1
SOLVED, REACHED = "run.json", "reach-run.json"
"""Of `retro solve` and `retro reach`."""


@dataclass(frozen=True)
class Run:
    """A run of `retro solve` or `retro reach`.

    engine, python, numba  versions
    machine                processor, cores, memory_bytes; workers, if some on other machines did it
    backend, threads       how it was done
    date                   when it ended, ISO 8601 in UTC
    seconds                how long that took, from checking the plugin to writing the files, compiling included; of an
                           interrupted run all its parts together
    phases                 seconds of its phases, by name
    resumed                how often it was interrupted and went on
    peak_rss_bytes         how much memory it took
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
        """The run of this process on this machine, which ends now, and of ``workers`` anywhere, if there are some."""
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
        """The text of the file."""
        return sealed.sealed({"format": FORMAT, **asdict(self)})


def read(place: Path, remedy: str) -> Run:
    """The run in the file ``place``; DatabaseError if it cannot be used, ``remedy`` says what to do then."""
    try:
        return Run(**sealed.read(place, FORMAT, _FIELDS, remedy))
    except FileNotFoundError as error:
        raise Damaged(f"{place} is missing; {remedy}") from error


_FIELDS: Readers = {
    "engine": sealed.text,
    "python": sealed.text,
    "numba": sealed.text,
    "machine": sealed.choices,
    "backend": sealed.text,
    "threads": sealed.whole,
    "date": sealed.text,
    "seconds": sealed.seconds,
    "phases": lambda found: {name: sealed.seconds(spent) for name, spent in sealed.mapping(found).items()},
    "resumed": sealed.whole,
    "peak_rss_bytes": sealed.whole,
    "edges": sealed.whole,
}
