"""What solving a game takes, or searching it, and what there is: memory, disk, time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from retro.app import interruption
from retro.app.console import duration
from retro.solving.plan import Plan
from retro.solving.tiles import FILES, IN_MEMORY, PACKED, Tiles
from retro.storage.location import checkpoint_path, scratch_path
from retro.system import machine
from retro.system.progress import Forecast

TOLD = {PACKED: "packed in memory", FILES: "in files"}
"""Where tiles are, in words, if they are not as they are in memory."""


@dataclass(frozen=True)
class Room:
    """What a run may use: the store of its tiles, or ``auto``; bytes of memory; a directory for tiles in files.

    Without them, all the memory that is available, and the directory where the database will lie.
    """

    store: str = "auto"
    memory: int | None = None
    scratch: Path | None = None

    def scratch_path(self, path: Path, job: str = "solve") -> Path:
        """Where tiles of a run for the database at ``path`` lie."""
        place = scratch_path(path, job)
        return place if self.scratch is None else self.scratch / place.name


ALL = Room()


@dataclass(frozen=True)
class Needs:
    """What a run takes and what there is, in bytes; ``why`` says why this backend.

    memory_available_bytes  with what this process holds already
    checkpoints_bytes       of all that there are at a time, without what lies there already
    tiles                   how the run keeps its records
    scratch_bytes           of tiles in files
    scratch_free_bytes      on the disk where these are, None if it is the database's
    forecast                of the run
    seconds                 of that and of what comes before and after; ``finding_seconds`` of them for finding the
                            positions, if that has to be done
    assumed                 what nobody can know beforehand, and what ``seconds`` takes it to be
    workers                 that share the work, 0 if this process does it; memory is that of each of them
    network_bytes           that they tell each other
    """

    backend: str
    why: str
    memory_bytes: int
    memory_available_bytes: int
    database_bytes: int
    checkpoints_bytes: int
    disk_free_bytes: int
    forecast: Forecast
    seconds: float
    finding_seconds: float = 0.0
    assumed: str = ""
    tiles: Tiles = IN_MEMORY
    scratch_bytes: int = 0
    scratch_free_bytes: int | None = None
    workers: int = 0
    network_bytes: int = 0

    @property
    def disk_bytes(self) -> int:
        """Of the database and the checkpoints. An old database stays until the new one is there, and is not counted."""
        return self.database_bytes + self.checkpoints_bytes

    @property
    def short(self) -> list[str]:
        """What is missing, in words; empty if everything fits."""
        apart = self.scratch_free_bytes
        disk = self.disk_bytes + (self.scratch_bytes if apart is None else 0)
        found = missing(self.memory_bytes, self.memory_available_bytes, disk, self.disk_free_bytes)
        return found + ([] if apart is None else missing(0, 0, self.scratch_bytes, apart, "scratch disk"))

    @property
    def time(self) -> str:
        """How long it takes, in words."""
        finding = f", {duration(self.finding_seconds)} of it to find the positions" if self.finding_seconds else ""
        return f"about {duration(max(1.0, self.seconds))}{finding}{f', if {self.assumed}' if self.assumed else ''}"


def missing(memory: int, available: int, disk: int, free: int, name: str = "disk") -> list[str]:
    """What is missing, in words, where so many bytes of memory and disk are needed and so many are there."""
    wanted = (("memory", memory, available, "available"), (name, disk, free, "free"))
    return [
        f"{needed - there:,} bytes of {name} are missing ({needed:,} needed, {there:,} {word})"
        for name, needed, there, word in wanted
        if needed > there
    ]


def needs(
    plans: Callable[[int, str], list[Plan]],
    path: Path,
    interval: float,
    room: Room = ALL,
    job: str = "solve",
    workers: int = 0,
    sharing: int = 1,
) -> list[Needs]:
    """What a run for the database at ``path`` takes, with checkpoints every ``interval`` seconds.

    ``sharing`` of its ``workers`` have the memory of this machine together.

    ``plans`` tells it for so many bytes of memory and a store: with every one that the run may use, the fastest first
    (`retro.solving.plans`, `retro.reach.reach.plans`).
    """
    available = machine.usable_memory()
    if room.memory is not None:
        available = min(available, room.memory)
    available //= sharing
    scratch = room.scratch_path(path, job)
    return [
        Needs(
            planned.backend,
            planned.why,
            planned.memory_bytes,
            available,
            planned.disk_bytes,
            interruption.room(checkpoint_path(path, job), planned.checkpoint_bytes, interval),
            machine.free_disk(path),
            planned.forecast,
            planned.seconds,
            assumed=planned.assumed,
            tiles=planned.tiles,
            scratch_bytes=planned.scratch_bytes,
            scratch_free_bytes=None if machine.same_disk(scratch, path) else machine.free_disk(scratch),
            workers=workers,
            network_bytes=planned.network_bytes,
        )
        for planned in plans(available, room.store)
    ]


def chosen(found: list[Needs]) -> Needs:
    """The fastest for which there is room; if there is room for none, the one that takes least memory."""
    return min((each for each in found if not each.short), key=lambda each: each.seconds, default=found[-1])
