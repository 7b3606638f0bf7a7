"""Which process holds a lock: a line of JSON in the lock's file, which is empty while no process does.

The system's lock alone is not enough: a file server may refuse it or, mounted without locks, grant it to two machines.
Lines are appended, so of processes that come at the same moment one is the first; lines of processes that have ended
count for nothing.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import socket
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

BEGINS = b'{"host"'
"""Of every such line; a file that begins otherwise was not written by this program."""
_BLANK = b" \n\0"
_MOST_BYTES = 1 << 20


@dataclass(frozen=True)
class Owner:
    """A process at work.

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
        """This process, which takes a lock now."""
        pid = os.getpid()
        since = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(socket.gethostname(), _system(), pid, _started(pid), since, secrets.token_hex(8))

    @classmethod
    def read(cls, line: bytes) -> Owner | None:
        """The owner that a line names; None if it names none, as one cut short by a crash."""
        with suppress(ValueError, TypeError):
            found = cls(**json.loads(line))
            if all(isinstance(getattr(found, name), kind) for name, kind in _KINDS.items()):
                return found
        return None

    @property
    def line(self) -> bytes:
        """The line in the lock's file; it begins anew even after one that was cut short."""
        return b"\n" + json.dumps(asdict(self)).encode() + b"\n"

    @property
    def alive(self) -> bool | None:
        """Whether the process still runs; None if that cannot be known here."""
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


_KINDS = {"host": str, "system": str, "pid": int, "started": str, "since": str, "token": str}


def content(file: Path) -> bytes:
    """What a lock's file holds, read anew, as another machine may have written it; empty if it cannot be read."""
    with suppress(OSError):
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            return os.pread(descriptor, _MOST_BYTES, 0).strip(_BLANK)
        finally:
            os.close(descriptor)
    return b""


def owners(file: Path) -> list[Owner]:
    """The processes that a lock's file names and that have not ended, as far as is known; the first holds it."""
    found = [Owner.read(line.strip(_BLANK)) for line in content(file).splitlines()]
    return [each for each in found if each is not None and each.alive is not False]


def append(descriptor: int, own: Owner) -> None:
    """Add the line of a process to a lock's open file; OSError if it cannot be written."""
    fcntl.fcntl(descriptor, fcntl.F_SETFL, os.O_APPEND)
    left = own.line
    while left:  # a full disk takes a part of it, and refuses the rest
        left = left[os.write(descriptor, left) :]
    fcntl.fcntl(descriptor, fcntl.F_SETFL, 0)


def erase(descriptor: int, file: Path, own: Owner) -> None:
    """Remove the line of a process, and what others have left that have ended; OSError if it cannot be done."""
    fcntl.fcntl(descriptor, fcntl.F_SETFL, 0)
    start = os.pread(descriptor, _MOST_BYTES, 0).find(own.line)
    if start >= 0:  # others may append lines meanwhile, and find theirs gone if the file is emptied
        os.pwrite(descriptor, b" " * len(own.line), start)
    if not owners(file):
        os.ftruncate(descriptor, 0)


def _system() -> str:
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {os.readlink('/proc/self/ns/pid')}"
    return ""


def _started(pid: int) -> str:
    """In ticks of the clock since the machine's start; "" where the system does not say."""
    with suppress(OSError, IndexError):
        # the second field is the program's name in parentheses, which may hold anything
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[19]
    return ""
