"""Workers on Ray that solve or search a game together: their number, their requirements, and retries after a loss."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from retro.app.arguments import RunOptions
from retro.app.console import remark
from retro.app.requirements import Requirements
from retro.cluster import Lost, plan, start
from retro.game import fingerprint
from retro.game.rules import IndexedRules
from retro.storage.checkpoint import CheckpointFile
from retro.system.errors import ResourceError
from retro.system.messages import counted

if TYPE_CHECKING:
    from retro.cluster.engine import Remote

DEFAULT_WORKERS = 2
"""On this machine, without ``--shards``."""
MAX_LOSSES = 3
"""Losses in succession, with nothing saved in between, that end a run."""

Result = TypeVar("Result")


@dataclass(frozen=True)
class Workers:
    """Workers on Ray.

    count    of the workers
    threads  of each worker
    joined   whether Ray ran already; otherwise it is started on this machine
    patience seconds without an answer after which a worker counts as lost
    """

    count: int
    threads: int
    joined: bool
    patience: float = 60.0

    def run(
        self,
        rules: IndexedRules,
        required: Requirements,
        checkpoint: CheckpointFile,
        remark: Callable[[str], None],
        attempt: Callable[[Remote], Result],
    ) -> Result:
        """Returns the result of ``attempt`` with these workers as engine.

        When a worker is lost, all others end, and new ones begin at the last checkpoint. Raises Lost after MAX_LOSSES
        in succession; raises ResourceError if Ray has too few cores.
        """
        with ExitStack() as opened:
            if not self.joined:
                size = self.count * plan.store_bytes(required.tiles, self.count) + plan.index_bytes(rules)
                remark(opened.enter_context(start.here(size)))
            elif self.count * self.threads > start.cores():
                wanted = f"{counted(self.count, 'worker')} of {counted(self.threads, 'thread')}"
                raise ResourceError(f"Ray has {start.cores()} cores, too few for {wanted}: see --shards and --threads")
            from retro.cluster.engine import Remote
            from retro.cluster.task import Task

            identity = rules.game.name, dict(rules.options), rules.digest, fingerprint.installation()
            task = Task(*identity, required.tiles, self.threads, required.memory_bytes, self.patience)
            cores, losses = self.threads if self.joined else 0, 0
            while True:
                saves = checkpoint.saves
                try:
                    with Remote(rules, task, self.count, cores) as remote:
                        if not self.joined:
                            start.check_private()  # now with all workers
                        result = attempt(remote)
                        remark(f"{rules.game.name}: {remote.summary()}")
                        return result
                except Lost as error:
                    losses = 1 if checkpoint.saves > saves else losses + 1
                    if losses == MAX_LOSSES:
                        left = f"; what was saved is in {checkpoint.path}" if checkpoint.path.exists() else ""
                        again = "the same command resumes the run, with any engine and number of workers"
                        raise Lost(f"{error}, {losses} times without progress{left}: {again}") from None
                    remark(
                        f"{error}; all go back to {'the last checkpoint' if checkpoint.path.exists() else 'the start'}"
                    )


def connect(
    options: RunOptions, threads: int, opened: ExitStack, remark: Callable[[str], None] = remark
) -> Workers | None:
    """Returns the workers of ``--engine ray``; None for the local engine.

    There is one on each machine of the Ray that is joined, or ``options.shards`` in all. ``threads`` is per machine of
    that Ray; workers on this machine share them. The connection to Ray is closed with ``opened``. Raises GameError if
    there is no such Ray.
    """
    if options.engine == "local":
        return None
    start.check()
    if options.address is None:
        workers = options.shards or DEFAULT_WORKERS
        return Workers(workers, max(1, threads // workers), False)
    remark(opened.enter_context(start.joined(options.address)))
    return Workers(options.shards or start.nodes(), threads, True)
