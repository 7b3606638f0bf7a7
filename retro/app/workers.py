"""Workers on Ray that solve a game together: how many there are, what each takes, and what becomes of lost ones."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from retro.app.requirements import Needs, Room, needs
from retro.cluster import Lost, plan, start
from retro.game import fingerprint
from retro.game.rules import IndexedRules, Rules
from retro.solving.plan import Plan
from retro.solving.shard import Work
from retro.solving.stores import tile_bits
from retro.storage.checkpoint import CheckpointFile
from retro.system.errors import ResourceError

if TYPE_CHECKING:
    from retro.cluster.engine import Remote

WORKERS = 2
"""On this machine, if nobody says how many."""
PATIENCE = 60.0
"""Seconds after which a worker that does not answer is taken to be lost."""
TRIES = 3
"""So many losses, one after the other and nothing saved in between, end a run."""

Made = TypeVar("Made")


@dataclass(frozen=True)
class Shared:
    """Something that workers can do.

    name     of the job, as checkpoints have it
    work     makes what shards do, from the rules; workers import it by its name
    sources  modules that make and change records
    plans    what each worker takes: rules, workers, threads, whether they have machines of their own, memory, store
    """

    name: str
    work: Callable[[IndexedRules], Work]
    sources: tuple[str, ...]
    plans: Callable[..., list[Plan]]


@dataclass(frozen=True)
class Crew:
    """``workers`` of so many ``threads`` each, on Ray that is started on this machine or that was ``joined``."""

    workers: int
    threads: int
    joined: bool

    def check(self, rules: Rules, backend: str = "auto") -> None:
        """GameError if they cannot solve or search this game."""
        plan.check(rules, backend)

    def needs(self, job: Shared, rules: IndexedRules, path: Path, interval: float, room: Room) -> list[Needs]:
        """What each of them takes with every store, and the disk of who writes the database."""
        sharing = 1 if self.joined else self.workers
        plans = partial(job.plans, rules, self.workers, self.threads, self.joined)
        return needs(plans, path, interval, room, job.name, self.workers, sharing)

    def persist(
        self,
        job: Shared,
        rules: IndexedRules,
        needed: Needs,
        checkpoint: CheckpointFile,
        remark: Callable[[str], None],
        attempt: Callable[[Remote], Made],
    ) -> Made:
        """What ``attempt`` makes with the shards of these workers.

        When one is lost, all of them end, and others begin where the run was saved last. Lost if that happens again
        and again.
        """
        with ExitStack() as opened:
            if not self.joined:
                size = self.workers * plan.store_bytes(needed.tiles, self.workers)
                remark(opened.enter_context(start.here(size)))
            elif self.workers * self.threads > start.cores():
                wanted = f"{self.workers} workers of {self.threads} threads"
                raise ResourceError(f"Ray has {start.cores()} cores, too few for {wanted}: see --shards and --threads")
            losses = 0
            while True:
                saves = checkpoint.saves
                try:
                    return self._once(job, rules, needed, remark, attempt)
                except Lost as error:
                    losses = 1 if checkpoint.saves > saves else losses + 1
                    if losses == TRIES:
                        left = f"; what was saved is in {checkpoint.path}" if checkpoint.path.exists() else ""
                        again = "the same command goes on, with any engine and number of workers"
                        raise Lost(f"{error}, {losses} times without progress{left}: {again}") from None
                    remark(
                        f"{error}; all go back to {'the last checkpoint' if checkpoint.path.exists() else 'the start'}"
                    )

    def _once(
        self,
        job: Shared,
        rules: IndexedRules,
        needed: Needs,
        remark: Callable[[str], None],
        attempt: Callable[[Remote], Made],
    ) -> Made:
        from retro.cluster.engine import Remote
        from retro.cluster.worker import Task

        told = rules.game.name, dict(rules.options), rules.digest, fingerprint.engine(job.sources)
        tiles = replace(needed.tiles, bits=tile_bits(rules))
        task = Task(job.work, job.sources, *told, tiles, self.threads, needed.memory_bytes, PATIENCE)
        work = job.work(rules)
        with Remote(rules, work, task, self.workers, self.threads if self.joined else 0) as remote:
            if not self.joined:
                start.check_private()  # now with all workers
            made = attempt(remote)
            remark(f"{rules.game.name}: {remote.summary()}")
            return made


def gathered(
    address: str | None, workers: int | None, threads: int, opened: ExitStack, remark: Callable[[str], None]
) -> Crew:
    """Workers of Ray at ``address``, which is joined until ``opened`` ends: each on one of its machines, with so many
    threads. Without one, workers on this machine that share these threads. GameError if there is no such Ray."""
    start.check()
    if address is None:
        some = workers or WORKERS
        return Crew(some, max(1, threads // some), False)
    remark(opened.enter_context(start.joined(address)))
    return Crew(workers or start.nodes(), threads, True)
