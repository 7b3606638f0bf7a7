"""Files that are written completely or not at all, also when the machine stops or the disk is full."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from retro.system import machine
from retro.system.errors import Closed, DatabaseError, ResourceError


class Closing:
    """A context manager that closes itself at the end of its block."""

    def close(self) -> None:
        """Closes all files; subclasses override it."""

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Raises TypeError when an object is copied or pickled: its files are those of this process and this object."""
        raise TypeError(f"{type(self).__name__} has open files, so it cannot be copied or pickled: open it again")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class OpenFile(Closing):
    """The file ``path`` and its descriptor, which is -1 before it is opened and after it was closed."""

    def __init__(self, path: Path) -> None:
        self._path, self._descriptor = path, -1

    def check_open(self) -> None:
        """Closed, if `close` was called."""
        if self._descriptor < 0:
            raise Closed(f"{self._path} was closed")

    def close(self) -> None:
        """Closes the file."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)

    def __del__(self) -> None:
        # a reader whose constructor raised an error has no other owner
        if getattr(self, "_descriptor", -1) >= 0:
            self.close()


class WritableFile(OpenFile):
    """An open file that is written."""

    def write(self, data: bytes) -> None:
        """Appends bytes; ResourceError, with the number of bytes that are missing, if the disk is full."""
        left = memoryview(data)
        while left:
            with space_for(self._path, len(left)):
                left = left[os.write(self._descriptor, left) :]

    def sync(self) -> None:
        """Waits until all bytes are on the disk."""
        with space_for(self._path, 1):
            os.fsync(self._descriptor)


class File(WritableFile):
    """A new file, written from its beginning to its end. A context manager."""

    def __init__(self, path: Path) -> None:
        """Creates the file; FileExistsError if ``path`` exists, ResourceError if the disk holds no more files."""
        super().__init__(path)
        with space_for(path, 1):
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)


def opened(path: Path) -> int:
    """Returns a descriptor for reading. OSError if there is no such file or it is not an ordinary one.

    Other kinds are refused: opening a pipe waits for a writer, and a device may have no end.
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
def space_for(path: Path, needed: int) -> Iterator[None]:
    """A block that writes ``needed`` bytes to ``path``: ResourceError if the disk is full; OSErrors name the file."""
    try:
        yield
    except OSError as error:
        if error.errno not in machine.DISK_FULL:
            if error.filename is None:
                raise OSError(error.errno, error.strerror, str(path)) from error
            raise
        why = machine.why_disk_full(error)
        if error.errno == errno.EFBIG:
            raise ResourceError(f"{why}: {path}") from None
        short = max(1, needed - machine.free_disk(path.parent))
        raise ResourceError(f"{why}: {short:,} bytes are short for {path}, and more for what follows") from None


def write_text(path: Path, text: str) -> None:
    """Writes a new file with this text and syncs it to disk."""
    with File(path) as file:
        file.write(text.encode())
        file.sync()


def sync(directory: Path) -> None:
    """Waits until the entries of a directory, the names of its files, are on the disk."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        with space_for(directory, 1):
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
    """Raises DatabaseError if ``path`` exists and is no ordinary file: it must not be overwritten."""
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
    with writing_in(folder), space_for(folder / "a new file", 1):
        tempfile.TemporaryFile(dir=folder).close()
