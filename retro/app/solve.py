"""What `retro solve` does: look whether there is room, solve, write the database."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import retro
from retro import machine
from retro.app.errors import ResourceError
from retro.compile import Rules
from retro.solving.progress import Progress, Stopwatch
from retro.solving.solution import Solution
from retro.storage import writer
from retro.storage.manifest import Manifest


@dataclass(frozen=True)
class Needs:
    """What solving takes and what there is, in bytes; ``seconds`` is an estimate."""

    backend: str
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


def needs(rules: Rules, path: Path, backend: str, threads: int) -> Needs:
    """What solving ``rules`` into a database at ``path`` takes, and what there is."""
    from retro.solving import plan

    planned = plan(rules, backend, threads)
    return Needs(
        planned.backend,
        planned.memory_bytes,
        machine.available_memory(),
        planned.disk_bytes,
        machine.free_disk(path),
        planned.seconds,
    )


def solve(
    rules: Rules, path: Path, backend: str, threads: int, progress: Progress, warn: Callable[[str], None]
) -> Manifest:
    """Solve ``rules`` and write the database at ``path``; its manifest.

    ResourceError, at once, if memory or disk will not do; DatabaseError if nothing can be written at ``path``.
    ``warn`` is told, in one line, that a database will be replaced.
    """
    started = time.perf_counter()
    needed = needs(rules, path, backend, threads)
    if needed.short:
        raise ResourceError(f"cannot solve {rules.game.name}: {'; '.join(needed.short)}")
    writer.check(path)
    if path.exists():
        warn(f"{path} is solved already; solving it again and replacing it")

    from retro.solving import solve as run

    try:
        watch = Stopwatch(progress)
        solution = run(rules, needed.backend, threads, watch)
        about = _manifest(rules, solution, needed.backend, threads, time.perf_counter() - started, watch.seconds)
        progress.phase("writing", solution.statistics.slots, None)
        return writer.write(path, solution, about, threads, lambda records: progress.advance(records, 0))
    finally:
        progress.close()


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
