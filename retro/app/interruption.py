"""Long runs that can be interrupted: signals, checkpoints, and what is said about them.

At SIGINT, SIGTERM and SIGHUP a run saves its state and stops; at a second one it stops at once.
"""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from retro.app.console import duration
from retro.game import fingerprint
from retro.game.rules import Rules
from retro.storage.checkpoint import CheckpointFile, Identity
from retro.system.checkpointing import Snapshot
from retro.system.progress import Stopwatch

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(KeyboardInterrupt):
    """A run was stopped by a signal; the text says what is left of it."""

    def __init__(self, text: str, number: int) -> None:
        super().__init__(text)
        self.signal = number


class Stopping:
    """Whether somebody asked to stop: ``signal`` is the number of the signal, 0 if there was none.

    A ``patient`` run asks soon enough itself, and gets a KeyboardInterrupt only if it is asked to stop again. Others
    get it at once.
    """

    def __init__(self, patient: bool = False) -> None:
        self.signal = 0
        self._patient = patient

    def __call__(self) -> bool:
        return self.signal != 0

    @contextmanager
    def watching(self, left: Callable[[], str]) -> Iterator[None]:
        """While signals are looked after, if this is the main thread; Interrupted tells what is ``left``."""
        main = threading.current_thread() is threading.main_thread()
        # nohup has SIGHUP ignored
        watched = [each for each in SIGNALS if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN]
        before = {number: signal.signal(number, self._on_signal) for number in watched if main}
        try:
            yield
        except KeyboardInterrupt as error:
            raise Interrupted(f"interrupted; {left()}", self.signal or signal.SIGINT) from error
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        again, self.signal = self.signal != 0, number
        if again or not self._patient:
            raise KeyboardInterrupt


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
) -> Iterator[CheckpointFile]:
    """While a run works: its checkpoint at ``path``, to be discarded when it has ended.

    With ``restart`` an older one is discarded first. Refused if it is of something else; Interrupted on a signal.
    """

    def left() -> str:
        told = f"what was found so far is in {path}: the same command goes on from there"
        return told if path.exists() else "nothing was saved"

    stopping = Stopping(patient=True)
    checkpoint = CheckpointFile(path, identity, threads, stopping, watch, interval)
    if restart:
        checkpoint.discard()
    elif checkpoint.check():
        remark(f"going on from {path}, saved after {duration(checkpoint.seconds)}; --restart begins anew")
    with stopping.watching(left):
        yield checkpoint


def saving(
    checkpoint: CheckpointFile, snapshot: Snapshot | None, advance: Callable[[int], None]
) -> Callable[[int], None]:
    """``advance`` for the time in which a result is written: the run is saved there when it is due."""

    def advanced(done: int) -> None:
        advance(done)
        if snapshot is not None and checkpoint.due():
            checkpoint.save(*snapshot)
        checkpoint.raise_if_interrupted()

    return advanced


def room(path: Path, one: int, interval: float) -> int:
    """Bytes of disk that checkpoints of ``one`` byte or more at ``path`` take besides what lies there already.

    While the next one is written there are two. With an ``interval`` without end one is written, on interruption.
    """
    there = path.stat().st_size if path.exists() else 0
    return max(0, (1 if math.isinf(interval) else 2) * one - there)
