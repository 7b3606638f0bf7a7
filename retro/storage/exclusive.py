"""Nobody else at work, and nothing of the user's in the way, where a file of the program's is to be written."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from retro.files import enough, is_ordinary
from retro.storage import DatabaseError


def in_the_way(path: Path) -> DatabaseError:
    """What to say of something that the program did not write, and that lies where it has to."""
    return DatabaseError(f"{path} is in the way, and is nothing that retro wrote: move it away")


def check_ordinary(path: Path) -> None:
    """DatabaseError if something is at ``path`` that is no ordinary file, and so is not to be written over."""
    if os.path.lexists(path) and not is_ordinary(path):
        raise in_the_way(path)


@contextmanager
def exclusively(lock: Path, busy: str) -> Iterator[None]:
    """Nobody else holds ``lock`` meanwhile; it goes with the process, however that ends.

    DatabaseError with the text ``busy`` if somebody does, or if the lock cannot be made; ResourceError if the disk is
    full.
    """
    check_ordinary(lock)
    try:
        with enough(lock, 1):
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
    except OSError as error:
        raise DatabaseError(f"cannot write in {lock.parent}: {error.strerror}") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DatabaseError(busy) from error
        yield
    finally:
        os.close(descriptor)
