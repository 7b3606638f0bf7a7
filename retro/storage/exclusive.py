"""One process at a time, and nothing of the user's in the way, where files of the program are to be written."""

from __future__ import annotations

import errno
import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from retro.storage import Busy, Damaged, DatabaseError
from retro.storage.owner import BEGINS, Owner, append, content, erase, owners
from retro.system import machine
from retro.system.errors import WentWrong
from retro.system.files import enough, is_ordinary

NO_LOCKS = frozenset((errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ESTALE, errno.EINVAL))
"""Errors that mean that a file's disk has no locks, or has none at the moment."""
SETTLING = 0.5
"""Seconds in which a process that has found the lock free, on a disk without locks, has written its line."""


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


def lock(descriptor: int, path: Path) -> bool:
    """Take the system's lock of an open file; False if the file's disk has no locks.

    BlockingIOError if another process holds it, DatabaseError, with the reason, if the system fails otherwise.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        raise
    except OSError as error:
        if error.errno in NO_LOCKS:
            return False
        raise DatabaseError(f"cannot lock {path}: {machine.explained(error)}") from error


@contextmanager
def exclusively(path: Path, busy: str) -> Iterator[None]:
    """A block that no two processes run at a time; its lock, the file ``path``, is free when the process ends.

    Busy, with the text ``busy`` and the other process, if another one is in its block, or if this block fails while
    another one is. DatabaseError if the file cannot be made or locked, ResourceError if the disk is full.

    Besides the system's lock the first line of the file counts (`retro.storage.owner`). Where the disk has no locks, a
    process waits for SETTLING seconds before it reads the lines: machines do not append to a file at once.
    """
    check_ordinary(path)
    with writing_in(path.parent), enough(path, 1):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
    try:
        try:
            locked = lock(descriptor, path)
        except BlockingIOError as error:
            raise _busy(busy, owners(path)) from error
        if (written := content(path)) and not written.startswith(BEGINS):
            raise in_the_way(path)
        own = Owner.here()
        try:
            with writing_in(path.parent), enough(path, len(own.line)):
                append(descriptor, own)
            if not locked:
                time.sleep(SETTLING)
            _check_first(path, own, busy, locked)
            try:
                yield
            except (WentWrong, DatabaseError, OSError) as error:
                others = [each for each in owners(path) if each != own]
                if others and isinstance(error, WentWrong | Damaged | FileNotFoundError):
                    raise _busy(f"{error}; {busy}", others) from error
                raise
        finally:
            with suppress(OSError):
                erase(descriptor, path, own)
    finally:
        os.close(descriptor)


def _check_first(path: Path, own: Owner, busy: str, locked: bool) -> None:
    """Busy unless this process is the first in the file; where it is ``locked``, of those of this machine."""
    before = owners(path)
    if own not in before:  # another process has emptied the file in this moment
        raise _busy(busy, before)
    before = before[: before.index(own)]
    here = [each for each in before if each.alive]
    if here:
        raise _busy(busy, here)
    if before and not locked:
        advice = f"; {path.parent} has no locks: if that process has ended, remove {path}"
        raise Busy(f"{_busy(busy, before)}{advice}")


def _busy(text: str, others: list[Owner]) -> Busy:
    return Busy(f"{text} ({others[0]})" if others else text)
