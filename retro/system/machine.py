"""What the machine is and what it has left: processor, cores, memory, disk."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import resource
import shutil
import sys
from contextlib import suppress
from pathlib import Path

_M_MMAP_THRESHOLD = -3
DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Errors of the system for a disk that is full, or a file that would exceed a limit."""
ENOUGH_FILES = 256
"""Files that a command has open at once, those of its libraries included; far more than any but `retro serve` needs,
which checks its own number."""
EXHAUSTED = (*DISK_FULL, errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""Errors of the system for a limited resource that is used up."""
FAILING = frozenset(
    getattr(errno, name)
    for name in (
        *("EIO", "ESTALE", "ENODEV", "ENOLCK", "EREMOTEIO", "EUCLEAN", "EBADMSG", "ETIMEDOUT", "ECONNABORTED"),
        *("ECONNRESET", "ENOTCONN", "EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETUNREACH"),
    )
    if hasattr(errno, name)  # some are Linux's own
)
"""Errors of the system for a disk, a file server or a network that fails."""


def explained(error: OSError) -> str:
    """Returns the system's message for an error and, where one is known, a remedy; without the name of the file."""
    reason = error.strerror or str(error) or type(error).__name__
    if error.errno in DISK_FULL:
        return why_disk_full(error)
    if error.errno == errno.EMFILE:
        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return f"{reason} (ulimit -n allows {limit:,}{f'; {ENOUGH_FILES} are enough' * (limit < ENOUGH_FILES)})"
    if error.errno == errno.ESTALE:
        return f"{reason}: it was replaced or removed on its server; open it again"
    if error.errno in FAILING:
        return f"{reason}: test the disk or the network"
    return reason


def why_disk_full(error: OSError) -> str:
    """Returns, in words, the reason of an error that is one of DISK_FULL."""
    if error.errno != errno.EFBIG:
        return "the disk is full"
    limit, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    return "no file may be so large" + ("" if limit == resource.RLIM_INFINITY else f" (ulimit -f: {limit:,} bytes)")


def cores() -> int:
    """Returns the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processor() -> str:
    """Returns the name of the processor, as the system reports it."""
    return _field(Path("/proc/cpuinfo"), "model name") or platform.processor() or platform.machine()


def memory() -> int:
    """Returns the bytes of main memory of this machine."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def available_memory() -> int:
    """Returns the bytes of memory that are still free, within the limits of the process and of its control groups.

    Where the system does not report what is in use, all of main memory counts as free.
    """
    available = _bytes("meminfo", "MemAvailable")
    return max(0, min([memory() if available is None else available, *allowances().values()]))


def usable_memory() -> int:
    """Returns the bytes of memory that this process can hold in all: those that it holds and those available.

    The result never exceeds the limit of a control group. Pages of files that another group has read first are held by
    this process and not charged to its own group, but the system may charge them at any time.
    """
    return min([available_memory() + held_memory(), *(limit for limit, _ in _group_limits())])


def held_memory() -> int:
    """Returns the bytes of memory that this process holds; `peak_memory` where the system does not report them.

    Memory that was freed goes back to the system first: otherwise it would count, although the next arrays take it.
    """
    return_freed_memory()
    return _bytes("self/status", "VmRSS") or peak_memory()


def return_freed_memory() -> None:
    """Returns memory that was freed to the system."""
    with suppress(OSError, AttributeError):  # where the library is not GNU's
        ctypes.CDLL(None).malloc_trim(0)


def return_large_arrays() -> None:
    """Makes arrays of a MiB or more go back to the system as soon as they are freed, from now on.

    Otherwise the C library puts arrays of up to 32 MiB into the heaps of threads, where those that come and go leave
    gaps: 50 MiB of 366 after twenty levels of Ostle in files.
    """
    with suppress(OSError, AttributeError):  # where the library is not GNU's
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, 1 << 20)


GROUP = "the control group"


def allowances() -> dict[str, int]:
    """Returns the bytes that the limits of the process and of its control groups still allow, by name of the limit."""
    kinds = {"ulimit -v": (resource.RLIMIT_AS, "VmSize"), "ulimit -d": (resource.RLIMIT_DATA, "VmData")}
    limits = {name: (resource.getrlimit(kind)[0], used) for name, (kind, used) in kinds.items()}
    left = {
        name: limit - (_bytes("self/status", used) or 0)
        for name, (limit, used) in limits.items()
        if limit != resource.RLIM_INFINITY
    }
    groups = [limit - used for limit, used in _group_limits()]
    return left | ({GROUP: min(groups)} if groups else {})


def free_disk(path: Path) -> int:
    """Returns the bytes that are free on the disk where ``path`` is or would be made."""
    return shutil.disk_usage(existing(path)).free


def same_disk(one: Path, other: Path) -> bool:
    """Whether two paths are, or would be made, on the same disk."""
    return existing(one).stat().st_dev == existing(other).stat().st_dev


def existing(path: Path) -> Path:
    """Returns the path, or the lowest directory above it that there is."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path


def peak_memory() -> int:
    """Returns the largest number of bytes of memory that this process has held so far."""
    peak = _bytes("self/status", "VmHWM")
    if peak is not None:  # the result of `getrusage` may include the process that started this one
        return peak
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _group_limits() -> list[tuple[int, int]]:
    """Returns the limit, and the bytes in use, of each control group above this process (versions 1 and 2).

    Groups that may use all of main memory are left out. Pages of files that the system can free do not count as used.
    """
    limits = []
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
        for each in [folder, *folder.parents]:
            allowed, used = _number(each / limit), _number(each / usage)
            if allowed is not None and used is not None and allowed < memory():
                limits.append((allowed, used - int(_field(each / "memory.stat", cached) or 0)))
            if each == root:
                break
    return limits


def _bytes(file: str, name: str) -> int | None:
    """Returns, in bytes, a number that a file below /proc has in kilobytes; None if it has no such number."""
    words = _field(Path(f"/proc/{file}"), name).split()
    return int(words[0]) * 1024 if words else None


def _field(path: Path, name: str) -> str:
    """Returns the text after ``name`` in a file that has a line for each field; empty if there is none."""
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
