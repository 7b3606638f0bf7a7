"""The memory, disk and time that solving a game, or searching it, requires, and what of that is available."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from retro.app import layout
from retro.app.output import byte_count
from retro.solving.plan import Plan
from retro.solving.tiles import FILES, PACKED

if TYPE_CHECKING:
    from retro.app.shell import Shell

STORES = {PACKED: "packed in memory", FILES: "in files"}
"""Stores other than plain memory, in words."""
NOT_SHOWN = ("tiles", "checkpoint_bytes", "again_bytes", "freed_bytes")
"""Fields that the answer of a dry run lacks."""
MOST_MINUTES = 120
"""The time of a longer run is given in hours."""
NOTABLE = 0.2
"""Choices are listed if the smallest memory requirement is below the largest by more than this share."""


@dataclass(frozen=True, kw_only=True)
class Requirements(Plan):
    """The plan of a run, what it requires besides, and what is available, in bytes.

    memory_available_bytes  including the memory that this process uses already
    checkpoints_bytes       of the checkpoints that exist at the same time, without the bytes on disk already
    scratch_free_bytes      on the disk of tiles in files; None if it is the database's disk
    workers                 that share the work, 0 for this process; memory is that of each worker
    again_bytes             memory that the same run may take beyond its plan when it begins again
    """

    memory_available_bytes: int
    checkpoints_bytes: int
    disk_free_bytes: int
    scratch_free_bytes: int | None
    workers: int = 0
    again_bytes: int = 0

    @property
    def disk_bytes(self) -> int:
        """Bytes of the database, finished tiers and checkpoints; an old database, which stays until the end, is not
        counted."""
        return self.database_bytes + self.finished_bytes + self.checkpoints_bytes

    @property
    def short(self) -> list[str]:
        """What is missing, in words; empty if everything is available."""
        apart = self.scratch_free_bytes
        disk = self.disk_bytes + (self.scratch_bytes if apart is None else 0)
        beside = [] if apart is None else missing(0, 0, self.scratch_bytes, apart, "scratch disk")
        again = self.again_bytes
        return missing(self.memory_bytes, self.memory_available_bytes, disk, self.disk_free_bytes, again=again) + beside

    @property
    def missing_bytes(self) -> tuple[int, int]:
        """Bytes of memory and of disk that are missing."""
        disk = self.disk_bytes + self.scratch_bytes - self.disk_free_bytes - (self.scratch_free_bytes or 0)
        return max(0, self.memory_bytes - self.memory_available_bytes), max(0, disk)

    @property
    def time(self) -> str:
        """The approximate time of the run, in words."""
        minutes = round(self.seconds / 60)
        if minutes > MOST_MINUTES:
            return f"about {round(minutes / 60):,} hours"
        return f"about {minutes} minutes" if minutes > 1 else "about a minute" if minutes else "less than a minute"


def missing(memory: int, available: int, disk: int, free: int, name: str = "disk", again: int = 0) -> list[str]:
    """Returns what is missing, in words, for a run that requires ``memory`` and ``disk`` bytes.

    The words name as much as is certainly enough when the run begins ``again``, which may take so many bytes of memory
    more: then the user follows them once.
    """
    resources = (("memory", memory, again, available, "available"), (name, disk, 0, free, "free"))
    return [
        f"{required + more - usable:,} bytes of {resource} are missing ({required + more:,} needed, {usable:,} {word})"
        for resource, required, more, usable, word in resources
        if required > usable
    ]


def best(choices: list[Requirements]) -> Requirements:
    """Returns the first choice, which is the fastest, for which everything is available, or else the one that lacks the
    least: memory first, then disk."""
    lacking_least = min(reversed(choices), key=lambda each: each.missing_bytes)
    return next((each for each in choices if not each.short), lacking_least)


def answer(shell: Shell, choices: list[Requirements]) -> None:
    """Prints the answer of a dry run: the best choice, and all choices of backend and store."""

    def described(each: Requirements) -> dict[str, Any]:
        copied = {name: value for name, value in asdict(each).items() if name not in NOT_SHOWN}
        return copied | {"store": each.tiles.kind, "disk_bytes": each.disk_bytes, "fits": not each.short}

    stores = [described(each) for each in choices]
    shell.answer({**shell.header, **described(best(choices)), "stores": stores}, lambda: _show(choices))


def _show(choices: list[Requirements]) -> None:
    """Prints the best choice, and a table of all if their memory differs notably."""
    layout.facts(_facts(best(choices)))
    smallest, largest = (end(each.memory_bytes for each in choices) for end in (min, max))
    if largest - smallest > NOTABLE * largest:
        columns: dict[str, Callable[[Requirements], str]] = {
            "backend": lambda each: each.backend,
            "store": lambda each: each.tiles.kind,
            "memory>": lambda each: byte_count(each.memory_bytes),
            "disk>": lambda each: byte_count(each.disk_bytes + each.scratch_bytes),
            "time": lambda each: each.time,
            "fits": lambda each: "no" if each.short else "yes",
        }
        layout.table(list(columns), [[cell(each) for cell in columns.values()] for each in choices])


def _facts(needed: Requirements) -> layout.Facts:
    each = "for each worker " if needed.workers else ""
    return [
        ("backend", f"{needed.backend}: {needed.why}" if needed.why else needed.backend),
        *([("workers", str(needed.workers))] if needed.workers else []),
        ("memory", f"{each}{byte_count(needed.memory_bytes)} of {byte_count(needed.memory_available_bytes)} available"),
        *([("network", f"{byte_count(needed.network_bytes)} from worker to worker")] if needed.workers else []),
        ("disk", f"{byte_count(needed.disk_bytes)} of {byte_count(needed.disk_free_bytes)} free"),
        ("  database", f"at most {byte_count(needed.database_bytes)}"),
        *([("  finished tiers", f"at most {byte_count(needed.finished_bytes)}")] if needed.finished_bytes else []),
        ("  checkpoints", f"at most {byte_count(needed.checkpoints_bytes)}"),
        ("time", needed.time),
        ("fits", "; ".join(needed.short) or "yes"),
    ]
