"""The course of a long run, which `retro solve` and `retro reach` share: requirements, checkpoint, tiles, workers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from retro.app import interruption
from retro.app.requirements import ALL, STORES, Requirements, Resources, best, requirements
from retro.game.rules import IndexedRules
from retro.solving import scratch
from retro.solving.plan import Plan
from retro.solving.tiles import FILES, PLAIN, Tiles
from retro.storage.checkpoint import CheckpointFile, Identity
from retro.storage.location import checkpoint_path
from retro.storage.run import Run
from retro.system.errors import ResourceError
from retro.system.progress import Progress, Stopwatch

if TYPE_CHECKING:
    from retro.app.workers import WorkerJob, Workers
    from retro.solving.engine import Engine

Result = TypeVar("Result")
Attempt = Callable[[CheckpointFile, Tiles, "Engine | None"], Result]
"""Computes and writes the result, with a checkpoint, tiles, and the engine of workers (None for this process)."""


class LongRun(ABC):
    """A run for the database at ``path``.

    job      ``solve`` or ``reach``: in the names of checkpoints and scratch directories, and in messages
    verb     what the job does to a game, in messages
    threads  of this process, or of each worker
    remark   prints one line
    """

    job = ""
    verb = ""

    def __init__(
        self,
        path: Path,
        threads: int,
        progress: Progress,
        remark: Callable[[str], None],
        resources: Resources = ALL,
        workers: Workers | None = None,
    ) -> None:
        self.path, self.threads, self.watch, self.remark = path, threads, Stopwatch(progress), remark
        self.resources, self.workers = resources, workers

    @abstractmethod
    def worker_job(self) -> WorkerJob:
        """The computation, for workers."""

    def requirements(
        self, rules: IndexedRules, plans: Callable[[int, str], list[Plan]], interval: float
    ) -> list[Requirements]:
        """The requirements with every store, the fastest first; ``plans`` are those of this process."""
        if self.workers:
            return self.workers.requirements(self.worker_job(), rules, self.path, interval, self.resources)
        return requirements(plans, self.path, interval, self.resources, self.job)

    def available(self, name: str, choices: list[Requirements]) -> Requirements:
        """The best choice; ResourceError if memory or disk is missing for all of them."""
        required = best(choices)
        if required.short:
            raise ResourceError(f"cannot {self.verb} {name}: {'; '.join(required.short)}")
        return required

    def checkpointed(
        self, job: str, identity: Identity, restart: bool, interval: float
    ) -> AbstractContextManager[CheckpointFile]:
        """A block with the checkpoint of a job; see `interruption.checkpointed`."""
        path = checkpoint_path(self.path, job)
        return interruption.checkpointed(path, identity, self.threads, self.watch, restart, interval, self.remark)

    def run(
        self,
        rules: IndexedRules,
        required: Requirements,
        identity: Identity,
        restart: bool,
        interval: float,
        attempt: Attempt[Result],
        hopeless: tuple[type[Exception], ...] = (),
    ) -> Result:
        """The result of ``attempt``. Its checkpoint is discarded when it succeeds or raises one of ``hopeless``."""
        if required.tiles.kind != PLAIN:
            self.remark(f"{rules.game.name}: its records are {STORES[required.tiles.kind]}; {required.time}")
        with (
            self.checkpointed(self.job, identity, restart, interval) as checkpoint,
            scratch.directory(self.resources.scratch_path(self.path, self.job), required.tiles) as tiles,
        ):
            self.watch.expect(required.forecast)

            def with_engine(engine: Engine | None = None) -> Result:
                return attempt(checkpoint, tiles, engine)

            try:
                if self.workers is None:
                    result = with_engine()
                else:
                    placed = replace(required, tiles=tiles)
                    result = self.workers.run(
                        self.worker_job(), rules, placed, checkpoint, self._interrupt, with_engine
                    )
            except hopeless:
                checkpoint.discard()
                raise
            checkpoint.discard()
        return result

    def report_written(self, tiles: Tiles, written: int) -> None:
        """Print how many bytes were written to tiles in files."""
        if tiles.kind == FILES:
            self.remark(f"{written / 1e9:,.1f} GB were written to {tiles.scratch}")

    def course(self, backend: str, seconds: float, resumed: int, edges: int = 0) -> Run:
        """How the run went; ``seconds`` precede those that the watch has measured."""
        self.watch.close()
        count = self.workers.count if self.workers else 0
        threads = self.threads * max(1, count)
        return Run.now(backend, threads, seconds, self.watch.seconds, resumed, edges, count)

    def _interrupt(self, line: str) -> None:
        """Print a line in the middle of a phase."""
        self.watch.close()
        self.remark(line)
