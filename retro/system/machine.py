"""What the machine is and what it has left: processor, cores, memory, disk."""

from __future__ import annotations

import errno
import os
import platform
import resource
import shutil
import sys
from pathlib import Path

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of the system that say that there is no room for a file."""
EXHAUSTED = (*NO_ROOM, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""Errors of the system that say that something limited is used up."""
FAILING = frozenset(
    getattr(errno, name)
    for name in (
        *("EIO", "ESTALE", "ENODEV", "ENOLCK", "EREMOTEIO", "EUCLEAN", "EBADMSG", "ETIMEDOUT", "ECONNABORTED"),
        *("ECONNRESET", "ENOTCONN", "EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETUNREACH"),
    )
    if hasattr(errno, name)  # some are Linux's own
)
"""Errors of the system that say that a disk, a file server or the network does not do its work."""


def explained(error: OSError) -> str:
    """What the system says went wrong and, where that is known, what to do; without the name of the file."""
    said = error.strerror or str(error) or type(error).__name__
    if error.errno in NO_ROOM:
        return why_no_room(error)
    if error.errno == errno.EMFILE:
        most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return f"{said} (ulimit -n allows {most:,})"
    if error.errno == errno.ESTALE:
        return f"{said}: it was replaced or removed on its server; open it again"
    if error.errno in FAILING:
        return f"{said}: test the disk or the network"
    return said


def why_no_room(error: OSError) -> str:
    """In words, if ``error`` is one of NO_ROOM."""
    if error.errno != errno.EFBIG:
        return "the disk is full"
    most, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    return "no file may be so large" + ("" if most == resource.RLIM_INFINITY else f" (ulimit -f: {most:,} bytes)")


def cores() -> int:
    """Processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processor() -> str:
    """The processor's name."""
    return _field(Path("/proc/cpuinfo"), "model name") or platform.processor() or platform.machine()


def memory() -> int:
    """Bytes of main memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def available_memory() -> int:
    """Bytes of memory that can still be used, the limits of the process and of its control groups included.

    Where the system does not say what is in use, all of main memory.
    """
    available = _bytes("meminfo", "MemAvailable")
    return max(0, min([memory() if available is None else available, *allowances().values()]))


def usable_memory() -> int:
    """Bytes of memory that this process can hold in all: what it holds, and what is available.

    Never more than a control group allows. Part of what the process holds are pages of files, which another group may
    have read first: these are not charged to its own group, but may be at any time.
    """
    return min([available_memory() + held_memory(), *(most for most, _ in _group_limits())])


def held_memory() -> int:
    """Bytes of memory that this process holds; where the system does not say, the most that it has held so far."""
    return _bytes("self/status", "VmRSS") or peak_memory()


GROUP = "the control group"


def allowances() -> dict[str, int]:
    """Bytes that the limits of the process and of its control groups still allow, by the name of the limit."""
    kinds = {"ulimit -v": (resource.RLIMIT_AS, "VmSize"), "ulimit -d": (resource.RLIMIT_DATA, "VmData")}
    limits = {name: (resource.getrlimit(kind)[0], taken) for name, (kind, taken) in kinds.items()}
    found = {
        name: most - (_bytes("self/status", taken) or 0)
        for name, (most, taken) in limits.items()
        if most != resource.RLIM_INFINITY
    }
    groups = [most - used for most, used in _group_limits()]
    return found | ({GROUP: min(groups)} if groups else {})


def free_disk(path: Path) -> int:
    """Bytes free on the disk where ``path`` is or would be made."""
    return shutil.disk_usage(_existing(path)).free


def same_disk(one: Path, other: Path) -> bool:
    """Whether both are or would be made on the same disk."""
    return _existing(one).stat().st_dev == _existing(other).stat().st_dev


def _existing(path: Path) -> Path:
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def peak_memory() -> int:
    """Most bytes of memory that this process has held so far."""
    known = _bytes("self/status", "VmHWM")
    if known is not None:  # what `getrusage` says may be that of the process which started this one
        return known
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _group_limits() -> list[tuple[int, int]]:
    """Bytes that each control group above this process may use, and that it uses (versions 1 and 2).

    Without groups that may use all of main memory, and without pages of files that are given back under pressure.
    """
    found = []
    for line in _lines(Path("/proc/self/cgroup")):
        _, controllers, group = line.split(":", 2)
        if not controllers:
            root, limit, usage, cached = Path("/sys/fs/cgroup"), "memory.max", "memory.current", "inactive_file"
        elif "memory" in controllers.split(","):
            root, limit, usage = Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes", "memory.usage_in_bytes"
            cached = "total_inactive_file"
        else:
            continue
        folder = root / group.strip("/")
        for place in [folder, *folder.parents]:
            most, used = _number(place / limit), _number(place / usage)
            if most is not None and used is not None and most < memory():
                found.append((most, used - int(_field(place / "memory.stat", cached) or 0)))
            if place == root:
                break
    return found


def _bytes(file: str, name: str) -> int | None:
    """What a file below /proc tells in kilobytes, in bytes; None if the system does not say."""
    found = _field(Path(f"/proc/{file}"), name).split()
    return int(found[0]) * 1024 if found else None


def _field(path: Path, name: str) -> str:
    """What stands behind ``name`` in a file of the system that has a line for each field; empty if there is none."""
    for line in _lines(path):
        if line.startswith(name):
            return line.removeprefix(name).strip(" \t:")
    return ""


def _number(path: Path) -> int | None:
    text = "".join(_lines(path)).strip()
    return int(text) if text.isdecimal() else None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
