"""Files, written so that nothing is lost or half-written, whatever moment the machine stops in or the disk is full."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from retro.system import machine
from retro.system.errors import DatabaseError, ResourceError


class File:
    """A new file, written from its beginning to its end. A context manager that closes it."""

    def __init__(self, path: Path) -> None:
        """FileExistsError if there is something at ``path``, ResourceError if the disk holds no more files."""
        self._path, self._descriptor = path, -1
        with enough(path, 1):
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)

    def write(self, data: bytes) -> None:
        """Append; ResourceError, with the bytes that are short, if the disk is full."""
        left = memoryview(data)
        while left:
            with enough(self._path, len(left)):
                left = left[os.write(self._descriptor, left) :]

    def sync(self) -> None:
        """Wait until the disk has it."""
        with enough(self._path, 1):
            os.fsync(self._descriptor)

    def close(self) -> None:
        """Give the file back."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> File:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def opened(path: Path) -> int:
    """A descriptor for reading. OSError if there is no such file or it is no ordinary one.

    Opening a pipe would wait until somebody writes into it, and a device may have no end.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except ValueError as error:  # no file can have such a name
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
    return descriptor


@contextmanager
def enough(path: Path, needed: int) -> Iterator[None]:
    """Where ``path`` is written: ResourceError if the disk has no room for so many bytes; all errors name a file."""
    try:
        yield
    except OSError as error:
        if error.errno not in machine.NO_ROOM:
            if error.filename is None:
                raise OSError(error.errno, error.strerror, str(path)) from error
            raise
        why = machine.why_no_room(error)
        if error.errno == errno.EFBIG:
            raise ResourceError(f"{why}: {path}") from None
        short = max(1, needed - machine.free_disk(path.parent))
        raise ResourceError(f"{why}: {short:,} bytes are short for {path}, and more for what follows") from None


def write_text(path: Path, text: str) -> None:
    """A new file with this text, synced to disk."""
    with File(path) as file:
        file.write(text.encode())
        file.sync()


def sync(directory: Path) -> None:
    """Wait until the disk knows what files are in a directory, and how they are called."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        with enough(directory, 1):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_ordinary(path: Path) -> bool:
    """Whether there is an ordinary file at ``path`` itself: no link to one, no pipe, no device."""
    return not path.is_symlink() and path.is_file()


def is_directory(path: Path) -> bool:
    """Whether there is a directory at ``path`` itself, and no link to one."""
    return not path.is_symlink() and path.is_dir()


def in_the_way(path: Path) -> DatabaseError:
    """Returns the error for something that the program did not write at ``path``, where it has to write."""
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
    """Check that files can be made in ``folder``: errors as from `writing_in`, ResourceError if the disk is full."""
    with writing_in(folder), enough(folder / "a new file", 1):
        tempfile.TemporaryFile(dir=folder).close()
