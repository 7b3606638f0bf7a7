"""The positions of a game that enumerates them: known from an earlier run, or found while there is room for them."""

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
"""Of positions, while they are being found."""
JOB = PHASE = "positions"


def identity(rules: Rules) -> Identity:
    """What a checkpoint of finding them is of."""
    return interruption.identity(JOB, rules, "", (discovery.__name__,))


def find(
    rules: Rules, path: Path, backend: str, threads: int, progress: Progress, checkpoint: Checkpoint
) -> IndexedRules:
    """The rules with their positions.

    ResourceError as soon as there are more than ``backend`` can solve into ``path``; GameError if it can solve none.
    """
    most = machine.available_memory() // BYTES_PER_KEY
    return enumerate_positions(rules, threads, progress, most, checkpoint, _room(rules, path, backend))


def from_database(rules: Rules, path: Path, backend: str) -> tuple[IndexedRules, float] | None:
    """The rules with the positions that the database at ``path`` has, and the seconds in which they were found.

    None if there is no database of these rules, or none that can be used; ResourceError as from `find`.
    """
    try:
        with Database(path, rules.digest) as database:
            if database.keys is None:
                return None
            _room(rules, path, backend)(database.slots)
            one_pass = database.run.backend == "acyclic" or None
            positions = bind(rules, Positions.of(database.keys.all()), acyclic=one_pass)
            return positions, database.run.phases.get(PHASE, 0.0)
    except DatabaseError:
        return None


def _room(rules: Rules, path: Path, backend: str) -> Callable[[int], None]:
    """Is told how many positions there are at least: ResourceError if they are too many."""
    from retro.solving.plan import min_bytes

    held = machine.held_memory()
    available, free = machine.usable_memory(), machine.free_disk(path)

    def enough(found: int) -> None:
        memory, disk = min_bytes(rules, backend, found)
        short = missing(held + max(memory, BYTES_PER_KEY * found), available, disk, free)
        if short:
            told = f"it has at least {found:,} positions, and for these {'; '.join(short)}"
            raise ResourceError(f"cannot solve {rules.game.name}: {told}")

    return enough
