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
    for line in _lines(Path("/proc/cpuinfo")):
        field, _, value = line.partition(":")
        if field.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def memory() -> int:
    """Bytes of main memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def available_memory() -> int:
    """Bytes of memory that can still be used, the limits of the process and of its control groups included.

    Where the system does not say what is in use, all of main memory.
    """
    available = memory()
    for line in _lines(Path("/proc/meminfo")):
        if line.startswith("MemAvailable:"):
            available = int(line.split()[1]) * 1024
    return max(0, min([available, *_group_allowances(), *allowances().values()]))


def held_memory() -> int:
    """Bytes of memory that this process holds; where the system does not say, the most that it has held so far."""
    pages = _pages()
    return pages[1] * resource.getpagesize() if pages else peak_memory()


def allowances() -> dict[str, int]:
    """Bytes that the process's own limits still allow, by the name of the limit; without those that are none."""
    kinds = {"ulimit -v": (resource.RLIMIT_AS, 0), "ulimit -d": (resource.RLIMIT_DATA, 5)}
    limits = {name: (resource.getrlimit(kind)[0], column) for name, (kind, column) in kinds.items()}
    limits = {name: limit for name, limit in limits.items() if limit[0] != resource.RLIM_INFINITY}
    pages = _pages() if limits else []
    return {
        name: most - (pages[column] * resource.getpagesize() if pages else 0) for name, (most, column) in limits.items()
    }


def free_disk(path: Path) -> int:
    """Bytes free on the disk where ``path`` is or would be made."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return shutil.disk_usage(path).free


def peak_memory() -> int:
    """Most bytes of memory that this process has held so far."""
    for line in _lines(Path("/proc/self/status")):
        if line.startswith("VmHWM:"):  # what `getrusage` says may be that of the process which started this one
            return int(line.split()[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _pages() -> list[int]:
    """Pages of this process: size, resident, shared, text, library, data; empty if the system does not say."""
    return [int(number) for number in "".join(_lines(Path("/proc/self/statm"))).split()]


def _group_allowances() -> list[int]:
    """What each control group above this process still allows (versions 1 and 2)."""
    allowances = []
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
            if most is not None and used is not None:
                # file cache is given back under pressure
                allowances.append(most - used + _statistic(place / "memory.stat", cached))
            if place == root:
                break
    return allowances


def _statistic(path: Path, name: str) -> int:
    for line in _lines(path):
        field, _, value = line.partition(" ")
        if field == name:
            return int(value)
    return 0


def _number(path: Path) -> int | None:
    text = "".join(_lines(path)).strip()
    return int(text) if text.isdecimal() else None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
