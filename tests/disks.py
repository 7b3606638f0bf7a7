"""A disk whose operations are recorded and may fail: the functions of `os`, interposed while code runs.

The code under test, and the standard library for it, call no other functions that change files.
"""

import errno
import os
import shutil
from contextlib import contextmanager
from functools import partial
from pathlib import Path

CHANGES = ("create", "write", "mkdir")
NEVER = 1 << 62
"""The number of an operation that does not take place."""


class Disk:
    """The operations below ``root``; those of ``kinds`` fail with ``error``, from the one numbered ``first`` (from 0).

    A disk that is not ``full`` fails once. Of a write that fails first, a full disk writes half. With ``name``, only
    operations on a file of this name fail.

    ``operations`` lists what took place, in order: kind, path below the root, and data or new path. ``attempts`` lists
    kind and path of all operations of ``kinds``, ``failed`` of those that failed.
    """

    def __init__(self, root, first=NEVER, error=errno.ENOSPC, kinds=CHANGES, full=True, name=None):
        self.root, self.first, self.error = Path(root), first, error
        self.kinds, self.full, self.name = kinds, full, name
        self.operations, self.attempts, self.failed = [], [], []
        self._paths, self._nameless = {}, set()

    @contextmanager
    def interposed(self, monkeypatch):
        """Interposes the functions in a context."""
        with monkeypatch.context() as patch:
            for name, handler in _HANDLERS.items():
                patch.setattr(
                    os, name, partial(handler, self, getattr(os, name))
                )  # no real disk fails at a chosen operation
            yield self

    def numbers(self, step):
        """Returns the numbers of every ``step``-th attempt, and of the first and last of each kind and file."""
        files = [(kind, file_kind(path)) for kind, path in self.attempts]
        first = {each: number for number, each in reversed([*enumerate(files)])}
        last = {each: number for number, each in enumerate(files)}
        return sorted({*range(0, len(files), step), *first.values(), *last.values()})

    def _below(self, path, folder=None):
        """Returns ``path``, relative to an open ``folder`` if there is one, below the root; None if it is elsewhere."""
        path = Path(os.fspath(path))
        if folder is not None:
            path = self.root / self._paths[folder] / path if folder in self._paths else Path()
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else None

    def _attempt(self, kind, path):
        if path is None or kind not in self.kinds or self.name not in (None, Path(path).name):
            return
        number = len(self.attempts)
        self.attempts.append((kind, path))
        if number == self.first or (self.full and number > self.first):
            self.failed.append((kind, path))
            names = () if kind in ("write", "sync", "read") else (str(self.root / path),)
            raise OSError(self.error, os.strerror(self.error), *names)

    def _open(self, real, path, flags, mode=0o777, *, dir_fd=None):
        below = self._below(path, dir_fd)
        nameless = flags & getattr(os, "O_TMPFILE", 0) == getattr(os, "O_TMPFILE", -1)
        creates = nameless or flags & os.O_CREAT
        self._attempt("open", below)
        if below is not None and (nameless or (creates and not (self.root / below).exists())):
            self._attempt("create", below)
        descriptor = real(path, flags, mode, dir_fd=dir_fd)
        if below is not None:
            self._paths[descriptor] = below
            assert creates or not flags & (os.O_WRONLY | os.O_RDWR), path
            if nameless:
                self._nameless.add(descriptor)
            elif creates:
                self.operations.append(("create", below))
        return descriptor

    def _write(self, real, descriptor, data):
        below = self._paths.get(descriptor)
        try:
            self._attempt("write", below)
        except OSError:
            if len(self.failed) > 1 or not self.full or len(data) < 2:
                raise
            data = data[: len(data) // 2]
        count = real(descriptor, data)
        # the line in a lock names this process, which has not ended where the operations are replayed
        if below is not None and descriptor not in self._nameless and not below.endswith(".lock"):
            self.operations.append(("write", below, bytes(data[:count])))
        return count

    def _pread(self, real, descriptor, *arguments):
        self._attempt("read", self._below(os.readlink(f"/proc/self/fd/{descriptor}")))  # it may be open already
        return real(descriptor, *arguments)

    def _fsync(self, real, descriptor):
        self._attempt("sync", self._paths.get(descriptor))
        real(descriptor)
        if descriptor in self._paths:
            self.operations.append(("sync", self._paths[descriptor]))

    def _close(self, real, descriptor):
        self._paths.pop(descriptor, None)
        self._nameless.discard(descriptor)
        real(descriptor)

    def _rename(self, real, source, target):
        real(source, target)
        if self._below(source) is not None and self._below(target) is not None:
            self.operations.append(("rename", self._below(source), self._below(target)))

    def _change(self, kind, real, path, *mode, dir_fd=None):
        below = self._below(path, dir_fd)
        self._attempt(kind, below)
        real(path, *mode, dir_fd=dir_fd)
        if below is not None:
            self.operations.append((kind, below))


_HANDLERS = {
    "open": Disk._open,
    "write": Disk._write,
    "pread": Disk._pread,
    "fsync": Disk._fsync,
    "close": Disk._close,
    "rename": Disk._rename,
    "replace": Disk._rename,
    "unlink": lambda disk, *arguments, **more: disk._change("unlink", *arguments, **more),
    "remove": lambda disk, *arguments, **more: disk._change("unlink", *arguments, **more),
    "rmdir": lambda disk, *arguments, **more: disk._change("rmdir", *arguments, **more),
    "mkdir": lambda disk, *arguments, **more: disk._change("mkdir", *arguments, **more),
}


def file_kind(path):
    """Returns the last component of a file's name, which distinguishes the files of a run in any directory."""
    return Path(path).name.strip(".").split(".")[-1]


def replay(before, operations, root, lose_unsynced):
    """Makes ``root`` a copy of ``before`` after the operations, as a disk would hold it if the machine stopped.

    A disk that loses what is not synced afterwards has the names of such files, but none of the data written.
    """
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(before, root, symlinks=True)
    synced = {path: number for number, (kind, path, *_) in enumerate(operations) if kind == "sync"}
    for number, (kind, below, *more) in enumerate(operations):
        path = root / below
        if kind in ("create", "write"):
            lost = lose_unsynced and synced.get(below, -1) < number
            with path.open("ab") as file:
                file.write(b"" if lost or not more else more[0])
        elif kind == "rename":
            path.replace(root / more[0])
        elif kind != "sync":
            getattr(path, kind)()
