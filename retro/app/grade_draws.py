"""Grading the draws of a solved game: reads its records, grades, and writes the grades beside them."""

from __future__ import annotations

from pathlib import Path

from retro.app.arguments import allowed_memory
from retro.game import draws
from retro.game.rules import Rules
from retro.grading import grading
from retro.lookup import table
from retro.storage import DatabaseError, grades
from retro.storage.database import Database
from retro.storage.grades import GradesAbout
from retro.system import machine
from retro.system.errors import ResourceError
from retro.system.progress import Progress


def is_solved(rules: Rules, path: Path) -> bool:
    """Returns whether the database at ``path`` can be read and is of these rules."""
    try:
        Database(path, rules.digest).close()
    except DatabaseError:
        return False
    return True


def grade(rules: Rules, path: Path, threads: int, progress: Progress, memory: str | None) -> GradesAbout:
    """Grades all draws of the solved game at ``path``; returns what the file of grades contains.

    Raises ResourceError if not all records and grades fit into ``memory``, GameError if draws of the game cannot be
    graded, DatabaseError if the grades cannot be written.
    """
    grades.check(path)
    given = draws.load(rules)
    digest = "" if given is None else given.digest
    with Database(path, rules.digest) as database:
        more = database.slots * grading.bytes_per_slot(rules)
        allowed = allowed_memory(memory, machine.available_memory())
        records = table.load(rules, database, progress, threads, allowed, more)
        if records.pages is not None:
            raise ResourceError(f"{rules.game.name}: all records must fit into memory while draws are graded")
        found = grading.grade(records, threads, progress)
        progress.phase("writing", database.slots, None)

        def advance(slots: int) -> None:
            progress.advance(slots, 0)

        written = grades.write(
            path, rules.digest, found.rows, grading.columns(rules), found.counts, threads, advance, digest
        )
    progress.close()
    return written
