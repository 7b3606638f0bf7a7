"""What solving a game takes, and what there is: memory, disk, time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from retro import machine
from retro.app import interruption
from retro.app.console import duration
from retro.rules import IndexedRules
from retro.storage.location import checkpoint_path


@dataclass(frozen=True)
class Needs:
    """What solving takes and what there is, in bytes; ``why`` says why this backend.

    memory_available_bytes  with what this process holds already
    checkpoints_bytes       of all that there are at a time, without what lies there already
    seconds                 an estimate; ``finding_seconds`` of them for finding the positions, if that has to be done
    assumed                 what nobody can know beforehand, and what ``seconds`` takes it to be
    """

    backend: str
    why: str
    memory_bytes: int
    memory_available_bytes: int
    database_bytes: int
    checkpoints_bytes: int
    disk_free_bytes: int
    seconds: float
    finding_seconds: float = 0.0
    assumed: str = ""

    @property
    def disk_bytes(self) -> int:
        """Of the database and the checkpoints. An old database stays until the new one is there, and is not counted."""
        return self.database_bytes + self.checkpoints_bytes

    @property
    def short(self) -> list[str]:
        """What is missing, in words; empty if everything fits."""
        return missing(self.memory_bytes, self.memory_available_bytes, self.disk_bytes, self.disk_free_bytes)

    @property
    def time(self) -> str:
        """How long it takes, in words."""
        finding = f", {duration(self.finding_seconds)} of it to find the positions" if self.finding_seconds else ""
        return f"about {duration(max(1.0, self.seconds))}{finding}{f', if {self.assumed}' if self.assumed else ''}"


def missing(memory: int, available: int, disk: int, free: int) -> list[str]:
    """What is missing, in words, where so many bytes of memory and disk are needed and so many are there."""
    wanted = (("memory", memory, available, "available"), ("disk", disk, free, "free"))
    return [
        f"{needed - there:,} bytes of {name} are missing ({needed:,} needed, {there:,} {word})"
        for name, needed, there, word in wanted
        if needed > there
    ]


def needs(rules: IndexedRules, path: Path, backend: str, threads: int, interval: float) -> Needs:
    """What solving ``rules``, whose positions have an index, into ``path`` takes; checkpoints every ``interval`` s.

    GameError if ``backend`` cannot solve them.
    """
    from retro import solving

    available = machine.available_memory() + machine.held_memory()
    planned = solving.plan(rules, backend, threads, available)
    return Needs(
        planned.backend,
        planned.why,
        planned.memory_bytes,
        available,
        planned.disk_bytes,
        interruption.room(checkpoint_path(path), planned.checkpoint_bytes, interval),
        machine.free_disk(path),
        planned.seconds,
        assumed=planned.assumed,
    )
