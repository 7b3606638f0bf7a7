"""Long runs that can be interrupted: signals, checkpoints, and the messages about them.

At SIGINT, SIGTERM and SIGHUP a run saves its state and stops; at a second one it stops at once.
"""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from retro.app.arguments import CheckpointOptions
from retro.app.console import duration
from retro.game import fingerprint
from retro.game.rules import Rules
from retro.storage.checkpoint import CheckpointFile, Identity
from retro.system.progress import Stopwatch

Remark = Callable[[str], None]
"""Prints one line."""
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(KeyboardInterrupt):
    """A signal stopped a run; the text says what was saved."""

    def __init__(self, text: str, number: int) -> None:
        super().__init__(text)
        self.signal = number


class Stopping:
    """A flag that a signal sets; a run that finds it set stops. ``signal`` is its number, 0 if none has arrived.

    A ``patient`` run checks this between its tasks, and gets a KeyboardInterrupt only at a second signal. Other runs
    get it at the first.
    """

    def __init__(self, patient: bool = False) -> None:
        self.signal = 0
        self._patient = patient

    def __call__(self) -> bool:
        return self.signal != 0

    @contextmanager
    def watching(self, saved: Callable[[], str]) -> Iterator[None]:
        """A block in which signals are handled, if this is the main thread.

        Raises Interrupted if one stops the block; its text ends with what ``saved`` returns.
        """
        main = threading.current_thread() is threading.main_thread()
        # a process under nohup ignores SIGHUP
        watched = [each for each in STOP_SIGNALS if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN]
        before = {number: signal.signal(number, self._on_signal) for number in watched if main}
        try:
            yield
        except KeyboardInterrupt as error:
            raise Interrupted(f"interrupted; {saved()}", self.signal or signal.SIGINT) from error
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        again, self.signal = self.signal != 0, number
        if again or not self._patient:
            raise KeyboardInterrupt


@contextmanager
def checkpointed(
    path: Path, identity: Identity, threads: int, watch: Stopwatch, options: CheckpointOptions, remark: Remark
) -> Iterator[CheckpointFile]:
    """A block that runs with the checkpoint at ``path``, which the block discards when its job is complete.

    The ``options`` say how often it is saved, and whether an older one is discarded first. Raises Refused if the older
    one has another identity; raises Interrupted if a signal stops the block.
    """
    stopping = Stopping(patient=True)

    def saved() -> str:
        resumable = f"the state of the run is in {path}: the same command resumes it"
        return resumable if path.exists() else "nothing was saved"

    checkpoint = CheckpointFile(path, identity, threads, stopping, watch, options.interval)
    if options.restart:
        checkpoint.discard()
    elif checkpoint.check():
        remark(f"resuming from {path}, saved after {duration(checkpoint.seconds)}; --restart begins again")
    with stopping.watching(saved):
        try:
            yield checkpoint
        finally:
            checkpoint.discard_unsaved()


def _modules(room: str, names: str) -> tuple[str, ...]:
    return tuple(f"retro.{room}.{name}" for name in names.split())


_SIZES = _modules("system", "sizes")
_INDICES = _modules("indexing", "enumerated packed_keys tiers")
_STATES = _modules("solving", "state_bits state_bits_kernels")
_EDGES = _modules("solving", "edge_memory lists_kernels transposed")
_RECORDS = (
    "record value_kernels counting_kernels first_kernels update_kernels queue_kernels settle_kernels "
    "flags schedule finished loop solve_run tier_solution settled queue position_kernels final_kernels "
    "sweep sweep_kernels sweep_value_kernels"
)
_SEARCH = "reach reach_kernels reach_states_kernels shards"
SOURCES: Mapping[str, tuple[str, ...]] = {
    "solve": (
        *_INDICES,
        *_EDGES,
        *_STATES,
        *_SIZES,
        *_modules("solving", _RECORDS),
        *_modules("storage", "finished_records"),
    ),
    "reach": (*_INDICES, *_EDGES, *_STATES, *_SIZES, *_modules("reach", _SEARCH)),
    "verify": (*_INDICES, *_STATES, *_modules("verify", "verify verify_kernels"), "retro.solving.position_kernels"),
    "positions": (*_INDICES, *_SIZES, *_modules("indexing", "discovery discovery_kernels key_sets tier_positions")),
}
"""By job, the modules that decide what a checkpoint holds and how the run goes on: records, edges, indices, and the
order of levels. If their code changes, older checkpoints are refused. Other changes do not matter to a run."""


def identity(job: str, rules: Rules, backend: str, database: str = "") -> Identity:
    """Returns the identity of a checkpoint; ``database`` is the digest of the records that the run reads."""
    engine = fingerprint.engine(SOURCES[job])
    return Identity(job, rules.game.name, dict(rules.options), rules.digest, engine, backend, database)


def checkpoints_bytes(path: Path, one: int, interval: float) -> int:
    """Returns the bytes of disk that checkpoints of ``one`` bytes each require beyond those of the file at ``path``.

    While the next checkpoint is written there are two. With an infinite ``interval`` only one is written, when the run
    is interrupted.
    """
    existing = path.stat().st_size if path.exists() else 0
    return max(0, (1 if math.isinf(interval) else 2) * one - existing)
