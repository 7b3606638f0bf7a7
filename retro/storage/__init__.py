"""Databases: the files of a solution, how they are written and read. Nothing here depends on how values are computed.

seekable      a file of independent zstd frames with a seek table at its end
block         the records of one frame as bytes, and back
keys          sorted keys of a game whose positions are enumerated
checked_json  JSON files with a checksum
manifest      what a database contains and how to check it
run           how it was made: machine, time, memory, versions
location      the paths of databases
owned_files   which files are the program's, and which the user's
solution      what a backend returns
writer        writes a solution as a database, as a whole
content       the digest of all values, which does not depend on the form of the files
older         databases of formats before today's
database      look-up of records by index, and of keys
distances     distances from the start
sections      positions of each section by outcome
checksums     checks all files of a database
checkpoint    the file from which an interrupted run is resumed
capacity      what a database can hold at most
growing       a file of frames that are appended while a run goes on
finished_records  the records of finished tiers, in such a file
unfinished    a database of the finished tiers of a game that is being solved
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from retro.system import machine
from retro.system.errors import Busy, Closed, Damaged, DatabaseError, NotSolved, Unreadable, Unusable

__all__ = ["Busy", "Closed", "Damaged", "DatabaseError", "NotSolved", "Unreadable", "Unusable", "naming"]

SOLVE_AGAIN = "solve the game again"
"""The remedy for most damaged files."""

_NO_FILE = frozenset(
    (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENXIO, errno.ENODEV, errno.EINVAL, errno.ENAMETOOLONG)
)
"""Errors that mean that no ordinary file has the name."""


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


@contextmanager
def readable(path: Path, remedy: str) -> Iterator[None]:
    """A block that reads the file ``path``; ``remedy`` is what to do if there is no such file.

    Damaged if there is no ordinary file at ``path``, Unreadable if the system cannot read it.
    """
    try:
        yield
    except OSError as error:
        if error.errno in _NO_FILE:
            raise Damaged(f"cannot read {path}: {error.strerror}; {remedy}") from error
        raise Unreadable(f"cannot read {path}: {machine.explained(error)}") from error
