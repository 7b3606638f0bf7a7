"""Grading the draws of a solved game: reads its records, grades, and writes the grades beside them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from retro.app.arguments import allowed_memory
from retro.game import draws
from retro.game.rules import Rules
from retro.grading import grading
from retro.lookup import table
from retro.lookup.table import RecordTable
from retro.storage import DatabaseError, NotSolved, grades
from retro.storage.database import Database
from retro.storage.grades import GradeFile, GradesAbout
from retro.system import machine
from retro.system.progress import Progress


def is_solved(rules: Rules, path: Path) -> bool:
    """Returns whether the database at ``path`` can be read and is of these rules."""
    try:
        Database(path, rules.digest).close()
    except DatabaseError:
        return False
    return True


def memory_bytes(rules: Rules, slots: int, distinct: int = 1 << 8) -> int:
    """Returns the bytes of all arrays while the draws of a game with so many slots and ``distinct`` values are graded:
    all records must be in memory."""
    width, field = table.shape(rules, distinct)
    enumerated = table.ENUMERATED_BYTES if rules.enumerated else 0
    return slots * (width * field.itemsize + enumerated + grading.bytes_per_slot(rules))


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
        table.check_memory(rules, memory_bytes(rules, database.slots, len(database.manifest.values)), allowed)
        records = table.load(rules, database, progress, threads, allowed, more)
        found = grading.grade(records, threads, progress)
        progress.phase("writing", database.slots, None)

        def advance(slots: int) -> None:
            progress.advance(slots, 0)

        written = grades.write(
            path, rules.digest, found.rows, grading.columns(rules), found.counts, threads, advance, digest
        )
    progress.close()
    return written


def wrong(records: RecordTable, path: Path, threads: int, progress: Progress) -> int | None:
    """Returns the number of positions of the database at ``path`` whose grades are wrong.

    None if its draws are not graded, or not all records are in memory. Errors as from `GradeFile`.
    """
    if records.pages is not None:
        return None
    try:
        file = GradeFile(path, records.rules.slots, records.rules.digest)
    except NotSolved:
        return None
    with closing(file):
        return grading.wrong(records, file.rows(), threads, progress)
