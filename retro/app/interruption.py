"""Long runs that can be interrupted: signals, checkpoints, and what is said about them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from retro import fingerprint
from retro.app.console import duration
from retro.app.stopping import Stopping
from retro.progress import Stopwatch
from retro.rules import Rules
from retro.saver import Snapshot
from retro.storage.checkpoint import Checkpoint, Identity


def identity(job: str, rules: Rules, backend: str, sources: tuple[str, ...]) -> Identity:
    """What a checkpoint is of; ``sources`` make and change what is in it, with all that they import."""
    return Identity(job, rules.game.name, dict(rules.options), rules.digest, fingerprint.engine(sources), backend)


@contextmanager
def checkpointed(
    path: Path,
    identity: Identity,
    threads: int,
    watch: Stopwatch,
    restart: bool,
    interval: float,
    remark: Callable[[str], None],
) -> Iterator[Checkpoint]:
    """While a run works: its checkpoint at ``path``, to be discarded when it has ended.

    With ``restart`` an older one is discarded first. Refused if it is of something else; Interrupted on a signal.
    """

    def left() -> str:
        told = f"what was found so far is in {path}: the same command goes on from there"
        return told if path.exists() else "nothing was saved"

    stopping = Stopping(patient=True)
    saver = Checkpoint(path, identity, threads, stopping, watch, interval)
    if restart:
        saver.discard()
    elif saver.check():
        remark(f"going on from {path}, saved after {duration(saver.seconds)}; --restart begins anew")
    with stopping.watching(left):
        yield saver


def saving(saver: Checkpoint, snapshot: Snapshot | None, advance: Callable[[int], None]) -> Callable[[int], None]:
    """``advance`` for the time in which a result is written: the run is saved there when it is due."""

    def advanced(done: int) -> None:
        advance(done)
        if snapshot is not None and saver.due():
            saver.save(*snapshot)
        saver.stop_if_asked()

    return advanced


def room(path: Path, one: int, interval: float) -> int:
    """Bytes of disk that checkpoints of ``one`` byte or more at ``path`` take besides what lies there already.

    While the next one is written there are two. With an ``interval`` without end one is written, on interruption.
    """
    there = path.stat().st_size if path.exists() else 0
    return max(0, (1 if math.isinf(interval) else 2) * one - there)
