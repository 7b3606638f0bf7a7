"""Locks: one process at a time, and an error that names the process that holds the lock.

The file of a lock is empty while no process holds it. The process that takes it writes a line of JSON, its `Owner`.
The system's lock (``flock``) alone is not enough: a file server may refuse it or, mounted without locks, grant it to
two machines. Lines are appended, so one of several processes that come at the same moment is the first. Lines of
processes that have ended do not count, so a process that was killed leaves no lock behind.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import get_type_hints

from retro.system import machine
from retro.system.errors import Busy, Damaged, DatabaseError, WentWrong
from retro.system.files import check_ordinary, in_the_way, space_for, writing_in

WITHOUT_LOCKS = frozenset((errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ESTALE, errno.EINVAL))
"""Errors that mean that a file's disk has no locks, or has none at the moment."""
SETTLING = 0.5
"""Seconds after which, on a disk without locks, a process that has found the lock free has written its line."""

_LINE_START = b'{"host"'
"""Start of every line; a file that begins otherwise was not written by this program."""
_BLANK = b" \n\0"
_MAX_BYTES = 1 << 20


@dataclass(frozen=True)
class Owner:
    """A process that holds a lock or waits for it.

    host     name of its machine
    system   boot of the machine and set of process numbers (containers have their own); "" where it is not known
    pid      its number there
    started  when it started, as the system writes it, so that a later process of the same number differs
    since    when it took the lock, ISO 8601 in UTC
    token    random, so that no two lines are the same
    """

    host: str
    system: str
    pid: int
    started: str
    since: str
    token: str

    @classmethod
    def here(cls) -> Owner:
        """Returns this process, as an owner from now on."""
        pid = os.getpid()
        since = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(socket.gethostname(), _system(), pid, _started(pid), since, secrets.token_hex(8))

    @classmethod
    def read(cls, line: bytes) -> Owner | None:
        """Returns the owner that a line names; None for any other line, for example one that a crash cut short."""
        with suppress(ValueError, TypeError):
            owner = cls(**json.loads(line))
            if all(isinstance(getattr(owner, name), kind) for name, kind in get_type_hints(cls).items()):
                return owner
        return None

    @property
    def line(self) -> bytes:
        """The line for the file of the lock. It starts with a newline, in case the line before was cut short."""
        return b"\n" + json.dumps(asdict(self)).encode() + b"\n"

    @property
    def alive(self) -> bool | None:
        """Whether the process still runs; None if this machine cannot know."""
        if not self.system or (self.host, self.system) != (socket.gethostname(), _system()):
            return None
        try:
            os.kill(self.pid, 0)
        except (ProcessLookupError, OverflowError):
            return False
        except PermissionError:
            pass
        return _started(self.pid) == self.started

    def __str__(self) -> str:
        return f"process {self.pid} on {self.host}, since {self.since}"


@contextmanager
def exclusive_lock(path: Path, busy: str) -> Iterator[None]:
    """A block that only one process runs at a time. The lock is the file ``path``.

    Busy, with the text ``busy`` and the other process, if another process is in its block, or if this block fails
    while another process is. DatabaseError if the file cannot be made or locked, ResourceError if the disk is full.

    Where the disk has no locks, a process waits for SETTLING seconds before it reads the lines, because appended lines
    are not visible to other machines at once.
    """
    check_ordinary(path)
    with writing_in(path.parent), space_for(path, 1):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
    try:
        try:
            locked = try_lock(descriptor, path)
        except BlockingIOError as error:
            raise _busy(busy, owners(path)) from error
        if (content := _content(path)) and not content.startswith(_LINE_START):
            raise in_the_way(path)
        own = Owner.here()
        try:
            with writing_in(path.parent), space_for(path, len(own.line)):
                _append(descriptor, own)
            if not locked:
                time.sleep(SETTLING)
            _check_first(path, own, busy, locked)
            try:
                yield
            except (WentWrong, DatabaseError, OSError) as error:
                others = [owner for owner in owners(path) if owner != own]
                if others and isinstance(error, WentWrong | Damaged | FileNotFoundError):
                    raise _busy(f"{error}; {busy}", others) from error
                raise
        finally:
            with suppress(OSError):
                _erase(descriptor, path, own)
    finally:
        os.close(descriptor)


def try_lock(descriptor: int, path: Path) -> bool:
    """Take the system's lock of an open file. Returns False if the file's disk has no locks.

    BlockingIOError if another process holds it, DatabaseError, with the reason, if the system fails otherwise.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except BlockingIOError:
        raise
    except OSError as error:
        if error.errno in WITHOUT_LOCKS:
            return False
        raise DatabaseError(f"cannot lock {path}: {machine.explained(error)}") from error


def owners(file: Path) -> list[Owner]:
    """Returns the processes that the file of a lock names, but those known to have ended; the first holds the lock."""
    lines = [Owner.read(line.strip(_BLANK)) for line in _content(file).splitlines()]
    return [owner for owner in lines if owner is not None and owner.alive is not False]


def _check_first(path: Path, own: Owner, busy: str, locked: bool) -> None:
    """Busy unless this process is the first in the file; if it is ``locked``, the first of those of this machine."""
    before = owners(path)
    if own not in before:  # another process has emptied the file in this moment
        raise _busy(busy, before)
    before = before[: before.index(own)]
    here = [owner for owner in before if owner.alive]
    if here:
        raise _busy(busy, here)
    if before and not locked:
        advice = f"; {path.parent} has no locks: if that process has ended, remove {path}"
        raise Busy(f"{_busy(busy, before)}{advice}")


def _busy(text: str, others: list[Owner]) -> Busy:
    return Busy(f"{text} ({others[0]})" if others else text)


def _content(file: Path) -> bytes:
    """Returns what the file holds now; empty if it cannot be read. Opened anew: another machine may have written it."""
    with _unless_exhausted():
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            return os.pread(descriptor, _MAX_BYTES, 0).strip(_BLANK)
        finally:
            os.close(descriptor)
    return b""


@contextmanager
def _unless_exhausted() -> Iterator[None]:
    """A block that ends at an error of the system. Raises it if a resource such as open files is used up: the file may
    well name this process, which would be refused by itself."""
    try:
        yield
    except OSError as error:
        if error.errno in machine.EXHAUSTED:
            raise


def _append(descriptor: int, own: Owner) -> None:
    """Add the line of a process to the open file of a lock; OSError if it cannot be written."""
    fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_APPEND)
    left = own.line
    while left:  # a full disk takes a part of the line, and refuses the rest
        left = left[os.write(descriptor, left) :]
    fcntl.fcntl(descriptor, fcntl.F_SETFL, 0)


def _erase(descriptor: int, file: Path, own: Owner) -> None:
    """Remove the line of a process, and those of processes that have ended; OSError if it cannot be done."""
    fcntl.fcntl(descriptor, fcntl.F_SETFL, 0)
    start = os.pread(descriptor, _MAX_BYTES, 0).find(own.line)
    if start >= 0:  # overwritten, not cut off: other processes may append lines meanwhile
        os.pwrite(descriptor, b" " * len(own.line), start)
    if not owners(file):
        os.ftruncate(descriptor, 0)


def _system() -> str:
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {os.readlink('/proc/self/ns/pid')}"
    return ""


def _started(pid: int) -> str:
    """Returns when a process started, in ticks of the clock since the machine did; "" where it is unknown."""
    with suppress(IndexError), _unless_exhausted():
        # the second field is the program's name in parentheses, which may hold anything
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[19]
    return ""
