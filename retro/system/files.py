"""Files, written so that nothing is lost or half-written, whatever moment the machine stops in or the disk is full."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from retro.system import machine
from retro.system.errors import ResourceError


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


@contextmanager
def replacing(*places: tuple[Path, Path]) -> Iterator[None]:
    """Of each pair the first is written meanwhile, and then takes the place of the second, in this order.

    What a crash left at the first is removed before, and what an error leaves there after.
    """
    try:
        for new, _ in places:
            new.unlink(missing_ok=True)
        yield
        for new, path in places:
            sync(path.parent)
            new.replace(path)
        sync(places[-1][1].parent)
    except BaseException:
        for new, _ in places:
            new.unlink(missing_ok=True)
        raise


def replace_directory(new: Path, path: Path, aside: Path) -> None:
    """Let ``new`` take the place of a directory, which is called ``aside`` from then on; or all is as it was.

    No system call exchanges directories everywhere: for a moment there is none at ``path``.
    """
    if path.exists():
        path.rename(aside)
    try:
        new.rename(path)
    except BaseException:
        if aside.exists() and not path.exists():
            aside.rename(path)
        raise
    sync(path.parent)
