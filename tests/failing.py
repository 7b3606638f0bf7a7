"""A disk that fails: from one operation below a directory on there is no room, or that operation alone fails.

Only calls are known that the standard library and the code under test make for files below the directory.
"""

import errno
import os
from contextlib import contextmanager
from pathlib import Path


def suffix(path):
    """What tells the files of a run apart, whatever their directory is called."""
    return path.name.strip(".").split(".")[-1]


class Failing:
    """Lists the operations of ``kinds`` below ``root``; the one numbered ``which`` (from 0) fails with ``error``.

    With ``full`` all later ones fail too, and of a write that fails half is written before. ``asked`` says which there
    were, by kind and name, and ``failed`` which failed.
    """

    def __init__(self, root, which, error=errno.ENOSPC, kinds=("create", "write", "mkdir"), full=True):
        self.root, self.which, self.error, self.kinds, self.full = Path(root), which, error, kinds, full
        self.asked, self.failed, self._open, self._real = [], [], {}, {}

    @contextmanager
    def failing(self, monkeypatch):
        """While the code runs."""
        with monkeypatch.context() as patch:
            for name in ("open", "write", "mkdir", "fsync", "close"):
                self._real[name] = getattr(os, name)
                patch.setattr(os, name, getattr(self, name))
            yield

    def open(self, path, flags, mode=0o777, *, dir_fd=None):
        """Fails where a file is made."""
        path = Path(os.fspath(path))
        below = dir_fd is None and (path == self.root or self.root in path.parents)
        nameless = flags & getattr(os, "O_TMPFILE", 0) == getattr(os, "O_TMPFILE", -1)
        if below and (nameless or (flags & os.O_CREAT and not path.exists())):
            self._count("create", path)
        descriptor = self._real["open"](path, flags, mode, dir_fd=dir_fd)
        if below:
            self._open[descriptor] = path
        return descriptor

    def write(self, descriptor, data):
        """Fails, or writes half."""
        if descriptor in self._open:
            begun = bool(self.failed)
            try:
                self._count("write", self._open[descriptor])
            except OSError:
                if begun or not self.full or len(data) < 2:
                    raise
                return self._real["write"](descriptor, data[: len(data) // 2])
        return self._real["write"](descriptor, data)

    def mkdir(self, path, mode=0o777, *, dir_fd=None):
        """Fails where a directory is made."""
        if self.root in Path(path).parents:
            self._count("mkdir", Path(path))
        self._real["mkdir"](path, mode, dir_fd=dir_fd)

    def fsync(self, descriptor):
        """Fails for files and directories."""
        if descriptor in self._open:
            self._count("fsync", self._open[descriptor])
        self._real["fsync"](descriptor)

    def close(self, descriptor):
        """Never fails."""
        self._open.pop(descriptor, None)
        self._real["close"](descriptor)

    def chosen(self, step):
        """Of the numbers of all operations every one in ``step``, and the first and last of each kind and name."""
        first = {each: number for number, each in reversed([*enumerate(self.asked)])}
        last = {each: number for number, each in enumerate(self.asked)}
        return sorted({*range(0, len(self.asked), step), *first.values(), *last.values()})

    def _count(self, kind, path):
        if kind not in self.kinds:
            return
        number = len(self.asked)
        self.asked.append((kind, suffix(path)))
        if number == self.which or (self.full and number > self.which):
            self.failed.append((kind, path))
            raise OSError(self.error, os.strerror(self.error))


class Reads:
    """Opening the file called ``name`` and reading from it fail with ``error``."""

    def __init__(self, name, error):
        self.name, self.error = name, error

    @contextmanager
    def failing(self, monkeypatch):
        """While the code runs."""
        opening, reading = os.open, os.pread

        def fail(path):
            if Path(os.fspath(path)).name == self.name:
                raise OSError(self.error, os.strerror(self.error), str(path))

        def opened(path, *arguments, **options):
            fail(path)
            return opening(path, *arguments, **options)

        def pread(descriptor, *arguments):
            fail(os.readlink(f"/proc/self/fd/{descriptor}"))
            return reading(descriptor, *arguments)

        with monkeypatch.context() as patch:
            patch.setattr(os, "open", opened)
            patch.setattr(os, "pread", pread)
            yield
