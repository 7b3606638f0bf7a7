"""Files of a database, opened for reading whoever put them there."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def opened(path: Path) -> int:
    """A descriptor for reading. OSError if there is no such file or it is no ordinary one.

    Opening a pipe would wait until somebody writes into it, and a device may have no end.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | getattr(os, "O_CLOEXEC", 0))
    except ValueError as error:  # no file can have such a name
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
    return descriptor
