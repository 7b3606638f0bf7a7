"""The positions of a game without an index: read from a database, or enumerated while memory and disk suffice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from retro.app import interruption
from retro.app.requirements import missing
from retro.game.rules import IndexedRules, Rules
from retro.indexing import discovery
from retro.indexing.discovery import enumerate_positions
from retro.indexing.enumerated import Positions, bind
from retro.storage import DatabaseError
from retro.storage.checkpoint import Identity
from retro.storage.database import Database
from retro.system import machine
from retro.system.checkpointing import Checkpoint
from retro.system.errors import ResourceError
from retro.system.progress import Progress

BYTES_PER_KEY = 24
"""Bytes of memory per position during the enumeration."""
JOB = PHASE = "positions"


def identity(rules: Rules) -> Identity:
    """The identity of a checkpoint of the enumeration."""
    return interruption.identity(JOB, rules, "", (discovery.__name__,))


def find(
    rules: Rules, path: Path, backend: str, threads: int, progress: Progress, checkpoint: Checkpoint
) -> IndexedRules:
    """The rules with their positions.

    ResourceError as soon as memory or disk does not suffice for ``backend`` to solve the positions into ``path``;
    GameError if the backend cannot solve the game.
    """
    max_positions = machine.available_memory() // BYTES_PER_KEY
    return enumerate_positions(rules, threads, progress, max_positions, checkpoint, _check(rules, path, backend))


def from_database(rules: Rules, path: Path, backend: str) -> tuple[IndexedRules, float] | None:
    """The rules with the positions of the database at ``path``, and the seconds in which they were enumerated.

    None if there is no database of these rules that can be used; ResourceError as from `find`.
    """
    try:
        with Database(path, rules.digest) as database:
            if database.keys is None:
                return None
            _check(rules, path, backend)(database.slots)
            run = database.run
            one_pass = (run is not None and run.backend == "acyclic") or None
            positions = bind(rules, Positions.of(database.keys.all()), acyclic=one_pass)
            return positions, run.phases.get(PHASE, 0.0) if run else 0.0
    except DatabaseError:
        return None


def _check(rules: Rules, path: Path, backend: str) -> Callable[[int], None]:
    """A function that raises ResourceError if memory or disk is missing for at least so many positions."""
    from retro.solving.plan import min_bytes

    used = machine.held_memory()
    available, free = machine.usable_memory(), machine.free_disk(path)

    def check(positions: int) -> None:
        memory, disk = min_bytes(rules, backend, positions)
        short = missing(used + max(memory, BYTES_PER_KEY * positions), available, disk, free)
        if short:
            why = f"it has at least {positions:,} positions, and for these {'; '.join(short)}"
            raise ResourceError(f"cannot solve {rules.game.name}: {why}")

    return check
