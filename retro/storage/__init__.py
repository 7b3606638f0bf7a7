"""Databases: what a solution looks like on disk. Knows nothing of how values were found.

seekable    a file of independent zstd frames with a seek table at its end
block       a run of records as one frame, and back
keys        sorted keys of a game whose positions are enumerated
sealed      JSON files that show when they were damaged
manifest    what is in a database and how to check it
run         how it came to be
location    where databases lie
reading     errors of the system where a file is read
exclusive   one process at a time, and nothing of the user's in the way
owner       the process that holds a lock
belongings  what there is the program's, and what is the user's
writer      a solution becomes a database, all of it or nothing
database    look-up by index, and by key
distances   how far from the start every position is
parts       positions of each part of a game by outcome
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from retro.system.errors import RetroError
from retro.system.exit_codes import BUSY, DAMAGED, NOT_SOLVED


class DatabaseError(RetroError):
    """A database that cannot be used; the text says which, why and what to do."""


class Damaged(DatabaseError):
    """Files on disk are not what was written, or are missing."""

    exit_code = DAMAGED


class Unreadable(DatabaseError):
    """The system could not read a file, so its content is unknown; ``__cause__`` is the system's error."""


class Closed(DatabaseError):
    """A database that was closed before the call."""


class Unusable(DatabaseError):
    """There is no database that this version can read and that these rules and options have made."""

    exit_code = NOT_SOLVED


class NotSolved(Unusable):
    """There is no database of these options yet."""


class Busy(DatabaseError):
    """Another process is at work on the same files."""

    exit_code = BUSY


@contextmanager
def naming(command: str) -> Iterator[None]:
    """A block that opens a database: its errors name the ``command`` that makes one, if that is the remedy."""
    try:
        yield
    except Unreadable:
        raise
    except DatabaseError as error:
        raise type(error)(f"{error} ({command})") from error
