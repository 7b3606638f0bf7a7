"""Nobody else at work, and nothing of the user's in the way, where a file of the program's is to be written."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from retro import machine
from retro.files import enough, is_ordinary
from retro.storage import Busy, DatabaseError


def in_the_way(path: Path) -> DatabaseError:
    """What to say of something that the program did not write, and that lies where it has to."""
    return DatabaseError(f"{path} is in the way, and is nothing that retro wrote: move it away")


def check_ordinary(path: Path) -> None:
    """DatabaseError if something is at ``path`` that is no ordinary file, and so is not to be written over."""
    if os.path.lexists(path) and not is_ordinary(path):
        raise in_the_way(path)


@contextmanager
def writing_in(folder: Path) -> Iterator[None]:
    """A block that makes files in ``folder``: DatabaseError, with the system's reason, if it cannot."""
    try:
        yield
    except OSError as error:
        raise DatabaseError(f"cannot write in {folder}: {machine.explained(error)}") from error


def check_writable(folder: Path) -> None:
    """Make sure that files can be made in ``folder``: as `writing_in`, and ResourceError if the disk is full."""
    with writing_in(folder), enough(folder / "a new file", 1):
        tempfile.TemporaryFile(dir=folder).close()


@contextmanager
def exclusively(lock: Path, busy: str) -> Iterator[None]:
    """Nobody else holds ``lock`` meanwhile; it goes with the process, however that ends.

    DatabaseError with the text ``busy`` if somebody does, or if the lock cannot be made; ResourceError if the disk is
    full.
    """
    check_ordinary(lock)
    with writing_in(lock.parent), enough(lock, 1):
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Busy(busy) from error
        yield
    finally:
        os.close(descriptor)
