"""Databases: what a solution looks like on disk. Knows nothing of how values were found.

seekable    a file of independent zstd frames with a seek table at its end
block       a run of records as one frame, and back
keys        sorted keys of a game whose positions are enumerated
sealed      JSON files that show when they were damaged
manifest    what is in a database and how to check it
run         how it came to be
location    where databases lie
reading     errors of the system where a file is read
belongings  what there is the program's, and what is the user's
writer      a solution becomes a database, all of it or nothing
database    look-up by index, and by key
distances   how far from the start every position is
parts       positions of each part of a game by outcome
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from retro.system.errors import Busy, Closed, Damaged, DatabaseError, NotSolved, Unreadable, Unusable

__all__ = ["Busy", "Closed", "Damaged", "DatabaseError", "NotSolved", "Unreadable", "Unusable", "naming"]


@contextmanager
def naming(command: str) -> Iterator[None]:
    """A block that opens a database; ``command``, which makes one, is the remedy of its errors if it can help."""
    try:
        yield
    except Unreadable:
        raise
    except DatabaseError as error:
        error.remedy = command
        raise
