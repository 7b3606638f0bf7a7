"""What `retro solve` does: find the positions if need be, look whether there is room, solve, write the database."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path

import retro
from retro import machine
from retro.game import ResourceError
from retro.progress import Progress, Stopwatch
from retro.rules import Rules
from retro.solving.solution import Solution
from retro.storage import writer
from retro.storage.manifest import Manifest

BYTES_PER_KEY = 24
"""Of enumerated positions, while they are being found."""


@dataclass(frozen=True)
class Needs:
    """What solving takes and what there is, in bytes; ``seconds`` is an estimate, ``why`` says why this backend."""

    backend: str
    why: str
    memory_bytes: int
    memory_available_bytes: int
    disk_bytes: int
    disk_free_bytes: int
    seconds: float

    @property
    def short(self) -> list[str]:
        """What is missing, in words; empty if everything fits."""
        found = (
            ("memory", self.memory_bytes, self.memory_available_bytes, "available"),
            ("disk", self.disk_bytes, self.disk_free_bytes, "free"),
        )
        return [
            f"{needed - there:,} bytes of {name} are missing ({needed:,} needed, {there:,} {word})"
            for name, needed, there, word in found
            if needed > there
        ]


class Job:
    """A game to be solved into a database at ``path``, by ``backend`` (or ``auto``) in ``threads`` threads.

    ``remark`` is told, in one line each, what there is to know while it works.
    """

    def __init__(
        self, rules: Rules, path: Path, backend: str, threads: int, progress: Progress, remark: Callable[[str], None]
    ) -> None:
        self.rules, self.path, self.backend, self.threads = rules, path, backend, threads
        self.progress, self.remark = Stopwatch(progress), remark

    def needs(self) -> Needs:
        """What solving takes, and what there is. Where positions are enumerated, they have to be found for that."""
        from retro.solving import plan

        try:
            self._index()
            planned = plan(self.rules, self.backend, self.threads, machine.available_memory())
        finally:
            self.progress.close()
        return Needs(
            planned.backend,
            planned.why,
            planned.memory_bytes,
            machine.available_memory(),
            planned.disk_bytes,
            machine.free_disk(self.path),
            planned.seconds,
        )

    def solve(self) -> Manifest:
        """Solve the game and write the database; its manifest.

        ResourceError, before anything is solved, if memory or disk will not do; DatabaseError if it cannot be written.
        """
        from retro.solving import solve

        started = time.perf_counter()
        name = self.rules.game.name
        if self.rules.enumerated:
            writer.check(self.path)  # now, because finding the positions may take long
        needed = self.needs()
        if needed.short:
            raise ResourceError(f"cannot solve {name}: {'; '.join(needed.short)}")
        writer.check(self.path)
        if self.path.exists():
            self.remark(f"{self.path} is solved already; solving it again and replacing it")
        if needed.why:
            self.remark(f"{name}: {needed.why}")
        try:
            solution = solve(self.rules, needed.backend, self.threads, self.progress)
            seconds = time.perf_counter() - started
            about = _manifest(self.rules, solution, needed.backend, self.threads, seconds, self.progress.seconds)
            keys = self.rules.index.keys if self.rules.enumerated else None
            self.progress.phase("writing", solution.statistics.slots * (1 if keys is None else 2), None)
            advance = partial(self.progress.advance, decided=0)
            return writer.write(self.path, solution, about, self.threads, advance, keys)
        finally:
            self.progress.close()

    def _index(self) -> None:
        """Find the positions of a game that enumerates them."""
        if self.rules.enumerated and self.rules.index is None:
            from retro.indexing.discovery import enumerate_positions

            most = machine.available_memory() // BYTES_PER_KEY
            self.rules = enumerate_positions(self.rules, self.threads, self.progress, most)


def _manifest(
    rules: Rules, solution: Solution, backend: str, threads: int, seconds: float, phases: dict[str, float]
) -> Manifest:
    start = None
    if rules.initial >= 0:
        index, _, _ = rules.rank(rules.initial)
        start = int(solution.planes(index, index + 1)[0][0])
    return Manifest(
        game=rules.game.name,
        title=rules.game.title,
        options=dict(rules.options),
        digest=rules.digest,
        codes=rules.codes,
        repetition=rules.repetition,
        scores=rules.scores,
        statistics=solution.statistics,
        start=start,
        notes=rules.game.notes,
        engine=retro.__version__,
        python=platform.python_version(),
        numba=version("numba"),
        machine={
            "processor": machine.processor(),
            "cores": machine.cores(),
            "memory_bytes": machine.memory(),
        },
        backend=backend,
        threads=threads,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        seconds=seconds,
        phases={name: round(spent, 3) for name, spent in phases.items()},
        peak_rss_bytes=machine.peak_memory(),
    )
