"""Files that are read: which errors of the system mean that one is damaged, and which leave its content unknown."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from retro.storage import Damaged, Unreadable
from retro.system import machine

NO_FILE = frozenset(
    (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENXIO, errno.ENODEV, errno.EINVAL, errno.ENAMETOOLONG)
)
"""Errors that mean that no ordinary file has the name."""


@contextmanager
def readable(path: Path, remedy: str) -> Iterator[None]:
    """A block that reads the file ``path``; ``remedy`` is what to do if the file is gone.

    Damaged if there is no ordinary file at ``path``, Unreadable if the system cannot read it.
    """
    try:
        yield
    except OSError as error:
        if error.errno in NO_FILE:
            raise Damaged(f"cannot read {path}: {error.strerror}; {remedy}") from error
        raise Unreadable(f"cannot read {path}: {machine.explained(error)}") from error
