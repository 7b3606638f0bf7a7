"""What `retro solve` does: find the positions if need be, look whether there is room, solve, write the database."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from retro import machine
from retro.app import keeping
from retro.game import ResourceError
from retro.indexing.discovery import SOURCES, enumerate_positions
from retro.keeper import FORGETFUL, Keeper
from retro.progress import Progress, Stopwatch
from retro.rules import Rules
from retro.solving.solution import Solution
from retro.storage import run, writer
from retro.storage.checkpoint import Checkpoint, Identity
from retro.storage.location import checkpoint_path
from retro.storage.manifest import Manifest
from retro.storage.run import Run

BYTES_PER_KEY = 24
"""Of enumerated positions, while they are being found."""


@dataclass(frozen=True)
class Needs:
    """What solving takes and what there is, in bytes; ``seconds`` is an estimate, ``why`` says why this backend.

    memory_available_bytes  with what this process holds already
    checkpoints_bytes       of all that there are at a time, without what lies there already
    """

    backend: str
    why: str
    memory_bytes: int
    memory_available_bytes: int
    database_bytes: int
    checkpoints_bytes: int
    disk_free_bytes: int
    seconds: float

    @property
    def disk_bytes(self) -> int:
        """Of the database and the checkpoints. An old database stays until the new one is there, and is not counted."""
        return self.database_bytes + self.checkpoints_bytes

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

    def needs(self, interval: float = math.inf) -> Needs:
        """What solving takes, and what there is. Where positions are enumerated, they have to be found for that."""
        if self._unindexed:
            self.rules = self._enumerated(FORGETFUL)
        needed = self._needs(self.backend, interval)
        # finding the positions may have taken more than solving will
        return replace(needed, memory_bytes=max(machine.peak_memory(), needed.memory_bytes))

    def solve(self, restart: bool = False, interval: float = math.inf) -> tuple[Manifest, Run]:
        """Solve the game and write the database; its manifest and how the run went.

        Goes on from a checkpoint if there is one, unless ``restart``, and saves one every ``interval`` seconds and when
        it is interrupted. ResourceError, before anything is solved, if memory or disk will not do; Refused if the
        checkpoint is of something else; DatabaseError if another process is at it or the database cannot be written.
        """
        if not self._unindexed:
            self._enough(restart, interval)
        with writer.alone(self.path):
            try:
                return self._solve(restart, interval)
            finally:
                self.progress.close()

    def _solve(self, restart: bool, interval: float) -> tuple[Manifest, Run]:
        from retro import solving

        found = self._positions(restart, interval)
        needed = self._enough(restart, interval)
        if self.path.exists():
            self.remark(f"{self.path} is solved already; solving it again and replacing it")
        if needed.why:
            self.remark(f"{self.rules.game.name}: {needed.why}")
        rules, watch, backend = self.rules, self.progress, needed.backend
        identity = keeping.identity("solve", rules, backend, solving.sources(backend))
        with self._kept("solve", identity, restart, interval) as keeper:
            solution = solving.solve(rules, backend, self.threads, watch, keeper)
            keys = rules.index.keys if rules.enumerated else None
            watch.phase("writing", solution.statistics.slots * (1 if keys is None else 2), None)

            def finished() -> Run:
                watch.close()
                seconds = keeper.seconds + (found.seconds if found else 0.0)
                resumed = keeper.resumed + (found.resumed if found else 0)
                return Run.now(backend, self.threads, seconds, watch.seconds, resumed, solution.edges)

            advance = keeping.saving(keeper, solution.state, partial(watch.advance, decided=0))
            about = writer.write(
                self.path, solution, manifest_of(rules, solution), finished, self.threads, advance, keys
            )
            keeper.discard()
        if found:
            found.discard()
        return about, run.read(self.path / run.SOLVED, "solve the game again")

    def _enough(self, restart: bool, interval: float) -> Needs:
        """What solving takes, an interrupted run with the backend that it had; ResourceError if it is not there."""
        left = "" if restart or self.backend != "auto" else keeping.backend_of(checkpoint_path(self.path))
        needed = self._needs(left or self.backend, interval)
        if needed.short:
            raise ResourceError(f"cannot solve {self.rules.game.name}: {'; '.join(needed.short)}")
        return needed

    @property
    def _unindexed(self) -> bool:
        return self.rules.enumerated and self.rules.index is None

    def _positions(self, restart: bool, interval: float) -> Checkpoint | None:
        """Find the positions of a game that enumerates them; their checkpoint stays until the game is solved."""
        if not self._unindexed:
            return None
        identity = keeping.identity("positions", self.rules, "", SOURCES)
        with self._kept("positions", identity, restart, interval) as keeper:
            self.rules = self._enumerated(keeper)
            keeper.stop()
        return keeper

    def _enumerated(self, keeper: Keeper) -> Rules:
        most = machine.available_memory() // BYTES_PER_KEY
        return enumerate_positions(self.rules, self.threads, self.progress, most, keeper)

    def _kept(self, job: str, identity: Identity, restart: bool, interval: float) -> AbstractContextManager[Checkpoint]:
        place = checkpoint_path(self.path, job)
        return keeping.kept(place, identity, self.threads, self.progress, restart, interval, self.remark)

    def _needs(self, backend: str, interval: float) -> Needs:
        from retro.solving import plan

        available = machine.available_memory() + machine.held_memory()
        planned = plan(self.rules, backend, self.threads, available)
        self.progress.close()
        return Needs(
            planned.backend,
            planned.why,
            planned.memory_bytes,
            available,
            planned.disk_bytes,
            keeping.room(checkpoint_path(self.path), planned.checkpoint_bytes, interval),
            machine.free_disk(self.path),
            planned.seconds,
        )


def manifest_of(rules: Rules, solution: Solution) -> Manifest:
    """What is known of a solution before it is written."""
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
    )
