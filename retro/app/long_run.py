"""The course of a long run, which `retro solve` and `retro reach` share: requirements, checkpoint, tiles, workers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar, TypeVar

from retro.app.arguments import RunOptions, allowed_memory
from retro.app.interruption import checkpointed, checkpoints_bytes
from retro.app.output import byte_count
from retro.app.requirements import STORES, Requirements, best
from retro.app.workers import Workers
from retro.cluster.plan import RAY_BYTES, Load
from retro.cluster.plan import plans as worker_plans
from retro.game.rules import IndexedRules
from retro.solving import scratch
from retro.solving.engine import Engine
from retro.solving.plan import Plan
from retro.solving.process_memory import again_bytes
from retro.solving.tiles import FILES, PLAIN, Tiles
from retro.storage.checkpoint import CheckpointFile, Identity
from retro.storage.location import checkpoint_path
from retro.storage.run import Run
from retro.system import machine
from retro.system.checkpointing import Snapshot
from retro.system.errors import ResourceError
from retro.system.progress import Progress, Stopwatch
from retro.system.sizes import PRODUCTION, Sizes

DEFAULT_RUN = RunOptions(checkpoint=0)
Result = TypeVar("Result")
Attempt = Callable[[CheckpointFile, Tiles, Engine | None], Result]
"""Computes and writes the result, with a checkpoint, tiles, and the engine of workers (None for this process)."""


@dataclass
class LongRun(ABC):
    """A run for the database at ``path``.

    job      ``solve`` or ``reach``: in the names of checkpoints and scratch directories, and in messages
    verb     what the job does to a game, in messages
    threads  of each worker, or of this process
    alone    threads of this process while there are no workers
    remark   prints one line
    sizes    of tasks, tiles and messages
    """

    job: ClassVar[str]
    verb: ClassVar[str]
    path: Path
    threads: int
    progress: Progress
    remark: Callable[[str], None]
    options: RunOptions = DEFAULT_RUN
    workers: Workers | None = None
    sizes: Sizes = PRODUCTION

    def __post_init__(self) -> None:
        self.watch, self.restart = Stopwatch(self.progress), self.options.restart
        self.alone = self.threads
        if self.workers:
            self.threads = self.workers.threads

    @staticmethod
    @abstractmethod
    def load(rules: IndexedRules, threads: int) -> Load:
        """Returns the cost of the run in one process."""

    def requirements(self, rules: IndexedRules, plans: Callable[[int, str], list[Plan]]) -> list[Requirements]:
        """Returns the requirements with every store, the fastest first; ``plans`` are those of this process.

        With workers, memory and time are those of each worker, disk is that of the machine that writes the database.
        """
        path, options, workers = self.path, self.options, self.workers
        available, count = allowed_memory(options.memory, machine.usable_memory()), 0
        if workers:
            count = workers.count
            if not workers.joined:
                available = max(0, available - machine.held_memory() - RAY_BYTES) // count
            plans = partial(worker_plans, self.load, rules, count, workers.threads, workers.joined)
        tiles, checkpoint = options.scratch_path(path, self.job), checkpoint_path(path, self.job)
        return [
            Requirements(
                **vars(plan),
                memory_available_bytes=available,
                checkpoints_bytes=checkpoints_bytes(checkpoint, plan.checkpoint_bytes, options.interval),
                disk_free_bytes=machine.free_disk(path),
                scratch_free_bytes=None if machine.same_disk(tiles, path) else machine.free_disk(tiles),
                workers=count,
                again_bytes=again_bytes(rules),
            )
            for plan in plans(available, options.store)
        ]

    def available(self, name: str, choices: list[Requirements]) -> Requirements:
        """Returns the best choice; raises ResourceError if memory or disk is missing for all of them."""
        required = best(choices)
        if required.short:
            raise ResourceError(f"cannot {self.verb} {name}: {'; '.join(required.short)}")
        return required

    def checkpointed(self, job: str, identity: Identity) -> AbstractContextManager[CheckpointFile]:
        """A block that runs with the checkpoint of a job; see `retro.app.interruption.checkpointed`."""
        path = checkpoint_path(self.path, job)
        return checkpointed(path, identity, self.threads, self.watch, self.options, self.remark)

    def run(
        self,
        rules: IndexedRules,
        required: Requirements,
        identity: Identity,
        attempt: Attempt[Result],
        hopeless: tuple[type[Exception], ...] = (),
    ) -> Result:
        """Returns the result of ``attempt``.

        Its checkpoint is discarded when it succeeds or raises one of ``hopeless``.
        """
        if required.seconds > self.sizes.long_seconds:
            memory = f"{byte_count(required.memory_bytes)} of memory{' for each worker' if self.workers else ''}"
            needs = f"{memory}, {byte_count(required.disk_bytes)} of disk, {required.time}"
            self.remark(f"{rules.game.name}: {rules.slots:,} slots; to {self.verb} them takes {needs}")
        if required.tiles.kind != PLAIN:
            self.remark(f"{rules.game.name}: its records are {STORES[required.tiles.kind]}")
        planned = replace(required.tiles, sizes=self.sizes)
        with (
            self.checkpointed(self.job, identity) as checkpoint,
            scratch.directory(self.options.scratch_path(self.path, self.job), planned) as tiles,
        ):
            on_tiles = partial(attempt, checkpoint, tiles)
            try:
                if self.workers is None:
                    result = on_tiles(None)
                else:
                    placed = replace(required, tiles=tiles)
                    result = self.workers.run(rules, placed, checkpoint, self._interrupt, on_tiles)
            except hopeless:
                checkpoint.discard()
                raise
            checkpoint.discard()
        return result

    def report_written(self, tiles: Tiles, written: int) -> None:
        """Prints how many bytes were written to tiles in files."""
        if tiles.kind == FILES:
            self.remark(f"{written / 1e9:,.1f} GB were written to {tiles.scratch}")

    def saving(self, checkpoint: CheckpointFile, snapshot: Snapshot | None) -> Callable[[int], None]:
        """Returns a function that counts slots that were written, and saves the run when a checkpoint is due."""

        def advance(done: int) -> None:
            self.watch.advance(done, decided=0)
            if snapshot is not None and checkpoint.due():
                checkpoint.save(*snapshot)
            checkpoint.raise_if_interrupted()

        return advance

    def course(self, backend: str, seconds: float, resumed: int, edges: int = 0) -> Run:
        """Returns how the run went; ``seconds`` precede those that the watch has measured."""
        self.watch.close()
        count = self.workers.count if self.workers else 0
        threads = self.threads * max(1, count)
        return Run.now(backend, threads, seconds, self.watch.seconds, resumed, edges, count)

    def _interrupt(self, line: str) -> None:
        """Prints a line in the middle of a phase."""
        self.watch.close()
        self.remark(line)
